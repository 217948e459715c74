import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';
import { SECOND_MS } from '../kit/units.ts';
import { RuleFollower } from '../upkeep/rules.ts';

/** Begins to do what rules of organizations ask for. */
export function startRules(
  {
    config,
    store,
    clock,
    listened,
    log,
    news,
  }: {
    readonly config: Config;
    readonly store: Store;
    readonly clock: Clock;
    listened(): ListenedMs;
    readonly log: Log;
    /** Notified when the log may have grown, when events were stored, and when something audited was done. */
    readonly news: { readonly log: Notifier; readonly events: Notifier; readonly rules: Notifier };
  },
  opened: AsyncDisposableStack,
): void {
  const { validity_s, max_pending_per_endpoint: maxPending } = config.downlink;
  const rules = new RuleFollower({
    store,
    clock,
    listened,
    log,
    news,
    settings: { validityMs: validity_s * SECOND_MS, maxPending },
  });
  rules.start();
  opened.defer(() => rules.stop());
}
