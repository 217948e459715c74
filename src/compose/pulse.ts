import type { BssciService } from '../bssci/listener.ts';
import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { listenerVital, type Vital, writerVital } from '../health/liveness.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pki } from '../pki/pki.ts';

export interface PulseParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
  readonly pki: Pki;
  readonly bssci: BssciService;
  readonly time: { readonly set: boolean };
  readonly ports: Readonly<Record<'bssci' | 'gateway' | 'core' | 'health_core' | 'health_gateway', number>> & {
    readonly scaci: number | null;
  };
  readonly counts: Counts;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What the parts tell while they work, for the two below. */
export class Counts {
  /** Uplinks since the start. */
  uplinks = 0;
  /** When the writer has last ended a transaction, monotonic milliseconds. */
  lastOutcomeAt = 0;
}

/** What must work for this process to be of use. */
export function vitalsOf({ config, clock, store, ports, counts }: PulseParts): Vital[] {
  const listeners = [
    listenerVital('bssci', config.bssci_host, ports.bssci),
    listenerVital('gateway', config.gateway_host, ports.gateway),
    listenerVital('core', config.core_host, ports.core),
    listenerVital('health', config.health.host, ports.health_core),
  ];
  if (ports.scaci !== null) listeners.push(listenerVital('scaci', config.scaci_host, ports.scaci));
  const writer = writerVital({
    clock,
    lastOutcomeAt: () => counts.lastOutcomeAt,
    waiting: () => store.waiting,
    write: () => store.write.installation.setValue('heartbeat', new Date(clock.now()).toISOString()),
  });
  return [writer, ...listeners];
}

/** One line for whoever asks how the service is; uplinks are counted from one call to the next. */
export function statusLine({ clock, pki, bssci, time, counts }: PulseParts): () => string {
  let last = { uplinks: counts.uplinks, at: clock.monotonic() };
  return () => {
    const now = { uplinks: counts.uplinks, at: clock.monotonic() };
    const perMinute = ((now.uplinks - last.uplinks) * MINUTE_MS) / Math.max(now.at - last.at, 1);
    last = now;
    const clockText = time.set ? 'clock set' : 'clock not set';
    const days = Math.floor((pki.server().notAfter.getTime() - clock.now()) / DAY_MS);
    return `${bssci.stations.count} stations, ${perMinute.toFixed(0)} uplinks/min, ${clockText}, certificate ${days} days`;
  };
}
