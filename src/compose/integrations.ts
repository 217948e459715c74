import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { TargetGuard } from '../integrations/guard.ts';
import type { Clock } from '../kit/clock.ts';
import { SECOND_MS } from '../kit/units.ts';
import type { FiguresOf } from '../rpc/integrations/wire.ts';

/** Where integrations may connect to, and what is known of those that are enabled. */
export function integrationsOf({
  config,
  clock,
  store,
}: {
  readonly config: Config;
  readonly clock: Clock;
  readonly store: Store;
}): {
  readonly targets: TargetGuard;
  readonly integrationFigures: FiguresOf;
} {
  return {
    targets: new TargetGuard({ allow: config.integrations.allow_targets }),
    async integrationFigures({ id, org, cursors, ...filter }, signal) {
      const { count, oldestAt } = await store.scan.integrations.queued(signal, { id, org, filter }, cursors);
      const behindSeconds = oldestAt === undefined ? 0 : Math.max(0, Math.floor((clock.now() - oldestAt) / SECOND_MS));
      return { state: 'connecting', queued: count, behindSeconds, nextAttemptAt: undefined };
    },
  };
}
