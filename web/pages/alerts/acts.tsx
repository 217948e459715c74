import { useState } from 'preact/hooks';
import { type Alert, acknowledgeAlert, resolveAlert, type TakenOver, takenOver } from '../../data/alerts.ts';
import { faultOf } from '../../data/call/faults.ts';
import { NoteDialog } from '../../parts/dialog/note-dialog.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Note } from '../../parts/note/note.tsx';
import { ticking } from '../../parts/time.tsx';
import { tellAlert } from '../../words/telling.ts';
import { format, words } from '../../words/words.ts';
import { SilenceDialog } from './silence-dialog.tsx';

/** What is about to be done with which alert. Silenced can also be what no alert is open about. */
export type Acting = { act: 'acknowledge' | 'resolve'; alert: Alert } | { act: 'silence'; alert?: Alert };

export function Acts({ acting, onClose }: { acting: Acting; onClose: () => void }) {
  if (acting.act === 'silence') return <SilenceDialog alert={acting.alert} onClose={onClose} />;
  const { alert } = acting;
  return acting.act === 'acknowledge' ? <Acknowledge {...{ alert, onClose }} /> : <Resolve {...{ alert, onClose }} />;
}

function Acknowledge({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { start, alerts: text } = words.value;
  const { title, lang } = tellAlert(alert);
  const isTaken = alert.status === 'acknowledged';
  const [taken, setTaken] = useState<TakenOver | undefined>(undefined);
  const isNew = !isTaken && taken === undefined;
  const confirm = async (note: string) => {
    let before: TakenOver | undefined;
    const asked = await attempt(faultOf, async () => {
      if (isNew) before = await takenOver(alert.id);
      return undefined;
    });
    if (!asked) return false;
    if (before) {
      // it was another user's a moment ago: to be read before a note takes the place of theirs
      setTaken(before);
      return false;
    }
    return attempt(faultOf, async () => {
      await acknowledgeAlert(alert.id, note);
      return isNew ? start.acknowledged : text.noted;
    });
  };
  return (
    <NoteDialog
      title={start.acknowledgeTitle}
      about={title}
      lang={lang}
      label={start.note}
      help={start.noteHelp}
      verb={isNew ? start.acknowledge : text.addNote}
      onClose={onClose}
      onConfirm={confirm}
    >
      {taken && (
        <Note tone="warning" boxed alert>
          {text.takenTitle(taken.by, format.value.moment(taken.at, ticking.value))}{' '}
          {taken.note === '' ? text.takenWithout : text.takenNote(taken.note)}
        </Note>
      )}
    </NoteDialog>
  );
}

function Resolve({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const { start, alerts: text } = words.value;
  const { title, lang } = tellAlert(alert);
  return (
    <NoteDialog
      title={text.resolveTitle}
      about={title}
      lang={lang}
      label={start.note}
      help={text.resolveHelp}
      verb={text.resolve}
      onClose={onClose}
      onConfirm={note =>
        attempt(faultOf, async () => {
          await resolveAlert(alert.id, note);
          return text.resolved;
        })
      }
    />
  );
}
