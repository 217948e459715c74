import { unpackFlags } from '../domain/uplink/flags.ts';
import { type LineTerm, lineMatches } from '../domain/uplink/line-search.ts';
import type { Reception } from '../domain/uplink/reception.ts';
import { PostingKind } from '../domain/uplink/tail.ts';
import type { DownlinkLine, DownlinkLines } from './downlink-lines.ts';
import type { History } from './history.ts';
import { type Log, type Position, type StoredMessage, startOf, takePage } from './log.ts';
import { interleaved } from './merge.ts';

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
}

/**
 * Reads the feed of one base station, by time or in storage order: its own copies of messages, and the downlinks that ended
 * there. Both come from sources of their own and are joined here.
 */
export function stationLineReader({ history, log, downlinks }: FeedParts) {
  const lineOf = (seq: number, message: StoredMessage | undefined, station: number): UplinkLine | undefined => {
    const reception = message?.receptions.find(copy => copy.station === station);
    return message && reception && { direction: 'uplink', seq, at: reception.rxTime, message, reception };
  };
  const readLine = (seq: number, station: number) => lineOf(seq, log.readEither(seq), station);

  const tailLines = (station: number): UplinkLine[] => {
    const copies = log.tailLate().filter(copy => copy.station === station);
    const late = new Set(copies.map(copy => copy.message));
    const lines: UplinkLine[] = [];
    for (const message of log.tail(({ seq }) => !late.has(seq))) {
      const line = lineOf(message.seq, message, station);
      if (line) lines.push(line);
    }
    for (const { seq, message } of copies) {
      const line = lineOf(seq, log.read(message), station);
      if (line) lines.push(line);
    }
    return lines;
  };

  const uplinkLines = function* (query: StationQuery, descending: boolean, from?: Position): Generator<UplinkLine> {
    const { station, fromNs, toNs } = query;
    const lines = log.ordered<UplinkLine>(
      PostingKind.station,
      [station],
      { by: 'time', descending },
      startOf(query, descending, from),
      {
        newest: () => tailLines(station),
        load: (_block, _key, seqs) => seqs.flatMap(seq => readLine(seq, station) ?? []),
        time: line => line.at,
      },
    );
    for (const line of lines) {
      if (fromNs !== undefined && line.at < fromNs) {
        if (descending) return;
        continue;
      }
      if (toNs !== undefined && line.at >= toNs) {
        if (!descending) return;
        continue;
      }
      if (matches(line, query)) yield line;
    }
  };

  const uplinkCount = (query: StationQuery): number => {
    const { station, org: _org, direction: _direction, ...filters } = query;
    if (Object.values(filters).every(value => value === undefined)) {
      return history.sealedCount(PostingKind.station, station) + tailLines(station).length;
    }
    let found = 0;
    for (const _line of uplinkLines(query, true)) found++;
    return found;
  };

  /** Both kinds in the order of (at, seq). */
  const select = (query: StationQuery, descending: boolean, from?: Position): Generator<StationLine> => {
    const { direction } = query;
    if (direction === 'uplink') return uplinkLines(query, descending, from);
    if (direction === 'downlink') return downlinks.lines(query, descending, from);
    return interleaved<StationLine>(
      uplinkLines(query, descending, from),
      downlinks.lines(query, descending, from),
      (a, b) => (a.at === b.at ? a.seq < b.seq : a.at < b.at) !== descending,
    );
  };

  return {
    stationPage(
      query: StationQuery,
      descending: boolean,
      size: number,
      from?: Position,
    ): { rows: StationLine[]; next?: Position } {
      return log.consistent(() => takePage(select(query, descending, from), size, line => [line.at, line.seq]));
    },

    stationCount(query: StationQuery): number {
      const { direction } = query;
      const uplinks = direction === 'downlink' ? 0 : uplinkCount(query);
      return uplinks + (direction === 'uplink' ? 0 : downlinks.count(query));
    },

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

    /** Sealed messages of which some of the stations may have a copy in [fromNs, toNs); each block is read once. */
    *sealedHeardBy(
      stations: readonly number[],
      { fromNs, toNs }: { fromNs: bigint; toNs: bigint },
    ): Generator<StoredMessage> {
      for (const block of history.blocks()) {
        if (block.maxRx < fromNs || block.minRx >= toNs) continue;
        const seqs = stations.flatMap(station => history.linesIn(block, PostingKind.station, station).seqs);
        for (const seq of new Set(seqs)) {
          const message = log.readEither(seq);
          if (message) yield message;
        }
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

function matches({ message, reception }: UplinkLine, query: StationQuery): boolean {
  const { duplicate, dlOpen } = unpackFlags(message.flags);
  const own = message.org === query.org;
  return (
    (query.endpoint === undefined || (own && query.endpoint.includes(message.endpoint))) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    (query.terms === undefined || lineMatches(query.terms, own ? message : undefined, reception.opId))
  );
}
