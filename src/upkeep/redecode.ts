import type { Position } from '../database/scan.ts';
import type { Store } from '../domain/domain.ts';
import type { RedecodeCounts, RedecodeRange } from '../domain/message/redecode.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';

/** After a step the writer belongs to the stations for so many times as long as the step took, and never less. */
const PAUSE_FACTOR = 3;
const LEAST_PAUSE_MS = 5;

export interface RedecodeOptions {
  readonly store: Pick<Store, 'scan' | 'write'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly range: RedecodeRange;
  /** Uuid of a blueprint to take in place of the endpoints' own. */
  readonly blueprint?: string | undefined;
  /** Ends it between two steps; what is done stays done. */
  readonly signal: AbortSignal;
  /** Called after every step. */
  progress?(soFar: RedecodeCounts): void;
}

/** How far it came. */
export interface Redecoded extends RedecodeCounts {
  /** Radio time (nanoseconds) from which on messages may not have been looked at; undefined when all were. */
  readonly restFromNs: bigint | undefined;
}

/**
 * Decodes stored messages again by what decodes their endpoints now, in steps between which the stations are served. It can be given
 * up and begun again: what is right already is not written.
 */
export async function redecode(options: RedecodeOptions): Promise<Redecoded> {
  const { store, clock, log, range, blueprint, signal, progress } = options;
  let counts: RedecodeCounts = { looked: 0, changed: 0, success: 0, failed: 0, skipped: 0 };
  let from: Position | undefined;
  const rest = (): Redecoded => ({ ...counts, restFromNs: from?.[0] ?? range.fromNs ?? 0n });
  for (;;) {
    if (signal.aborted) return rest();
    const page = await store.scan.redecode.places(signal, range, from).catch((cause: unknown) => {
      if (signal.aborted) return undefined;
      throw cause;
    });
    if (!page) return rest();
    for (let seqs = page.seqs; seqs.length > 0; ) {
      const step = await store.write.redecode.step(seqs, blueprint);
      counts = sum(counts, step);
      seqs = seqs.slice(step.done);
      for (const failure of step.decoderFailures) log.error(failure, 'messages cannot be decoded');
      progress?.(counts);
      await sleep(clock, Math.max(step.tookMs * PAUSE_FACTOR, LEAST_PAUSE_MS), signal).catch(() => undefined);
      if (signal.aborted) return rest();
    }
    if (!page.next) return { ...counts, restFromNs: undefined };
    from = page.next;
  }
}

function sum(one: RedecodeCounts, other: RedecodeCounts): RedecodeCounts {
  return {
    looked: one.looked + other.looked,
    changed: one.changed + other.changed,
    success: one.success + other.success,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
