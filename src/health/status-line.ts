import type { Clock } from '../kit/time/clock.ts';
import { DAY_MS, MINUTE_MS } from '../kit/units.ts';
import type { Pki } from '../pki/pki.ts';
import type { WorkDone } from './work-done.ts';

export interface StatusLineSources {
  readonly clock: Clock;
  readonly pki: Pick<Pki, 'server'>;
  readonly time: { readonly set: boolean };
  readonly work: Readonly<WorkDone>;
  /** Base stations that are connected. */
  stations(): number;
}

/** One line for the service manager that says how the service is; uplinks are counted from one call to the next. */
export function statusLine({ clock, pki, time, work, stations }: StatusLineSources): () => string {
  let last = { uplinks: work.uplinks, at: clock.monotonic() };
  return () => {
    const now = { uplinks: work.uplinks, at: clock.monotonic() };
    const perMinute = ((now.uplinks - last.uplinks) * MINUTE_MS) / Math.max(now.at - last.at, 1);
    last = now;
    const clockText = time.set ? 'clock set' : 'clock not set';
    const days = Math.floor((pki.server().notAfter.getTime() - clock.now()) / DAY_MS);
    return `${stations()} stations, ${perMinute.toFixed(0)} uplinks/min, ${clockText}, certificate ${days} days`;
  };
}
