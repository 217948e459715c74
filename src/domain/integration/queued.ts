import type { Db } from '../../database/driver.ts';
import type { Scan } from '../../database/scan.ts';
import type { EventLog } from '../event/log.ts';
import { placeReader } from '../message/places.ts';
import type { Devices } from './devices.ts';
import { choices, isOwn } from './filter.ts';
import type { InstallationReaders } from './installation.ts';
import type { ItemReader, ItemStream, NoticeEvent } from './integration-records.ts';

/** Rows that are counted in one go. */
const ROWS = 4096;
/** Beyond it the exact number does not matter. */
const MOST = 100_000;

/** A part of a stream: (after, upTo]. */
export interface Range {
  readonly after: number;
  readonly upTo: number;
}

export interface Queued {
  readonly count: number;
  /** There are more. */
  readonly isMinimum: boolean;
  /** When the oldest of them was stored, milliseconds; undefined when there are none. */
  readonly oldestAt: number | undefined;
}

interface NoticeRow {
  seq: number;
  event: NoticeEvent;
  integration: number | null;
  endpoint: number | null;
  ep_eui: string | null;
  stored_at: number;
}

interface Found {
  readonly count: number;
  readonly oldestAt: number | undefined;
}

/** Counts what is for an integration, without reading more of it than filters ask. */
export function queuedReader(
  db: Db,
  {
    eventLog,
    devices,
    installation,
  }: {
    eventLog: Pick<EventLog, 'after' | 'edges'>;
    devices: Devices;
    installation: Pick<InstallationReaders, 'reads'>;
  },
) {
  const messages = placeReader(db, ['message']);
  // By place: the index of an organization's times would be read from end to end.
  const perEndpoint = db.prepare(
    `SELECT endpoint, count(*) AS count, min(stored_at) AS oldest FROM message NOT INDEXED
     WHERE seq > ? AND seq <= ? AND org = ? AND vm_mac_type IS NULL GROUP BY endpoint`,
  );
  const notices = db.prepare(
    `SELECT seq, event, integration, endpoint, content ->> '$.epEui' AS ep_eui, stored_at FROM integration_notice
     WHERE seq > ? AND seq <= ? AND org = ? ORDER BY seq LIMIT ${ROWS}`,
  );
  const choiceOf = choices();

  function* messagesIn({ org, filter }: ItemReader, { after, upTo }: Range): Generator<Found> {
    const choice = choiceOf(filter);
    if (!choice.events.has('up')) return;
    const passing = new Map<number, boolean>();
    const passes = (endpoint: number): boolean => {
      const known = passing.get(endpoint) ?? choice.passes(devices.byId(endpoint)?.subject);
      passing.set(endpoint, known);
      return known;
    };
    for (let from = after; from < upTo; ) {
      const end = messages.end(from, ROWS, upTo) ?? upTo;
      const rows = perEndpoint.all(from, end, org) as { endpoint: number; count: number; oldest: number }[];
      yield summed(rows.filter(({ endpoint }) => choice.open || passes(endpoint)));
      from = end;
    }
  }

  function* noticesIn({ id, org, filter }: ItemReader, { after, upTo }: Range): Generator<Found> {
    const choice = choiceOf(filter);
    for (let from = after; ; ) {
      const rows = notices.all(from, upTo, org) as NoticeRow[];
      const own = rows.filter(({ event, integration, endpoint, ep_eui }) => {
        const own = isOwn(choice, id, { event, integration });
        if (own !== undefined) return own;
        if (!choice.events.has(event)) return false;
        if (choice.open) return true;
        const known = endpoint === null ? undefined : devices.byId(endpoint);
        return choice.passes(known?.subject ?? devices.subject(org, ep_eui ?? undefined));
      });
      yield summed(own.map(({ stored_at: oldest }) => ({ count: 1, oldest })));
      const last = rows.at(-1);
      if (!last || rows.length < ROWS) return;
      from = last.seq;
    }
  }

  function* eventsIn({ org, filter }: ItemReader, { after, upTo }: Range): Generator<Found> {
    const choice = choiceOf(filter);
    if (!choice.events.has('event')) return;
    const followed = { org, installation: installation.reads(org) };
    for (let from = after; from < upTo; ) {
      const { rows, upTo: reached, more } = eventLog.after(followed, from, ROWS);
      const own = rows.filter(({ seq, ep_eui }) => {
        return seq <= upTo && (choice.open || choice.passes(devices.subject(org, ep_eui ?? undefined)));
      });
      yield summed(own.map(({ stored_at: oldest }) => ({ count: 1, oldest })));
      if (!more) return;
      from = reached;
    }
  }

  /** What is for an integration in a part of a stream, bit by bit. */
  function* found(reader: ItemReader, stream: ItemStream, range: Range): Generator<Found> {
    if (stream === 'events') yield* eventsIn(reader, range);
    else {
      yield* messagesIn(reader, range);
      yield* noticesIn(reader, range);
    }
  }

  return {
    found,

    /** How many items wait behind the cursors, and since when. @param ends the last places; undefined: all there are */
    *queued(
      reader: ItemReader,
      cursors: Readonly<Record<ItemStream, number>>,
      ends?: Readonly<Record<ItemStream, number>>,
    ): Scan<Queued> {
      let count = 0;
      let oldestAt: number | undefined;
      for (const stream of ['log', 'events'] as const) {
        const range = { after: cursors[stream], upTo: ends?.[stream] ?? Number.MAX_SAFE_INTEGER };
        for (const part of found(reader, stream, range)) {
          count += part.count;
          oldestAt = earlier(oldestAt, part.oldestAt);
          if (count > MOST) return { count: MOST, isMinimum: true, oldestAt };
          yield;
        }
      }
      return { count, isMinimum: false, oldestAt };
    },
  };
}
export type QueuedReader = ReturnType<typeof queuedReader>;

function summed(rows: readonly { readonly count: number; readonly oldest: number }[]): Found {
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    oldestAt: rows.reduce<number | undefined>((oldest, row) => earlier(oldest, row.oldest), undefined),
  };
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}
