import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { deleteEndpoint, type EndPoint } from '../../data/endpoints.ts';
import { forEachOf } from '../../model/eight-at-a-time.ts';
import { Question } from '../../parts/dialog/dialog.tsx';
import { announce } from '../../parts/note/announce.ts';
import { format, words } from '../../words/words.ts';

const NAMED = 5;

export function DeleteEndpoints({
  endpoints,
  onClose,
  onDone,
}: {
  endpoints: readonly EndPoint[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { endpoints: text, parts } = words.value;
  const [busy, setBusy] = useState(false);
  const [only] = endpoints;
  const one = endpoints.length === 1 && only ? only : undefined;
  const names = endpoints.slice(0, NAMED).map(({ name }) => name);
  const confirm = async () => {
    setBusy(true);
    const failed = await forEachOf(endpoints, ({ epEui }) => deleteEndpoint(epEui));
    setBusy(false);
    const done = endpoints.length - failed.length;
    if (done > 0) announce({ text: text.deleted(done), tone: 'ok' });
    const [first] = failed;
    if (first) announce({ text: `${text.someFailed(failed.length)}: ${faultOf(first.cause).text}`, tone: 'error' });
    onDone();
  };
  return (
    <Question
      title={one ? text.deleteTitle(one.name) : text.deleteMany(endpoints.length)}
      text={
        one
          ? text.deleteText(one.pendingDownlinks)
          : text.deleteManyText(`${format.value.list(names)}${endpoints.length > NAMED ? ' …' : ''}`)
      }
      verb={parts.delete}
      busy={busy ? parts.deleting : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
