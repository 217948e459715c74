import type { Db } from '../../database/driver.ts';

/** Stretches that are remembered: a few for each group of readers that go through the log together. */
const MAX_STRETCHES = 8;

/** Everything that is read of the log in (after, upTo]. */
export interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/**
 * What was read of the log lately. Readers go through it side by side: one that stands where another has just read takes that over.
 * What has a place stays as it was when it became visible, until it is pruned.
 */
export function recentStretches<S extends Stretch>(db: Db) {
  const pruned = db.prepare(
    "SELECT coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0) AS upTo",
  );
  let stretches: S[] = [];
  let prunedUpTo = 0;

  return {
    /** The one that goes on behind a place. */
    behind(place: number, fits: (stretch: S) => boolean = () => true): S | undefined {
      const { upTo } = pruned.get() as { upTo: number };
      // What was said to be gone is not read any more.
      if (upTo !== prunedUpTo) stretches = [];
      prunedUpTo = upTo;
      return stretches.find(stretch => stretch.after <= place && place < stretch.upTo && fits(stretch));
    },

    remember(stretch: S): void {
      if (stretch.upTo > stretch.after) stretches.push(stretch);
      if (stretches.length > MAX_STRETCHES) stretches.shift();
    },
  };
}
