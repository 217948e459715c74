import { useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { replayIntegration } from '../../../data/integrations.ts';
import { now } from '../../../model/text/clock.ts';
import { localInput, momentOfInput } from '../../../model/text/local-time.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog/dialog.tsx';
import { TextField } from '../../../parts/form/field.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { words } from '../../../words/words.ts';

const DAY_MS = 86_400_000;

/** Sends a part of the past once more. */
export function ReplayDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { integrations: text, parts } = words.value;
  const [from, setFrom] = useState(() => localInput(now() - DAY_MS));
  const [to, setTo] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [begin, end] = [momentOfInput(from), momentOfInput(to)];
  const fromMistake = begin === undefined ? text.fromMistake : undefined;
  const toMistake = begin !== undefined && end !== undefined && end <= begin ? text.orderMistake : undefined;
  const submit = async () => {
    setChecked(true);
    if (begin === undefined || toMistake !== undefined) return;
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      const state = await replayIntegration(id, begin, end);
      return text.replaying[state === 'running' ? 'running' : 'waiting'];
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={text.replayTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined}>
            {text.replay}
          </Button>
        </>
      }
    >
      <div class="form">
        <p class="small text-2">{text.replayText}</p>
        <div class="form-row">
          <TextField
            type="datetime-local"
            label={text.from}
            mistake={checked ? fromMistake : undefined}
            value={from}
            onInput={setFrom}
            required
          />
          <TextField
            type="datetime-local"
            label={text.to}
            help={text.toHelp}
            mistake={checked ? toMistake : undefined}
            value={to}
            onInput={setTo}
          />
        </div>
      </div>
    </Dialog>
  );
}
