import { useEffect, useRef, useState } from 'preact/hooks';
import { useIntegrations } from '../../data/integrations.ts';
import { type Rule, useValueKeys } from '../../data/rules.ts';
import {
  newAction,
  newRule,
  OPERATORS,
  type Operator,
  type RuleForm,
  type RuleMistakes,
  ruleMistakes,
  TRIGGERS,
  type Trigger,
} from '../../model/rules.ts';
import { Button } from '../../parts/button.tsx';
import { Segments, SelectField, TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { Note } from '../../parts/note/note.tsx';
import { words } from '../../words/words.ts';
import { ActionFields } from './action-fields.tsx';

const MOST_ACTIONS = 10;

/** A sentence with fields: when this, then that. */
export function RuleEditor({
  verb,
  reason,
  before,
  begin,
  onSave,
}: {
  verb: string;
  reason: string | undefined;
  before?: Rule;
  begin?: RuleForm;
  /** Gets the rule as it was when its editing began. True where it worked. */
  onSave: (form: RuleForm, before: Rule | undefined) => Promise<boolean>;
}) {
  const { rules: text, parts } = words.value;
  const [form, setForm] = useState<RuleForm>(() => begin ?? newRule());
  const [edited, setEdited] = useState<Rule | undefined>(undefined);
  const [mistakes, setMistakes] = useState<RuleMistakes>({});
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (begin && edited === undefined) setForm(begin);
  }, [before?.version]);
  // saving what was begun from an older one is refused
  const isOld = edited !== undefined && before !== undefined && edited.version !== before.version;
  const integrations = useIntegrations().value ?? [];
  const isWrong = Object.keys(mistakes).length > 0;
  const change = (more: Partial<RuleForm>) => {
    const next = { ...form, ...more };
    setForm(next);
    setEdited(edited ?? before);
    if (isWrong) setMistakes(ruleMistakes(next));
  };
  const submit = async () => {
    const found = ruleMistakes(form);
    setMistakes(found);
    if (Object.keys(found).length > 0) {
      if (element.current) focusMistake(element.current);
      return;
    }
    setBusy(true);
    const done = await onSave(form, edited ?? before);
    setBusy(false);
    if (done) setEdited(undefined);
  };
  const mistake = (name: string) => mistakes[name] && text.mistakes[mistakes[name]];
  return (
    <form
      ref={element}
      class="panel add-target"
      noValidate
      aria-label={verb}
      onSubmit={event => {
        event.preventDefault();
        if (!busy && reason === undefined) void submit();
      }}
    >
      <div class="panel-body form">
        {isOld && (
          <Note
            tone="warning"
            boxed
            alert
            end={
              <Button
                size="compact"
                onClick={() => {
                  if (begin) setForm(begin);
                  setEdited(undefined);
                }}
              >
                {text.takeNew}
              </Button>
            }
          >
            {text.isOld}
          </Note>
        )}
        <TextField
          label={text.name}
          mistake={mistake('name')}
          value={form.name}
          onInput={name => change({ name })}
          required
        />
        <fieldset class="rule-block form">
          <legend>{text.when}</legend>
          <Segments
            label={text.trigger}
            value={form.trigger}
            options={TRIGGERS.map(value => ({ value, text: text.triggers[value] }))}
            onChange={trigger => change({ trigger: trigger as Trigger })}
          />
          <WhenFields {...{ form, change, mistake }} />
          <div class="rule-part">
            <TextField
              label={text.tags}
              help={text.tagsHelp}
              mistake={mistake('tags')}
              value={form.tags}
              onInput={tags => change({ tags })}
              optional
            />
            <TextField
              label={text.cooldown}
              help={text.cooldownHelp}
              mistake={mistake('cooldownSeconds')}
              value={form.cooldownSeconds}
              onInput={cooldownSeconds => change({ cooldownSeconds })}
              optional
            />
          </div>
        </fieldset>
        <fieldset class="rule-block">
          <legend>{text.does}</legend>
          {form.actions.map((action, at) => (
            <ActionFields
              key={at}
              {...{ action, at, mistake, integrations }}
              onChange={next => change({ actions: form.actions.map((old, place) => (place === at ? next : old)) })}
              onRemove={
                form.actions.length > 1
                  ? () => change({ actions: form.actions.filter((_, place) => place !== at) })
                  : undefined
              }
            />
          ))}
          {form.actions.length < MOST_ACTIONS && (
            <div class="rule-more">
              <Button
                kind="quiet"
                size="compact"
                icon="plus"
                onClick={() => change({ actions: [...form.actions, newAction('event')] })}
              >
                {text.addAction}
              </Button>
            </div>
          )}
        </fieldset>
      </div>
      <div class="panel-foot">
        <span class="end">
          <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined} reason={reason}>
            {verb}
          </Button>
        </span>
      </div>
    </form>
  );
}

function WhenFields({
  form,
  change,
  mistake,
}: {
  form: RuleForm;
  change: (more: Partial<RuleForm>) => void;
  mistake: (name: string) => string | undefined;
}) {
  const { rules: text } = words.value;
  const keys = useValueKeys().value ?? [];
  if (form.trigger === 'event')
    return (
      <TextField
        label={text.eventTypes}
        help={text.eventTypesHelp}
        mistake={mistake('eventTypes')}
        value={form.eventTypes}
        onInput={eventTypes => change({ eventTypes })}
        mono
        required
      />
    );
  const lasting = (
    <TextField
      label={text.forSeconds}
      help={form.trigger === 'silence' ? text.silentHelp : text.forHelp}
      mistake={mistake('forSeconds')}
      value={form.forSeconds}
      onInput={forSeconds => change({ forSeconds })}
      optional={form.trigger !== 'silence'}
    />
  );
  if (form.trigger === 'silence') return <div class="rule-part">{lasting}</div>;
  const isChange = form.operator === 'changed';
  return (
    <div class="rule-part">
      <TextField
        label={text.key}
        help={text.keyHelp}
        mistake={mistake('key')}
        value={form.key}
        onInput={key => change({ key })}
        suggestions={keys}
        mono
        required
      />
      <SelectField
        label={text.operator}
        value={form.operator}
        options={OPERATORS.map(value => ({ value, text: text.operators[value] }))}
        onChange={operator => change({ operator: operator as Operator })}
      />
      {!isChange && (
        <TextField
          label={form.operator === 'between' ? text.from : text.value}
          mistake={mistake('value')}
          value={form.value}
          onInput={value => change({ value })}
          required
        />
      )}
      {form.operator === 'between' && (
        <TextField
          label={text.to}
          mistake={mistake('value2')}
          value={form.value2}
          onInput={value2 => change({ value2 })}
          required
        />
      )}
      {lasting}
      <TextField
        label={text.hysteresis}
        help={isChange ? text.changeHelp : text.hysteresisHelp}
        mistake={mistake('hysteresis')}
        value={form.hysteresis}
        onInput={hysteresis => change({ hysteresis })}
        optional
      />
    </div>
  );
}
