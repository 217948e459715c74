import { interleaved, type Position, takePage, type Walk } from '../../database/merge.ts';
import { complete, type Page, type Scan, type Total } from '../../database/scan.ts';
import type { DownlinkLine, DownlinkLines } from '../downlink/lines.ts';
import { unpackFlags } from '../uplink/flags.ts';
import type { Reception } from '../uplink/reception.ts';
import type { Counting, Counts } from './counts.ts';
import type { Block, History } from './history.ts';
import { type LineTerm, lineMatches } from './line-search.ts';
import type { Log, Part, Source, StoredMessage } from './log.ts';
import { PostingKind } from './tail.ts';

/** One line of a base station's feed: its own copy of a message. */
export interface UplinkLine {
  direction: 'uplink';
  /** Place in the feed; differs from the message's seq when the copy came late. */
  seq: number;
  /** When this copy was received, ns. */
  at: bigint;
  message: StoredMessage;
  reception: Reception;
}

export type StationLine = UplinkLine | DownlinkLine;

export interface StationQuery {
  station: number;
  /** Who asks: endpoints of others are not to be found by what is hidden of them. */
  org: number;
  direction?: StationLine['direction'] | undefined;
  /** Time of the line, [from, to). */
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
  endpoint?: readonly number[] | undefined;
  duplicate?: boolean | undefined;
  dlOpen?: boolean | undefined;
  terms?: readonly LineTerm[] | undefined;
}

export interface FeedParts {
  history: History;
  log: Log;
  downlinks: DownlinkLines;
  counts: Counts;
}

/**
 * Reads the feed of one base station, by time or in storage order: its own copies of messages, and the downlinks that ended
 * there. Both come from sources of their own and are joined here.
 */
export function stationLineReader({ history, log, downlinks, counts }: FeedParts) {
  const lineOf = (seq: number, message: StoredMessage | undefined, station: number): UplinkLine | undefined => {
    const reception = message?.receptions.find(copy => copy.station === station);
    return message && reception && { direction: 'uplink', seq, at: reception.rxTime, message, reception };
  };
  const readLine = (seq: number, station: number) => lineOf(seq, log.readEither(seq), station);

  /** Places of the lines of a block; of those of other endpoints, few are read at all. */
  const sealedLines = ({ station, endpoint }: StationQuery, block: Block): number[] => {
    const { seqs } = history.linesIn(block, PostingKind.station, station);
    if (endpoint === undefined) return seqs;
    const theirs = new Set(endpoint.flatMap(key => history.linesIn(block, PostingKind.endpoint, key).seqs));
    // The place of a late copy does not tell whose it is.
    for (const { seq } of log.lateAfter(station, block.firstSeq - 1, block.lastSeq, seqs.length)) theirs.add(seq);
    return seqs.filter(seq => theirs.has(seq));
  };

  const sourceOf = (query: StationQuery): Source<UplinkLine> => {
    const { station } = query;
    const all = function* (part: Part): Generator<UplinkLine | undefined> {
      if (part.block) {
        for (const seq of sealedLines(query, part.block)) yield readLine(seq, station);
        return;
      }
      const copies = log.tailLate(part.above).filter(copy => copy.station === station);
      const late = new Set(copies.map(copy => copy.message));
      for (const message of log.tail(part)) {
        yield message && !late.has(message.seq) ? lineOf(message.seq, message, station) : undefined;
      }
      for (const { seq, message } of copies) yield lineOf(seq, log.read(message), station);
    };
    return {
      *lines(part) {
        for (const line of all(part)) yield line && matches(line, query) ? line : undefined;
      },
      time: line => line.at,
    };
  };

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

  const total = (query: StationQuery, now: number, first?: Page<unknown, unknown>) =>
    counts.total('lines', query, now, counting(query), first);

  return {
    stationRows: (
      query: StationQuery,
      descending: boolean,
      size: number,
      from?: Position,
    ): Scan<Page<StationLine, Position>> => paged(query, descending, size, from),

    /** A page of lines, and how many there are. @param now milliseconds */
    *stationList(
      query: StationQuery,
      descending: boolean,
      size: number,
      from: Position | undefined,
      now: number,
    ): Scan<Page<StationLine, Position> & { total: Total }> {
      const page = yield* paged(query, descending, size, from);
      return { ...page, total: yield* total(query, now, from ? undefined : page) };
    },

    /** @param now milliseconds */
    stationTotal: (query: StationQuery, now: number): Scan<Total> => total(query, now),

    stationPage: (
      query: StationQuery,
      descending: boolean,
      size: number,
      from?: Position,
    ): Page<StationLine, Position> => log.consistent(() => complete(paged(query, descending, size, from))),

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

    /** Sealed messages of which some of the stations may have a copy in [fromNs, toNs); each block is read once. Undefined for one that is gone. */
    *sealedHeardBy(
      stations: readonly number[],
      { fromNs, toNs }: { fromNs: bigint; toNs: bigint },
    ): Generator<StoredMessage | undefined> {
      for (const block of history.blocks()) {
        if (block.maxRx < fromNs || block.minRx >= toNs) continue;
        const seqs = stations.flatMap(station => history.linesIn(block, PostingKind.station, station).seqs);
        for (const seq of new Set(seqs)) yield log.readEither(seq);
      }
    },

    /** Copies that reached one station's feed late, in (seq, upTo]. */
    lateAfter(station: number, seq: number, upTo: number): UplinkLine[] {
      const copies = log.lateAfter(station, seq, upTo, Number.MAX_SAFE_INTEGER);
      return copies.flatMap(copy => lineOf(copy.seq, log.read(copy.message), station) ?? []);
    },

    /** Late copies of the messages from one seq to another: message seq → stations. */
    lateStations(fromSeq: number, toSeq: number): Map<number, Set<number>> {
      const found = new Map<number, Set<number>>();
      for (const { message, station } of log.lateOf(fromSeq, toSeq)) {
        found.set(message, (found.get(message) ?? new Set()).add(station));
      }
      return found;
    },

    /** Late copies above the sealed part of the log whose messages are below it. */
    tailLateLines(): { station: number; message: StoredMessage; reception: Reception }[] {
      const sealed = history.sealedUpTo();
      return log.tailLate().flatMap(copy => {
        const line = copy.message <= sealed ? lineOf(copy.seq, log.read(copy.message), copy.station) : undefined;
        return line ? [{ ...line, station: copy.station }] : [];
      });
    },
  };
}

function matches({ at, message, reception }: UplinkLine, query: StationQuery): boolean {
  const { duplicate, dlOpen } = unpackFlags(message.flags);
  const own = message.org === query.org;
  return (
    (query.fromNs === undefined || at >= query.fromNs) &&
    (query.toNs === undefined || at < query.toNs) &&
    (query.endpoint === undefined || (own && query.endpoint.includes(message.endpoint))) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    (query.terms === undefined || lineMatches(query.terms, own ? message : undefined, reception.opId))
  );
}
