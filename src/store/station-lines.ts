import { unpackFlags } from '../domain/uplink/flags.ts';
import { type LineTerm, lineMatches } from '../domain/uplink/line-search.ts';
import type { Reception } from '../domain/uplink/reception.ts';
import { PostingKind } from '../domain/uplink/tail.ts';
import type { History } from './history.ts';
import { type Log, type Position, type StoredMessage, startOf, takePage } from './log.ts';

/** One line of a base station's feed: its own copy of a message. */
export interface StationLine {
  /** Place in the feed; differs from the message's seq when the copy came late. */
  seq: number;
  message: StoredMessage;
  reception: Reception;
}

export interface StationQuery {
  station: number;
  /** Who asks: endpoints of others are not to be found by what is hidden of them. */
  org: number;
  /** Radio time of the station's copy, [from, to). */
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
  endpoint?: readonly number[] | undefined;
  duplicate?: boolean | undefined;
  dlOpen?: boolean | undefined;
  terms?: readonly LineTerm[] | undefined;
}

interface LineFilter {
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
}

/** Reads the feed of one base station, by the time of its own copies or in storage order. */
export function stationLineReader({ history, log }: { history: History; log: Log }) {
  const lineOf = (seq: number, message: StoredMessage | undefined, station: number): StationLine | undefined => {
    const reception = message?.receptions.find(copy => copy.station === station);
    return message && reception && { seq, message, reception };
  };
  const readLine = (seq: number, station: number) => lineOf(seq, log.readEither(seq), station);

  const tailLines = (station: number): StationLine[] => {
    const copies = log.tailLate().filter(copy => copy.station === station);
    const late = new Set(copies.map(copy => copy.message));
    const lines: StationLine[] = [];
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

  const stationLines = function* (
    station: number,
    { fromNs, toNs }: LineFilter,
    descending: boolean,
    from?: Position,
  ): Generator<StationLine> {
    const lines = log.ordered<StationLine>(
      PostingKind.station,
      [station],
      { by: 'time', descending },
      startOf({ fromNs, toNs }, descending, from),
      {
        newest: () => tailLines(station),
        load: (_block, _key, seqs) => seqs.flatMap(seq => readLine(seq, station) ?? []),
        time: line => line.reception.rxTime,
      },
    );
    for (const line of lines) {
      const { rxTime } = line.reception;
      if (fromNs !== undefined && rxTime < fromNs) {
        if (descending) return;
        continue;
      }
      if (toNs !== undefined && rxTime >= toNs) {
        if (!descending) return;
        continue;
      }
      yield line;
    }
  };

  const select = (query: StationQuery, descending: boolean, from?: Position): IteratorObject<StationLine> =>
    stationLines(query.station, query, descending, from).filter(line => matches(line, query));

  return {
    stationLines,

    stationPage(
      query: StationQuery,
      descending: boolean,
      size: number,
      from?: Position,
    ): { rows: StationLine[]; next?: Position } {
      return log.consistent(() =>
        takePage(select(query, descending, from), size, line => [line.reception.rxTime, line.seq]),
      );
    },

    stationCount(query: StationQuery): number {
      const { station, org: _, ...filters } = query;
      if (Object.values(filters).every(value => value === undefined)) {
        return history.sealedCount(PostingKind.station, station) + tailLines(station).length;
      }
      let found = 0;
      for (const _line of select(query, true)) found++;
      return found;
    },

    /** A station's copy of a message. */
    stationLine(station: number, id: string): StationLine | undefined {
      return log.consistent(() => {
        const message = log.find(id);
        if (!message) return undefined;
        const late = log.lateOf(message.seq, message.seq).find(copy => copy.station === station);
        return lineOf(late?.seq ?? message.seq, message, station);
      });
    },

    /**
     * The next lines of a station's feed in storage order; reads at most `limit` messages and as many late copies.
     * @returns `upTo` where to go on, also when nothing of it was this station's
     */
    stationAfter(station: number, seq: number, limit: number): { lines: StationLine[]; upTo: number } {
      return log.consistent(() => {
        const messages = log.after(seq, limit);
        const full = messages.length === limit ? messages.at(-1)?.seq : undefined;
        const copies = log.lateAfter(station, seq, full ?? Number.MAX_SAFE_INTEGER, limit);
        const lastCopy = copies.at(-1)?.seq ?? seq;
        const upTo = copies.length === limit ? lastCopy : Math.max(full ?? messages.at(-1)?.seq ?? seq, lastCopy);
        const first = messages[0]?.seq ?? 0;
        const late = new Set(
          log
            .lateOf(first, messages.at(-1)?.seq ?? 0)
            .flatMap(copy => (copy.station === station ? [copy.message] : [])),
        );
        const lines: StationLine[] = [];
        for (const message of messages) {
          const line = message.seq <= upTo && !late.has(message.seq) && lineOf(message.seq, message, station);
          if (line) lines.push(line);
        }
        for (const copy of copies) {
          const line = lineOf(copy.seq, log.read(copy.message), station);
          if (line) lines.push(line);
        }
        return { lines: lines.sort((a, b) => a.seq - b.seq), upTo };
      });
    },

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
    lateAfter(station: number, seq: number, upTo: number): StationLine[] {
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

function matches({ message, reception }: StationLine, query: StationQuery): boolean {
  const { duplicate, dlOpen } = unpackFlags(message.flags);
  const own = message.org === query.org;
  return (
    (query.endpoint === undefined || (own && query.endpoint.includes(message.endpoint))) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    (query.terms === undefined || lineMatches(query.terms, own ? message : undefined, reception.opId))
  );
}
