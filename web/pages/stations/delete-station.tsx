import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import type { BaseStation } from '../../data/stations.ts';
import { deleteStation } from '../../data/stations-write.ts';
import { Question } from '../../parts/dialog/dialog.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { words } from '../../words/words.ts';

export function DeleteStation({
  station,
  onClose,
  onDone = onClose,
}: {
  station: BaseStation;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { stations: text, parts } = words.value;
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await deleteStation(station.bsEui);
      return text.deleted(station.name);
    });
    setBusy(false);
    if (done) onDone();
  };
  return (
    <Question
      title={text.deleteTitle(station.name)}
      text={text.deleteText}
      verb={parts.delete}
      busy={busy ? parts.deleting : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
