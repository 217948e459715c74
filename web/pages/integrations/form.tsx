import { useEndpointCount } from '../../data/integrations.ts';
import { type IntegrationForm, type Mistakes, presetOf } from '../../model/integration/integration-form.ts';
import { EVENTS, type FieldName } from '../../model/integration/integration-kinds.ts';
import { parseTags } from '../../model/text/tags.ts';
import { Checkbox, TextField } from '../../parts/form/field.tsx';
import { words } from '../../words/words.ts';
import { SettingField } from './setting-field.tsx';

/** What a target of some kind is asked for: what is needed first, the rest in parts that are closed. */
export function FormFields({
  form,
  mistakes,
  kept,
  onChange,
}: {
  form: IntegrationForm;
  mistakes: Mistakes;
  /** Whether a secret is set already. */
  kept?: (name: FieldName) => boolean;
  onChange: (form: IntegrationForm) => void;
}) {
  const { integrations: text } = words.value;
  const { fields } = presetOf(form.kind, form.preset);
  const set = (name: FieldName, value: string | boolean) =>
    onChange({ ...form, values: { ...form.values, [name]: value } });
  const fieldOf = (spec: (typeof fields)[number]) => (
    <SettingField
      key={spec.name}
      spec={spec}
      value={form.values[spec.name]}
      mistake={mistakes[spec.name]}
      isKept={kept?.(spec.name) ?? false}
      onChange={value => set(spec.name, value)}
    />
  );
  const more = fields.filter(({ more }) => more);
  return (
    <>
      <TextField
        label={text.name}
        help={text.nameHelp}
        mistake={mistakes.name && text.mistakes[mistakes.name]}
        value={form.name}
        onInput={name => onChange({ ...form, name })}
        required
      />
      <div class="form-row">{fields.filter(({ more }) => !more).map(fieldOf)}</div>
      <What {...{ form, mistakes, onChange }} />
      {more.length > 0 && (
        <details class="fold" open={more.some(({ name }) => mistakes[name] !== undefined)}>
          <summary>{text.more}</summary>
          <div class="form">{more.map(fieldOf)}</div>
        </details>
      )}
    </>
  );
}

function What({
  form,
  mistakes,
  onChange,
}: {
  form: IntegrationForm;
  mistakes: Mistakes;
  onChange: (form: IntegrationForm) => void;
}) {
  const { integrations: text } = words.value;
  const tags = parseTags(form.tags);
  const matching = useEndpointCount(tags && Object.keys(tags).length > 0 ? tags : undefined).value;
  const bad = mistakes.tags ?? mistakes.maxPerSecond ?? mistakes.events;
  return (
    <details class="fold" open={bad !== undefined}>
      <summary>
        {text.sends} <span class="meta">{text.sendsOf(form.events.length, EVENTS.length)}</span>
      </summary>
      <div class="form">
        <fieldset class="event-ticks">
          <legend class="hidden-text">{text.sends}</legend>
          {EVENTS.map(name => (
            <Checkbox
              key={name}
              checked={form.events.includes(name)}
              onChange={on =>
                onChange({
                  ...form,
                  events: EVENTS.filter(other => (other === name ? on : form.events.includes(other))),
                })
              }
            >
              {text.events[name]}
            </Checkbox>
          ))}
        </fieldset>
        {mistakes.events && (
          <p class="mistake" role="alert">
            {text.mistakes[mistakes.events]}
          </p>
        )}
        <div class="form-row">
          <TextField
            label={text.tags}
            help={matching === undefined ? text.tagsHelp : text.matching(matching)}
            mistake={mistakes.tags && text.mistakes[mistakes.tags]}
            value={form.tags}
            onInput={value => onChange({ ...form, tags: value })}
          />
          <TextField
            label={text.maxPerSecond}
            help={text.maxHelp}
            mistake={mistakes.maxPerSecond && text.mistakes[mistakes.maxPerSecond]}
            value={form.maxPerSecond}
            onInput={maxPerSecond => onChange({ ...form, maxPerSecond })}
          />
        </div>
      </div>
    </details>
  );
}
