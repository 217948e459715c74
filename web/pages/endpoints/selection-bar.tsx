import { useState } from 'preact/hooks';
import { attachEndpoint, detachEndpoint, type EndPoint } from '../../data/endpoints.ts';
import { faultOf } from '../../data/faults.ts';
import { forEachOf } from '../../model/eight-at-a-time.ts';
import { announce } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { words } from '../../words/words.ts';

/** What can be done with the selected endpoints. */
export function SelectionBar({
  selected,
  onClear,
  onDelete,
  onDone,
}: {
  selected: readonly EndPoint[];
  onClear: () => void;
  onDelete: () => void;
  onDone: () => void;
}) {
  const { endpoints: text, parts } = words.value;
  const [busy, setBusy] = useState<'attach' | 'detach' | undefined>(undefined);
  const run = async (which: 'attach' | 'detach') => {
    setBusy(which);
    const act = which === 'attach' ? attachEndpoint : detachEndpoint;
    const failed = await forEachOf(selected, ({ epEui }) => act(epEui));
    setBusy(undefined);
    const done = selected.length - failed.length;
    if (done > 0) announce({ text: which === 'attach' ? text.attached(done) : text.detached(done), tone: 'ok' });
    const [first] = failed;
    if (first) announce({ text: `${text.someFailed(failed.length)}: ${faultOf(first.cause).text}`, tone: 'error' });
    onDone();
  };
  return (
    <section class="selection-bar" aria-label={text.selectedEndpoints}>
      <b class="strong">{text.selectedCount(selected.length)}</b>
      <span class="selection-acts">
        <Button busy={busy === 'attach' ? parts.saving : undefined} onClick={() => void run('attach')}>
          {text.attach}
        </Button>
        <Button busy={busy === 'detach' ? parts.saving : undefined} onClick={() => void run('detach')}>
          {text.detach}
        </Button>
        <Button kind="danger-outline" icon="trash" onClick={onDelete}>
          {parts.delete}
        </Button>
        <Button kind="quiet" icon="close" label={text.clearSelection} onClick={onClear} />
      </span>
    </section>
  );
}
