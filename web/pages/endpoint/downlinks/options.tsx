import { Checkbox, SelectField, TextField } from '../../../parts/form/field.tsx';
import { words } from '../../../words/words.ts';

export const VALID_MS = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
type Valid = keyof typeof VALID_MS;

export interface OptionValues {
  priority: string;
  valid: Valid;
  response: boolean;
  report: boolean;
  reference: string;
}

export const START: OptionValues = { priority: '0', valid: '24h', response: false, report: false, reference: '' };

/** What is seldom changed, folded. */
export function Options({ values, onChange }: { values: OptionValues; onChange: (values: OptionValues) => void }) {
  const text = words.value.downlinks;
  const set = (changes: Partial<OptionValues>) => onChange({ ...values, ...changes });
  return (
    <details class="fold">
      <summary>{text.options}</summary>
      <div class="form">
        <div class="form-row even">
          <TextField
            label={text.priority}
            help={text.priorityHelp}
            type="number"
            value={values.priority}
            onInput={priority => set({ priority })}
            apiName="prio"
          />
          <SelectField
            label={text.validFor}
            value={values.valid}
            onChange={valid => set({ valid: valid as Valid })}
            options={(Object.keys(VALID_MS) as Valid[]).map(value => ({ value, text: text.valid[value] }))}
            apiName="expires_at"
          />
        </div>
        <TextField
          label={text.reference}
          help={text.referenceHelp}
          value={values.reference}
          onInput={reference => set({ reference })}
          optional
          apiName="ref"
        />
        <Checkbox checked={values.response} onChange={response => set({ response })}>
          {text.response}
        </Checkbox>
        <Checkbox checked={values.report} onChange={report => set({ report })}>
          {text.report}
        </Checkbox>
      </div>
    </details>
  );
}
