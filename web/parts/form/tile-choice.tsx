import { useId } from 'preact/hooks';
import { Icon } from '../icon.tsx';

/** Few things to choose one of, each with its picture: radio buttons that look like tiles. */
export function TileChoice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; text: string; icon: string }[];
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <div class="field" role="radiogroup" aria-label={label}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      <div class="tile-choice">
        {options.map(option => (
          <label key={option.value}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
            <Icon name={option.icon} />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
