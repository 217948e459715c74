import { type Mistake, signingSecret } from '../../model/integration/integration-form.ts';
import type { FieldSpec } from '../../model/integration/integration-kinds.ts';
import { Button } from '../../parts/button.tsx';
import { Checkbox, SelectField, TextField } from '../../parts/form/field.tsx';
import { words } from '../../words/words.ts';

const SECRET_BYTES = 32;

/** A field in the form that fits what it is for. A secret that is set is never shown; empty keeps it. */
export function SettingField({
  spec: { name, form, needed },
  value,
  mistake,
  isKept,
  onChange,
}: {
  spec: FieldSpec;
  value: string | boolean | undefined;
  mistake: Mistake | undefined;
  isKept: boolean;
  onChange: (value: string | boolean) => void;
}) {
  const { integrations: text } = words.value;
  const label = text.fields[name];
  const help = isKept ? text.fieldHelp.secretKept : (text.fieldHelp as Partial<Record<string, string>>)[name];
  if (form === 'flag')
    return (
      <Checkbox checked={value === true} onChange={onChange}>
        {label}
        {help !== undefined && <span class="meta choice-help">{help}</span>}
      </Checkbox>
    );
  if (form === 'layout')
    return (
      <SelectField
        label={label}
        value={typeof value === 'string' && value !== '' ? value : 'platform'}
        onChange={onChange}
        options={(['platform', 'acmqtti'] as const).map(layout => ({ value: layout, text: text.layouts[layout] }))}
      />
    );
  const isSecret = form.startsWith('secret');
  const field = (
    <TextField
      label={label}
      help={help}
      mistake={mistake && text.mistakes[mistake]}
      value={typeof value === 'string' ? value : ''}
      onInput={onChange}
      required={needed === true && !isKept}
      optional={needed !== true && !isKept}
      mono={form !== 'text' || name !== 'username'}
      apiName={name}
      {...(form.endsWith('pem')
        ? { rows: 4 }
        : isSecret && name !== 'signingSecret'
          ? { type: 'password' as const }
          : {})}
      autocomplete={isSecret ? 'new-password' : 'off'}
    />
  );
  if (name !== 'signingSecret') return field;
  return (
    <div class="with-button">
      {field}
      <Button onClick={() => onChange(signingSecret(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))))}>
        {text.generate}
      </Button>
    </div>
  );
}
