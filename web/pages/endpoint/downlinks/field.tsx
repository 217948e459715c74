import type { DownlinkField } from '../../../model/downlink-form.ts';
import { SelectField, Switch, TextField } from '../../../parts/form/field.tsx';
import { format, words } from '../../../words/words.ts';

/** One element of a blueprint as the control of its type. */
export function BlueprintField({
  field,
  text,
  mistake,
  onText,
}: {
  field: DownlinkField;
  text: string;
  mistake: string | undefined;
  onText: (text: string) => void;
}) {
  const { range, conditional, choose, yes, no } = words.value.downlinks;
  const { number } = format.value;
  const { label, kind, condition } = field;
  const limits = field.range && range(number(field.range.low), number(field.range.high));
  const help = condition === '' ? limits : conditional(condition);
  if (kind === 'switch') {
    const on = text === 'true';
    return (
      <div class="switch-line">
        <Switch checked={on} onChange={checked => onText(String(checked))}>
          {label}
        </Switch>
        <span class="text-2 small" aria-hidden="true">
          {on ? yes : no}
        </span>
      </div>
    );
  }
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        value={text}
        onChange={onText}
        mistake={mistake}
        options={[{ value: '', text: choose }, ...field.options.map(option => ({ value: option, text: option }))]}
        {...(help === undefined ? {} : { help })}
      />
    );
  return (
    <TextField
      label={label}
      value={text}
      onInput={onText}
      mistake={mistake}
      mono={kind === 'hex'}
      {...(field.unit === '' ? {} : { unit: field.unit })}
      {...(help === undefined ? {} : { help })}
    />
  );
}
