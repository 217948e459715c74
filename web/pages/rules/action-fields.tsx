import type { Integration } from '../../data/integrations.ts';
import { ACTIONS, type ActionForm, type ActionKind } from '../../model/rules.ts';
import { SEVERITIES } from '../../model/states.ts';
import { Button } from '../../parts/button.tsx';
import { SelectField, TextField } from '../../parts/form/field.tsx';
import { words } from '../../words/words.ts';

/** What is done, and with what. */
export function ActionFields({
  action,
  at,
  integrations,
  mistake,
  onChange,
  onRemove,
}: {
  action: ActionForm;
  at: number;
  integrations: readonly Integration[];
  mistake: (name: string) => string | undefined;
  onChange: (action: ActionForm) => void;
  onRemove: (() => void) | undefined;
}) {
  const { rules: text } = words.value;
  return (
    <div class="rule-action">
      <SelectField
        label={text.action}
        mistake={mistake(`kind${at}`)}
        value={action.kind}
        options={ACTIONS.map(value => ({ value, text: text.actions[value] }))}
        onChange={kind => onChange({ ...action, kind: kind as ActionKind })}
      />
      <div class="rule-part">
        <Inside {...{ action, at, integrations, mistake, onChange }} />
      </div>
      {onRemove && <Button kind="quiet" icon="close" label={text.removeAction(at + 1)} onClick={onRemove} />}
    </div>
  );
}

function Inside({
  action,
  at,
  integrations,
  mistake,
  onChange,
}: {
  action: ActionForm;
  at: number;
  integrations: readonly Integration[];
  mistake: (name: string) => string | undefined;
  onChange: (action: ActionForm) => void;
}) {
  const { rules: text, states } = words.value;
  if (action.kind === 'command')
    return action.rest.kind === 'command' && action.rest.command !== undefined ? (
      <p class="small text-2">{text.commandKept(action.rest.command)}</p>
    ) : (
      <TextField
        label={text.payload}
        mistake={mistake(`payloadHex${at}`)}
        value={action.payloadHex}
        onInput={payloadHex => onChange({ ...action, payloadHex })}
        mono
        required
      />
    );
  if (action.kind === 'integration')
    return (
      <>
        <SelectField
          label={text.integration}
          mistake={mistake(`integrationId${at}`)}
          value={action.integrationId}
          options={[
            { value: '', text: text.choose },
            ...integrations.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={integrationId => onChange({ ...action, integrationId })}
        />
        <TextField label={text.note} value={action.note} onInput={note => onChange({ ...action, note })} optional />
      </>
    );
  return (
    <>
      <SelectField
        label={text.severity}
        value={action.severity}
        options={SEVERITIES.map(value => ({ value, text: states.severity[value] }))}
        onChange={severity => onChange({ ...action, severity })}
      />
      <TextField
        label={text.title}
        help={text.titleHelp}
        mistake={mistake(`title${at}`)}
        value={action.title}
        onInput={title => onChange({ ...action, title })}
        required
      />
    </>
  );
}
