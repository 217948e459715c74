import { unpackFlags } from './flags.ts';
import type { Block, History } from './history.ts';
import { lineMatches, type StationQuery } from './line-search.ts';
import type { Log, Part, Source, StoredMessage } from './log.ts';
import { PostingKind } from './postings.ts';
import type { Reception } from './reception.ts';

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

/** What one base station has heard: its own copies of messages, those that came late at places of their own. */
export function stationCopies({ history, log }: { history: History; log: Log }) {
  const lineOf = (seq: number, message: StoredMessage | undefined, station: number): UplinkLine | undefined => {
    const reception = message?.receptions.find(copy => copy.station === station);
    return message && reception && { direction: 'uplink', seq, at: reception.rxTime, message, reception };
  };
  const readLine = (seq: number, station: number) => lineOf(seq, log.readEither(seq), station);

  /** Places of the lines of a block; of those of other endpoints, few are read at all. */
  const sealedLines = ({ station, endpoint }: StationQuery, block: Block): number[] => {
    const { seqs } = history.linesIn(block, PostingKind.station, station);
    if (endpoint === undefined) return seqs;
    const wanted = new Set(endpoint.flatMap(key => history.linesIn(block, PostingKind.endpoint, key).seqs));
    // The place of a late copy does not tell whose it is.
    for (const { seq } of log.lateAfter(station, block.firstSeq - 1, block.lastSeq, seqs.length)) wanted.add(seq);
    return seqs.filter(seq => wanted.has(seq));
  };

  const sourceOf = (query: StationQuery): Source<UplinkLine> => {
    const { station } = query;
    const all = function* (part: Part): Generator<UplinkLine | undefined> {
      if (part.block) {
        for (const seq of sealedLines(query, part.block)) yield readLine(seq, station);
        return;
      }
      const copies = log.lateIn(part.above).filter(copy => copy.station === station);
      const late = new Set(copies.map(copy => copy.message));
      for (const message of log.unsealedLines(part)) {
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

  return {
    lineOf,

    /** Where the lines of a query stand in the log. */
    sourceOf,

    /** Copies that reached one station's feed late, in (seq, upTo]. */
    lateAfter(station: number, seq: number, upTo: number): UplinkLine[] {
      const copies = log.lateAfter(station, seq, upTo, Number.MAX_SAFE_INTEGER);
      return copies.flatMap(copy => lineOf(copy.seq, log.read(copy.message), station) ?? []);
    },

    /**
     * Late copies of the messages from one seq to another: message seq → stations.
     * @param since only those whose own place is there or later
     */
    lateStations(fromSeq: number, toSeq: number, since = 0): Map<number, Set<number>> {
      const found = new Map<number, Set<number>>();
      for (const { seq, message, station } of log.lateOf(fromSeq, toSeq)) {
        if (seq < since) continue;
        found.set(message, (found.get(message) ?? new Set()).add(station));
      }
      return found;
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
