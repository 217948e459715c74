import type { Db } from '../../database/driver.ts';
import { interleaved, takePage, type Walk } from '../../database/merge.ts';
import { complete, type Page, type Position, type Scan, type Total } from '../../database/scan.ts';
import type { Counting } from '../../database/totals.ts';
import { type DownlinkLine, downlinkLineReader } from '../downlink/lines.ts';
import { countReader } from '../message/counts.ts';
import type { Block, History } from '../message/history.ts';
import type { StationQuery } from '../message/line-search.ts';
import type { Log } from '../message/log.ts';
import { PostingKind } from '../message/postings.ts';
import { stationCopies, type UplinkLine } from '../message/station-copies.ts';

export type StationLine = UplinkLine | DownlinkLine;

/**
 * Reads the feed of one base station, by time or in storage order: its own copies of messages, and the downlinks that ended
 * there. Both come from sources of their own and are joined here.
 */
export function stationLineReader(db: Db, { history, log }: { history: History; log: Log }) {
  const { lineOf, sourceOf } = stationCopies({ history, log });
  const downlinks = downlinkLineReader(db);
  const counts = countReader(log);

  const uplinkLines = (query: StationQuery, descending: boolean, from?: Position, most?: number): Walk<UplinkLine> => {
    const { fromNs, toNs } = query;
    return log.ordered(sourceOf(query), { by: 'time', descending }, { from, most, fromNs, toNs });
  };

  const uplinkCounts = (query: StationQuery): Generator<number> => {
    const { station, org: _org, direction: _direction, fromNs, toNs, ...filters } = query;
    const plain = Object.values(filters).every(value => value === undefined);
    const sealed = plain ? (block: Block) => history.countIn(block, PostingKind.station, station) : undefined;
    return counts.counted(sourceOf(query), { fromNs, toNs }, sealed);
  };

  const counting = (query: StationQuery): Counting => ({
    indexed: () => undefined,
    *lines() {
      if (query.direction !== 'uplink') yield* downlinks.counts(query);
      if (query.direction !== 'downlink') yield* uplinkCounts(query);
    },
  });

  /** Both kinds in the order of (at, seq). */
  const select = (query: StationQuery, descending: boolean, from?: Position, most?: number): Walk<StationLine> => {
    const { direction } = query;
    if (direction === 'uplink') return uplinkLines(query, descending, from, most);
    if (direction === 'downlink') return downlinks.lines(query, descending, from);
    return interleaved<StationLine>(
      uplinkLines(query, descending, from, most),
      downlinks.lines(query, descending, from),
      descending,
    );
  };

  const paged = (query: StationQuery, descending: boolean, size: number, from?: Position) =>
    takePage(select(query, descending, from, size + 1), size);

  const total = (query: StationQuery, now: number, first?: Page<unknown>) =>
    counts.total('lines', query, now, counting(query), first);

  return {
    stationRows: (query: StationQuery, descending: boolean, size: number, from?: Position): Scan<Page<StationLine>> =>
      paged(query, descending, size, from),

    /** A page of lines, and how many there are. @param now milliseconds */
    *stationList(
      query: StationQuery,
      descending: boolean,
      size: number,
      from: Position | undefined,
      now: number,
    ): Scan<Page<StationLine> & { total: Total }> {
      const page = yield* paged(query, descending, size, from);
      return { ...page, total: yield* total(query, now, from ? undefined : page) };
    },

    /** @param now milliseconds */
    stationTotal: (query: StationQuery, now: number): Scan<Total> => total(query, now),

    stationPage: (query: StationQuery, descending: boolean, size: number, from?: Position): Page<StationLine> =>
      log.consistent(() => complete(paged(query, descending, size, from))),

    stationCount: (query: StationQuery): number =>
      log.consistent(() =>
        counting(query)
          .lines()
          .reduce((sum, found) => sum + found, 0),
      ),

    /** A station's copy of a message, or a downlink that ended there. */
    stationLine(station: number, id: string): StationLine | undefined {
      return log.consistent(() => {
        const message = log.find(id);
        if (!message) return downlinks.find(station, id);
        const late = log.lateOf(message.seq, message.seq).find(copy => copy.station === station);
        return lineOf(late?.seq ?? message.seq, message, station);
      });
    },

    /**
     * The next lines of a station's feed in storage order; reads at most `limit` messages, late copies and downlinks each.
     * @returns `upTo` where to go on, also when nothing of it was this station's; `more` when it ended at the limit
     */
    stationAfter(station: number, seq: number, limit: number): { lines: StationLine[]; upTo: number; more: boolean } {
      return log.consistent(() => {
        // A source that is cut off at the limit may have more right behind: nothing is taken from beyond it.
        const cut = (rows: readonly { seq: number }[]) => (rows.length === limit ? rows.at(-1)?.seq : undefined);
        const messages = log.after(seq, limit);
        const toCopy = cut(messages) ?? Number.MAX_SAFE_INTEGER;
        const copies = log.lateAfter(station, seq, toCopy, limit);
        const toDownlink = cut(copies) ?? toCopy;
        const ended = downlinks.after(station, seq, toDownlink, limit);
        const last = Math.max(seq, messages.at(-1)?.seq ?? 0, copies.at(-1)?.seq ?? 0, ended.at(-1)?.seq ?? 0);
        const upTo = Math.min(last, cut(ended) ?? toDownlink);
        const first = messages[0]?.seq ?? 0;
        const late = new Set(
          log
            .lateOf(first, messages.at(-1)?.seq ?? 0)
            .flatMap(copy => (copy.station === station ? [copy.message] : [])),
        );
        const lines: StationLine[] = [...ended];
        for (const message of messages) {
          const line = message.seq <= upTo && !late.has(message.seq) && lineOf(message.seq, message, station);
          if (line) lines.push(line);
        }
        for (const copy of copies) {
          const line = copy.seq <= upTo && lineOf(copy.seq, log.read(copy.message), station);
          if (line) lines.push(line);
        }
        const more = [messages, copies, ended].some(rows => rows.length === limit);
        return { lines: lines.sort((a, b) => a.seq - b.seq), upTo, more };
      });
    },

    /** Counts downlinks that ended at a station. */
    stationDownlinks: downlinks.figures,
  };
}
export type StationLines = ReturnType<typeof stationLineReader>;
