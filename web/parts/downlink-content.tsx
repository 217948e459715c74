import { words } from '../words/words.ts';

/** The bytes of a downlink and the reference that it was given. */
export function DownlinkContent({
  payload,
  reference,
  tip,
}: {
  /** In hex; empty: it acknowledges only. */
  payload: string;
  reference: string;
  tip?: string | undefined;
}) {
  return (
    <span data-tip={tip}>
      {payload === '' ? <span class="text-2">{words.value.downlinks.empty}</span> : <span class="mono">{payload}</span>}
      {reference !== '' && <span class="meta"> {reference}</span>}
    </span>
  );
}
