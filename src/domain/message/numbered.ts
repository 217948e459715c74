import type { Db } from '../../database/driver.ts';
import { merged } from '../../database/merge.ts';
import { type Page, type Position, type Scan, type Section, type Total, totalWith } from '../../database/scan.ts';
import type { History } from './history.ts';
import type { Log, Part, StoredMessage, TimeWindow } from './log.ts';
import type { Messages } from './message-store.ts';
import { PostingKind } from './postings.ts';

export interface NumberedQuery extends TimeWindow {
  readonly org: number;
  /** Row id of one registration. */
  readonly endpoint: number;
}

/** A message as far as its place in the order goes. */
interface Place {
  readonly seq: number;
  readonly rx: bigint;
}

const NEWEST_FIRST = { by: 'time', descending: true } as const;

/** Pages of messages of one endpoint by how many are before them, newest first. */
export function numberedMessages(
  db: Db,
  { history, log, messages }: { history: History; log: Log; messages: Pick<Messages, 'whole' | 'total'> },
) {
  const timeOf = db.prepare('SELECT rx_time_ns AS rx FROM message WHERE seq = ?', { bigint: true });
  const unsealed = db.prepare(
    'SELECT CAST(seq AS INTEGER) AS seq, rx_time_ns AS rx FROM message WHERE seq > ? AND seq <= ? AND endpoint = ?',
    { bigint: true },
  );

  const placesIn = function* ({ block, above, lastSeq }: Part, { endpoint }: NumberedQuery): Generator<Place> {
    if (!block) {
      for (const { seq, rx } of unsealed.all(above, lastSeq, endpoint) as { seq: bigint; rx: bigint }[]) {
        yield { seq: Number(seq), rx };
      }
      return;
    }
    for (const seq of history.linesIn(block, PostingKind.endpoint, endpoint).seqs) {
      const row = timeOf.get(seq) as { rx: bigint } | undefined;
      if (row) yield { seq, rx: row.rx };
    }
  };

  /** Where the line before the page stands; undefined: there are not so many. Nothing of the messages is read but their times. */
  function* behind(query: NumberedQuery, lines: number): Scan<Position | undefined> {
    const { fromNs, toNs } = query;
    const inWindow = ({ rx }: Place) => (fromNs === undefined || rx >= fromNs) && (toNs === undefined || rx < toNs);
    const spans = log.parts(query).map(part => {
      const { block } = part;
      const load = function* () {
        for (const place of placesIn(part, query)) {
          yield inWindow(place) ? { at: [place.rx, place.seq] as const, item: place } : undefined;
        }
      };
      if (!block) {
        const found = [...placesIn(part, query)].filter(inWindow);
        return { ...edgesOf(found.map(({ rx }) => rx)), load, count: () => found.length };
      }
      const { minRx: min, maxRx: max } = block;
      const isCut = (fromNs !== undefined && min < fromNs) || (toNs !== undefined && max >= toNs);
      const count = () => (isCut ? undefined : history.countIn(block, PostingKind.endpoint, query.endpoint));
      return { min, max, load, count };
    });
    const rest = spans.filter(({ min, max }) => min <= max).sort((a, b) => (a.max < b.max ? 1 : -1));
    let left = lines;
    // What lies in the window, and at a time of its own, is passed by the number of its lines.
    for (let [first, next] = rest; first; [first, next] = rest) {
      const count = next && next.max >= first.min ? undefined : first.count();
      if (count === undefined || count >= left) break;
      left -= count;
      rest.shift();
      yield;
    }
    for (const { item } of merged(rest, true, undefined)) {
      if (item && --left === 0) return [item.rx, item.seq];
      yield;
    }
    return undefined;
  }

  return {
    /** @param now milliseconds */
    *numbered(query: NumberedQuery, section: Section, now: number): Scan<Page<StoredMessage> & { total: Total }> {
      const total = yield* messages.total(query, now);
      const { offset, size } = section;
      const from = section.from ?? (offset === 0 ? undefined : yield* behind(query, offset));
      if (!from && offset > 0) return { rows: [], total };
      const page = yield* messages.whole(query, NEWEST_FIRST, size, from);
      return { ...page, total: totalWith(total, section, page) };
    },
  };
}

function edgesOf(times: readonly bigint[]): { min: bigint; max: bigint } {
  let [min, max] = [times[0] ?? 1n, times[0] ?? 0n];
  for (const time of times) {
    if (time < min) min = time;
    if (time > max) max = time;
  }
  return { min, max };
}
