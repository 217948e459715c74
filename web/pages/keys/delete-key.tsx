import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { type ApiKey, deleteKey } from '../../data/keys.ts';
import { msOf } from '../../model/text/time.ts';
import { Question } from '../../parts/dialog/dialog.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

export function DeleteKey({ of, onClose }: { of: ApiKey; onClose: () => void }) {
  const { keys: text, parts } = words.value;
  const [busy, setBusy] = useState(false);
  const used = msOf(of.lastUsedAt);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await deleteKey(of.id);
      return text.deleted(of.name);
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Question
      title={text.deleteTitle(of.name)}
      text={text.deleteText(used === undefined ? text.never : format.value.ago(used, ticking.value))}
      verb={parts.delete}
      busy={busy ? parts.deleting : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
