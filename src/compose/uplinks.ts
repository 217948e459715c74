import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { Uplinks } from '../domain/uplink/receive.ts';
import { Windows } from '../domain/uplink/window.ts';
import type { Metrics } from '../health/metrics.ts';
import type { WorkDone } from '../health/work-done.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';

export interface UplinkOptions {
  readonly config: Config;
  readonly clock: Clock;
  listened(): ListenedMs;
  readonly log: Log;
  readonly store: Store;
  readonly metrics: Metrics;
  readonly work: WorkDone;
}

/** The way of an uplink into the database: reception windows go on where the last process left them. */
export function openUplinks(
  { config, clock, listened, log, store, metrics, work }: UplinkOptions,
  opened: AsyncDisposableStack,
): Uplinks {
  const windows = new Windows({
    clock,
    listened,
    log,
    windowMs: config.uplink.reception_window_ms,
    close: store.write.uplinks.close,
    derive: store.write.uplinks.derive,
  });
  opened.defer(() => windows.stop());
  const due = store.read.uplinks.nextDue();
  if (due !== undefined) windows.resume(due);
  return new Uplinks({
    windows,
    store: store.write.uplinks.receive,
    storeMac: store.write.uplinks.receiveMac,
    counted(outcome) {
      work.uplinks++;
      metrics.bssci.uplink(outcome);
    },
  });
}
