import type { Driver, Item, Outcome } from '../../../src/integrations/driver.ts';
import { TargetError } from '../../../src/integrations/failure.ts';
import type { Surroundings, Target } from '../../../src/integrations/target.ts';
import type { MachineClock } from '../../../src/kit/time/clock.ts';
import type { Chance } from '../random.ts';

export interface TargetOptions {
  /** Of those outside: the target goes on when the program does not. */
  readonly clock: MachineClock;
  readonly chance: Chance;
  /** Whether things go wrong now. */
  troubled(): boolean;
  /** Takes an item over. */
  take(item: Item): void;
}

const AHEAD = 256;

/** A target that takes items some time later; in troubled times it refuses connections, is away, answers late, or takes something and says nothing. */
export function simulatedTarget({ clock, chance, troubled, take }: TargetOptions): Target {
  const after = (ms: number) => new Promise<void>(resolve => clock.after(ms, resolve));
  const driverOf = ({ lost }: Surroundings): Driver => {
    let over = false;
    return {
      async open() {
        await after(chance.of([1, 10, 200]));
        if (troubled() && chance.often(0.3)) throw new TargetError({ reason: 'refused' });
        return {};
      },
      send(items, settle) {
        const answer = (outcome: Outcome) => void (over || settle(outcome));
        clock.after(chance.of([1, 5, 50, troubled() ? 20_000 : 50]), () => {
          if (troubled() && chance.often(0.1)) return answer({ kind: 'failed', failure: { reason: 'busy' } });
          for (const item of items) take(item);
          if (!troubled() || !chance.often(0.1)) return answer({ kind: 'accepted' });
          // It has them, and the program never learns of it.
          if (!over) lost({ reason: 'gone' });
        });
      },
      async close() {
        over = true;
      },
    };
  };
  return {
    ...{ kind: 'mqtt', window: 4, ahead: AHEAD },
    connect: () => ({
      batch: { items: 10, waitMs: 0 },
      clientCertPem: undefined,
      secrets: [],
      driver: async surroundings => driverOf(surroundings),
    }),
  };
}
