import { useEffect, useState } from 'preact/hooks';
import { chipsOf } from '../model/filter/filter-words.ts';
import { words } from '../words/words.ts';
import { Icon } from './icon.tsx';

const TYPED_MS = 200;

/** The search box of a list. What is typed counts after a moment, Enter makes it count at once. */
export function FilterBox({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search class="filter">
      <form
        onSubmit={event => {
          event.preventDefault();
          onChange(typed);
        }}
      >
        <Icon name="search" />
        <input
          class="input"
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={typed}
          spellcheck={false}
          autocomplete="off"
          onInput={event => setTyped(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </form>
    </search>
  );
}

/** The words and tags of a filter, each with a button that takes it away. */
export function Chips({
  filter,
  unknown,
  onChange,
}: {
  filter: string;
  unknown: readonly string[];
  onChange: (value: string) => void;
}) {
  const { clearFilter, remove, unknownWord } = words.value.parts;
  const chips = chipsOf(filter);
  if (chips.length === 0) return null;
  return (
    <div class="chips">
      {chips.map(chip => (
        <span class="chip" key={chip.text}>
          {chip.text}
          <button type="button" aria-label={remove(chip.text)} onClick={() => onChange(chip.without)}>
            <Icon name="close" />
          </button>
        </span>
      ))}
      <button type="button" class="link" onClick={() => onChange('')}>
        {clearFilter}
      </button>
      {unknown.map(word => (
        <span class="is-warning small" role="status" key={word}>
          {unknownWord(word)}
        </span>
      ))}
    </div>
  );
}
