import { useId } from 'preact/hooks';
import type { Blueprint } from '../../data/message.ts';
import { Icon } from '../../parts/icon.tsx';
import { words } from '../../words/words.ts';

/** The version that the trace is made by; another one can be tried. */
export function BlueprintChoice({
  used,
  chosen,
  blueprints,
  onChange,
}: {
  used: string;
  chosen: string;
  blueprints: readonly Blueprint[];
  onChange: (id: string) => void;
}) {
  const text = words.value.message;
  const id = useId();
  if (blueprints.length === 0) return null;
  return (
    <>
      <label class="text-2" for={id}>
        {text.blueprint}
      </label>
      <div class="select">
        <select id={id} class="input" value={chosen} onChange={event => onChange(event.currentTarget.value)}>
          {used === '' && <option value="">{text.noBlueprint}</option>}
          {blueprints.map(blueprint => (
            <option key={blueprint.id} value={blueprint.id}>
              {blueprint.name === '' ? blueprint.version : blueprint.name}
              {blueprint.id === used && `, ${text.inUse}`}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </div>
    </>
  );
}
