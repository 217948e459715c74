import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { attachEndpoint, detachEndpoint, type EndPoint, updateEndpoint } from '../../data/endpoints.ts';
import { forEachOf } from '../../model/eight-at-a-time.ts';
import { Button } from '../../parts/button.tsx';
import { announce } from '../../parts/note/announce.ts';
import { words } from '../../words/words.ts';

const suspendedAs = (suspended: boolean) => async (epEui: string) =>
  void (await updateEndpoint({ epEui, suspended }, ['suspended']));
const ACTS = {
  attach: attachEndpoint,
  detach: detachEndpoint,
  suspend: suspendedAs(true),
  resume: suspendedAs(false),
} as const;
type Act = keyof typeof ACTS;

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
  const [busy, setBusy] = useState<Act | undefined>(undefined);
  const reason = useRights()('E');
  const suspend = selected.some(({ suspended }) => !suspended);
  const run = async (which: Act) => {
    setBusy(which);
    const failed = await forEachOf(selected, ({ epEui }) => ACTS[which](epEui));
    setBusy(undefined);
    const done = selected.length - failed.length;
    if (done > 0) announce({ text: text.acted[which](done), tone: 'ok' });
    const [first] = failed;
    if (first) announce({ text: `${text.someFailed(failed.length)}: ${faultOf(first.cause).text}`, tone: 'error' });
    onDone();
  };
  return (
    <section class="selection-bar" aria-label={text.selectedEndpoints}>
      <b class="strong">{text.selectedCount(selected.length)}</b>
      <span class="selection-acts">
        {(['attach', 'detach', suspend ? 'suspend' : 'resume'] as const).map(act => (
          <Button
            key={act}
            busy={busy === act ? parts.saving : undefined}
            reason={reason}
            onClick={() => void run(act)}
          >
            {text[act]}
          </Button>
        ))}
        <Button kind="danger-outline" icon="trash" reason={reason} onClick={onDelete}>
          {parts.delete}
        </Button>
        <Button kind="quiet" icon="close" label={text.clearSelection} onClick={onClear} />
      </span>
    </section>
  );
}
