import { useState } from 'preact/hooks';
import { acknowledgeAlert, type OpenAlert } from '../../data/alerts.ts';
import { faultOf } from '../../data/faults.ts';
import { attempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { tellAlert } from '../../words/telling.ts';
import { words } from '../../words/words.ts';

/** Takes an alert over, with a note for the others. */
export function Acknowledge({ alert, onClose, onDone }: { alert: OpenAlert; onClose: () => void; onDone: () => void }) {
  const { start: text, parts } = words.value;
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await acknowledgeAlert(alert.id, note.trim());
      return text.acknowledged;
    });
    setBusy(false);
    if (done) onDone();
  };
  const { title, lang } = tellAlert(alert);
  return (
    <Dialog
      title={text.acknowledgeTitle}
      onClose={onClose}
      onSubmit={() => void confirm()}
      foot={
        <>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? parts.saving : undefined}>
            {text.acknowledge}
          </Button>
        </>
      }
    >
      <div class="form">
        <p lang={lang}>{title}</p>
        <TextField label={text.note} help={text.noteHelp} value={note} onInput={setNote} rows={2} optional />
      </div>
    </Dialog>
  );
}
