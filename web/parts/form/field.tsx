import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { words } from '../../words/words.ts';
import { Icon } from '../icon.tsx';

export interface FieldProps {
  label: string;
  help?: ComponentChildren;
  /** What is wrong, in words. */
  mistake?: string | undefined;
  optional?: boolean;
  /** Name of the field in the API. */
  apiName?: string;
}

interface Control {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
  title: string | undefined;
}

/** Label above, help and mistake below. The mistake takes the place of the help. */
export function Field({
  label,
  help,
  mistake,
  optional,
  apiName,
  children,
}: FieldProps & { children: (control: Control) => ComponentChildren }) {
  const id = useId();
  const below = mistake ?? help;
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
        {optional && (
          <span class="optional" aria-hidden="true">
            {words.value.parts.optional}
          </span>
        )}
      </label>
      {children({
        id,
        'aria-describedby': below === undefined ? undefined : `${id}-below`,
        'aria-invalid': mistake === undefined ? undefined : true,
        title: apiName,
      })}
      {below !== undefined && (
        <div id={`${id}-below`} class={mistake === undefined ? 'help' : 'mistake'}>
          {mistake !== undefined && <Icon name="error" />}
          <span>{below}</span>
        </div>
      )}
    </div>
  );
}

export interface TextFieldProps extends FieldProps {
  value: string;
  onInput: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  type?: 'text' | 'password' | 'number' | 'email' | 'datetime-local';
  mono?: boolean;
  unit?: string;
  rows?: number;
  min?: number;
  max?: number;
  required?: boolean;
  autocomplete?: string;
  autoFocus?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** What may be meant; others can be typed. */
  suggestions?: readonly string[];
}

export function TextField(props: TextFieldProps) {
  const { value, onInput, onBlur, mono = false, unit, rows, type = 'text' } = props;
  return (
    <Field {...props}>
      {control => {
        const shared = {
          ...control,
          class: `input${mono ? ' mono' : ''}`,
          value,
          placeholder: props.placeholder,
          required: props.required,
          disabled: props.disabled,
          readOnly: props.readOnly,
          autocomplete: props.autocomplete ?? 'off',
          spellcheck: false,
          'data-autofocus': props.autoFocus || undefined,
          onBlur,
        };
        if (rows !== undefined)
          return <textarea {...shared} rows={rows} onInput={event => onInput(event.currentTarget.value)} />;
        const input = (
          <input
            {...shared}
            {...(props.suggestions ? { list: `${control.id}-list` } : {})}
            {...({ type, min: props.min, max: props.max } as { type: 'text' })}
            onInput={event => onInput(event.currentTarget.value)}
          />
        );
        if (props.suggestions)
          return (
            <>
              {input}
              <datalist id={`${control.id}-list`}>
                {props.suggestions.map(value => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            </>
          );
        if (unit === undefined) return input;
        return (
          <div class="input-with-unit">
            {input}
            <span aria-hidden="true">{unit}</span>
          </div>
        );
      }}
    </Field>
  );
}

export interface Option {
  value: string;
  text: string;
}

export function SelectField({
  value,
  options,
  onChange,
  ...field
}: FieldProps & { value: string; options: readonly Option[]; onChange: (value: string) => void }) {
  return (
    <Field {...field}>
      {control => (
        <div class="select">
          <select {...control} class="input" value={value} onChange={event => onChange(event.currentTarget.value)}>
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" />
        </div>
      )}
    </Field>
  );
}

type Change = (checked: boolean) => void;

export function Checkbox({
  checked,
  some = false,
  onChange,
  children,
  label,
  disabled = false,
}: {
  checked: boolean;
  /** Some of what it stands for, not all. */
  some?: boolean;
  onChange: (checked: boolean, shift: boolean) => void;
  children?: ComponentChildren;
  /** Name where no words stand beside it. */
  label?: string;
  disabled?: boolean;
}) {
  const shift = useRef(false);
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        indeterminate={some}
        disabled={disabled}
        aria-label={label}
        onClick={event => {
          shift.current = event.shiftKey;
        }}
        onChange={event => onChange(event.currentTarget.checked, shift.current)}
      />
      {children !== undefined && <span>{children}</span>}
    </label>
  );
}

export function Switch({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: Change;
  children: ComponentChildren;
}) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={event => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

/** Radio buttons below each other. */
export function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (Option & { help?: string })[];
  onChange: (value: string) => void;
}) {
  const name = useId();
  return (
    <div class="field" role="radiogroup" aria-label={label}>
      <span class="label" aria-hidden="true">
        {label}
      </span>
      {options.map(option => (
        <label class="check" key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-label={option.text}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.text}
            {option.help !== undefined && <span class="meta choice-help">{option.help}</span>}
          </span>
        </label>
      ))}
    </div>
  );
}

/** Radio buttons beside each other. */
export function Segments({
  label,
  value,
  options,
  onChange,
  compact = false,
}: {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
  compact?: boolean;
}) {
  const name = useId();
  return (
    <div class={`segments${compact ? ' compact' : ''}`} role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.text}
        </label>
      ))}
    </div>
  );
}
