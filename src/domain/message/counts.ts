import type { Page, Scan, Total } from '../../database/scan.ts';
import { type Counting, totalReader } from '../../database/totals.ts';
import type { Block } from './history.ts';
import type { Log, Source, TimeWindow } from './log.ts';

/** Counts lines of the log, for a bounded time. */
export function countReader(log: Log) {
  const totals = totalReader();

  return {
    /**
     * Counts the lines of a source, part by part.
     * @param sealed how many a block has that lies in the window as a whole, where that is known without reading it
     */
    *counted<L>(source: Source<L>, window: TimeWindow, sealed?: (block: Block) => number): Generator<number> {
      const { fromNs, toNs } = window;
      for (const part of log.parts(window)) {
        const { block } = part;
        const inside =
          block && (fromNs === undefined || block.minRx >= fromNs) && (toNs === undefined || block.maxRx < toNs);
        if (inside && sealed) yield sealed(block);
        else for (const line of source.lines(part)) yield line === undefined ? 0 : 1;
      }
    },

    /** How many lines there are, after a page of them: as `totalReader`, and what indexes tell is of one state. */
    total: (
      kind: string,
      query: object,
      now: number,
      { indexed, lines }: Counting,
      first: Page<unknown> | undefined,
    ): Scan<Total> => totals(kind, query, now, { indexed: () => log.consistent(indexed), lines }, first),
  };
}
export type Counts = ReturnType<typeof countReader>;
