import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { createKey } from '../../data/keys.ts';
import { ALL_SCOPES, PRESETS, type Preset } from '../../model/scopes.ts';
import { now } from '../../model/text/clock.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Segments, SelectField, TextField } from '../../parts/form/field.tsx';
import { Note } from '../../parts/note/note.tsx';
import { format, words } from '../../words/words.ts';
import { ScopeTicks } from './scope-ticks.tsx';

const DAY_MS = 86_400_000;
const DAYS = { year: 365, quarter: 90, never: undefined } as const;

export function CreateKey({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const { keys: text, parts } = words.value;
  const [name, setName] = useState('');
  const [ends, setEnds] = useState<keyof typeof DAYS>('year');
  const [preset, setPreset] = useState<Preset>('hand');
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const days = DAYS[ends];
  const endsAt = days === undefined ? undefined : now() + days * DAY_MS;
  const submit = async () => {
    setChecked(true);
    if (name.trim() === '' || scopes.size === 0) return;
    setBusy(true);
    try {
      onCreated(await createKey(name.trim(), [...scopes], endsAt));
    } catch (cause) {
      const fault = faultOf(cause);
      setFailure(`${fault.text} ${fault.todo}`);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={text.create}
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          <span class="meta">{text.once}</span>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? text.creating : undefined}>
            {text.createIt}
          </Button>
        </>
      }
    >
      <div class="form">
        <div class="form-row key-head">
          <TextField
            label={text.name}
            help={text.nameHelp}
            mistake={checked && name.trim() === '' ? text.nameMissing : undefined}
            value={name}
            onInput={setName}
            autoFocus
            required
          />
          <SelectField
            label={text.ends}
            help={endsAt === undefined ? undefined : format.value.date(endsAt)}
            value={ends}
            onChange={value => setEnds(value as keyof typeof DAYS)}
            options={[
              { value: 'year', text: text.afterYear },
              { value: 'quarter', text: text.afterMonths },
              { value: 'never', text: text.never },
            ]}
          />
        </div>
        <div class="field">
          <span class="label">{text.startFrom}</span>
          <Segments
            label={text.startFrom}
            value={preset}
            onChange={value => {
              setPreset(value as Preset);
              setScopes(new Set(PRESETS[value as Preset]));
            }}
            options={[
              { value: 'hand', text: text.byHand },
              { value: 'read', text: text.readAll },
              { value: 'nodeRed', text: 'Node-RED' },
              { value: 'grafana', text: 'Grafana' },
            ]}
          />
        </div>
        <ScopeTicks
          scopes={scopes}
          note={text.set(scopes.size, ALL_SCOPES.length)}
          mistake={checked && scopes.size === 0 ? text.scopeMissing : undefined}
          onChange={next => {
            setPreset('hand');
            setScopes(next);
          }}
        />
        {failure !== undefined && (
          <Note tone="error" boxed alert>
            {failure}
          </Note>
        )}
      </div>
    </Dialog>
  );
}
