import type { EndPoint } from '../../../data/endpoint.ts';
import { DownlinkForm } from './form.tsx';
import { Done, Waiting } from './queue.tsx';

/** What waits and why, what became of others, and the form. */
export function Downlinks({ endpoint }: { endpoint: EndPoint }) {
  return (
    <div class="split downlink-split">
      <div class="stack">
        <Waiting endpoint={endpoint} />
        <Done eui={endpoint.epEui} />
      </div>
      <DownlinkForm endpoint={endpoint} />
    </div>
  );
}
