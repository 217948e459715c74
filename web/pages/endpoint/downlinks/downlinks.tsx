import type { EndPoint } from '../../../data/endpoint.ts';
import { DownlinkForm } from './form.tsx';
import { Done, Waiting } from './queue.tsx';

/** What waits and why, what became of others, and the form. */
export function Downlinks({ endpoint, onChange }: { endpoint: EndPoint; onChange: () => void }) {
  return (
    <div class="split downlink-split">
      <div class="stack">
        <Waiting endpoint={endpoint} onChange={onChange} />
        <Done eui={endpoint.epEui} />
      </div>
      <DownlinkForm endpoint={endpoint} onSent={onChange} />
    </div>
  );
}
