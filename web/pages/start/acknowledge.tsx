import { acknowledgeAlert, type OpenAlert } from '../../data/alerts.ts';
import { faultOf } from '../../data/call/faults.ts';
import { NoteDialog } from '../../parts/dialog/note-dialog.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { tellAlert } from '../../words/telling.ts';
import { words } from '../../words/words.ts';

/** Takes an alert over, with a note for the others. */
export function Acknowledge({ alert, onClose, onDone }: { alert: OpenAlert; onClose: () => void; onDone: () => void }) {
  const { start: text } = words.value;
  const { title, lang } = tellAlert(alert);
  return (
    <NoteDialog
      title={text.acknowledgeTitle}
      about={title}
      lang={lang}
      label={text.note}
      help={text.noteHelp}
      verb={text.acknowledge}
      onClose={onClose}
      onConfirm={async note => {
        const done = await attempt(faultOf, async () => {
          await acknowledgeAlert(alert.id, note);
          return text.acknowledged;
        });
        if (done) onDone();
        return done;
      }}
    />
  );
}
