import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { StoredEvent } from '../event/event-columns.ts';
import type { EventLog } from '../event/log.ts';
import type { Decodable, DecodedMessage } from '../message/decoded.ts';
import type { Log, StoredMessage } from '../message/log.ts';
import { recentStretches, type Stretch } from '../message/stretches.ts';
import type { Devices, KnownDevice } from './devices.ts';
import { type Choice, choices, isOwn, type Subject } from './filter.ts';
import type { InstallationReaders } from './installation.ts';
import type {
  DomainItem,
  ItemReader,
  ItemStream,
  ItemsRead,
  NoticeEvent,
  NoticeItem,
  UpItem,
} from './integration-records.ts';

/** Messages, notices or events that one read goes over: a few milliseconds of the main thread. */
const ROWS = 256;
/** Messages that are read whole together, as soon as an integration gets one of them. */
const WHOLE = 32;

/** What tells for whom a message is. */
interface MessageRow {
  seq: number;
  org: number;
  endpoint: number;
  vm_mac_type: number | null;
}

interface NoticeRow {
  seq: number;
  org: number;
  event: NoticeEvent;
  /** An answer to this one alone. */
  integration: number | null;
  endpoint: number | null;
  at: number;
  content: string;
  stored_at: number;
}

/** A place of the log, and the item that stands there once an integration gets it. */
interface Line {
  readonly place: number;
  readonly org: number;
  readonly event: DomainItem['event'];
  readonly integration: number | null;
  /** What filters look at; undefined: it is about no endpoint. */
  subject(): Subject | undefined;
  /** Undefined: it cannot be read. */
  item(): DomainItem | undefined;
}

interface ReadStretch extends Stretch {
  /** There was nothing behind it when it was read. */
  readonly last: boolean;
  readonly lines: readonly Line[];
}

/** Reads the log and the events as integrations get them (integrations section 4). */
export function itemReader(
  db: Db,
  {
    log,
    messages,
    eventLog,
    devices,
    installation,
    decoded,
  }: {
    log: Pick<Log, 'after' | 'read' | 'consistent'>;
    messages: { edges(): { readonly newest: number } };
    eventLog: Pick<EventLog, 'after' | 'at' | 'edges'>;
    devices: Devices;
    installation: Pick<InstallationReaders, 'reads'>;
    decoded(message: Decodable): DecodedMessage;
  },
) {
  const noticeColumns = 'seq, org, event, integration, endpoint, at, content, stored_at';
  const noticesAfter = db.prepare(
    `SELECT ${noticeColumns} FROM integration_notice WHERE seq > ? ORDER BY seq LIMIT ${ROWS}`,
  );
  const noticeAt = db.prepare(`SELECT ${noticeColumns} FROM integration_notice WHERE seq = ?`);
  const messagesAfter = db.prepare(
    `SELECT seq, org, endpoint, vm_mac_type FROM message WHERE seq > ? ORDER BY seq LIMIT ${ROWS}`,
  );
  const choiceOf = choices();

  /** Endpoints and stations are looked up once for all lines that are read together. */
  const lookups = () => ({
    device: remembering((endpoint: number) => devices.byId(endpoint)),
    station: remembering((id: number) => devices.station(id)),
  });
  type Lookups = ReturnType<typeof lookups>;

  const itemOf = (message: StoredMessage, { device, station }: Lookups): UpItem =>
    upItem(message, { device: device(message.endpoint), station, decoded });

  /** Lines of messages that follow each other; what filters leave out costs next to nothing. */
  const messageLines = (rows: readonly MessageRow[], found: Lookups): Line[] => {
    const whole = once(() => new Map(wholeMessages(rows).map(message => [message.seq, message])));
    // Telegrams of foreign MACs are of no endpoint.
    const own = rows.filter(({ vm_mac_type: foreign }) => foreign === null);
    return own.map(({ seq: place, org, endpoint }) => ({
      ...({ place, org, event: 'up', integration: null } as const),
      subject: () => found.device(endpoint)?.subject,
      item: once(() => {
        const message = whole().get(place);
        return message && itemOf(message, found);
      }),
    }));
  };
  const noticeLine = (row: NoticeRow, { device }: Lookups): Line => {
    const known = () => (row.endpoint === null ? undefined : device(row.endpoint));
    const item = once(() => noticeItem(row, known()));
    return {
      ...{ place: row.seq, org: row.org, event: row.event, integration: row.integration, item },
      subject: () => known()?.subject ?? devices.subject(row.org, item().epEui),
    };
  };

  /** One that cannot be read is passed over, and the others are not held up by it. */
  const wholeMessages = (rows: readonly MessageRow[]): StoredMessage[] => {
    try {
      return log.after((rows[0]?.seq ?? 0) - 1, rows.length);
    } catch {
      return rows.flatMap(({ seq }) => readable(seq) ?? []);
    }
  };
  const readable = (seq: number): StoredMessage | undefined => {
    try {
      return log.read(seq);
    } catch {
      return undefined;
    }
  };

  const stretchAfter = (after: number): ReadStretch =>
    log.consistent(() => {
      const rows = messagesAfter.all(after) as MessageRow[];
      const lastMessage = rows.length < ROWS ? undefined : rows.at(-1)?.seq;
      const notices = noticesAfter.all(after) as NoticeRow[];
      const lastNotice = notices.length < ROWS ? undefined : notices.at(-1)?.seq;
      // Of either kind there may be more behind its last row only. Places are given in the order of the commits: none up to the newest
      // one that is visible can still be filled.
      const last = lastMessage === undefined && lastNotice === undefined;
      const upTo = last
        ? Math.max(after, messages.edges().newest)
        : Math.min(lastMessage ?? Number.POSITIVE_INFINITY, lastNotice ?? Number.POSITIVE_INFINITY);
      const found = lookups();
      const visible = rows.filter(({ seq }) => seq <= upTo);
      const parts = Array.from({ length: Math.ceil(visible.length / WHOLE) }, (_, n) =>
        visible.slice(n * WHOLE, (n + 1) * WHOLE),
      );
      const lines = [
        ...parts.flatMap(part => messageLines(part, found)),
        ...notices.filter(({ seq }) => seq <= upTo).map(row => noticeLine(row, found)),
      ];
      return { after, upTo, last, lines: lines.sort((a, b) => a.place - b.place) };
    });

  const recent = recentStretches<ReadStretch>(db);

  const isFor = ({ id, org }: ItemReader, choice: Choice, line: Line): boolean => {
    if (line.org !== org) return false;
    return isOwn(choice, id, line) ?? (choice.events.has(line.event) && (choice.open || choice.passes(line.subject())));
  };

  const logAfter = (reader: ItemReader, after: number, limit: number): ItemsRead => {
    const choice = choiceOf(reader.filter);
    const items: DomainItem[] = [];
    for (let upTo = after; ; ) {
      const known = recent.behind(upTo);
      const stretch = known ?? stretchAfter(upTo);
      if (!known) recent.remember(stretch);
      for (const line of stretch.lines) {
        if (line.place <= upTo || !isFor(reader, choice, line)) continue;
        const item = line.item();
        if (item) items.push(item);
        if (items.length === limit)
          return { items, upTo: line.place, more: !stretch.last || line.place < stretch.upTo };
      }
      upTo = stretch.upTo;
      // Behind what is remembered there may be more.
      if (!known) return { items, upTo, more: !stretch.last };
    }
  };

  const followed = ({ org }: ItemReader) => ({ org, installation: installation.reads(org) });
  const passes = ({ org }: ItemReader, choice: Choice, { ep_eui }: StoredEvent): boolean =>
    choice.open || choice.passes(devices.subject(org, ep_eui ?? undefined));

  const eventsAfter = (reader: ItemReader, after: number, limit: number): ItemsRead => {
    const choice = choiceOf(reader.filter);
    if (!choice.events.has('event')) {
      return { items: [], upTo: Math.max(after, eventLog.edges().newest), more: false };
    }
    const { rows, upTo, more } = eventLog.after(followed(reader), after, ROWS);
    const own = rows.filter(row => passes(reader, choice, row));
    const last = own.length > limit ? own[limit - 1] : undefined;
    return { items: own.slice(0, limit).map(eventItem), upTo: last?.seq ?? upTo, more: more || last !== undefined };
  };

  return {
    /**
     * What is behind a cursor, `limit` items at most. Goes over a bounded stretch: asked again from `upTo` while there is `more`, between
     * other work.
     */
    after: (reader: ItemReader, stream: ItemStream, cursor: number, limit: number): ItemsRead =>
      // Together on one state of the database: to take one for every look at an endpoint costs more than the look.
      log.consistent(() => (stream === 'log' ? logAfter(reader, cursor, limit) : eventsAfter(reader, cursor, limit))),

    /** What stands at a place, if it is there and of the organization. Filters are not asked: it was for this one once. */
    place({ org, id, filter }: ItemReader, stream: ItemStream, place: number): DomainItem | undefined {
      if (stream === 'events') {
        const row = eventLog.at(followed({ org, id, filter }), place);
        return row && eventItem(row);
      }
      const message = readable(place);
      if (message) {
        const isOwn = message.org === org && message.vmMacType === null;
        return isOwn ? itemOf(message, lookups()) : undefined;
      }
      const row = noticeAt.get(place) as NoticeRow | undefined;
      const isOwn = row && row.org === org && (row.integration ?? id) === id;
      return isOwn ? noticeLine(row, lookups()).item() : undefined;
    },
  };
}
export type Items = ReturnType<typeof itemReader>;

function upItem(
  message: StoredMessage,
  {
    device,
    station,
    decoded,
  }: {
    device: KnownDevice | undefined;
    station: Devices['station'];
    decoded(message: Decodable): DecodedMessage;
  },
): UpItem {
  const { seq: place, storedAt, receptions } = message;
  const decode = once(() => decoded(message));
  return {
    ...{ stream: 'log', place, event: 'up', storedAt, message, device: device?.device },
    epEui: message.epEui as Eui,
    stations: new Map(
      receptions.flatMap(({ station: id }) => {
        const found = station(id);
        return found ? [[id, found] as const] : [];
      }),
    ),
    // Decoding takes longer than all the rest, and not every target asks for it at once.
    get decoded() {
      return decode();
    },
  };
}

function noticeItem(
  { seq: place, event, at, content: text, stored_at: storedAt }: NoticeRow,
  known: KnownDevice | undefined,
): NoticeItem {
  const content = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { epEui, bsEui } = content as { epEui?: Eui; bsEui?: Eui };
  return { stream: 'log', place, event, at, storedAt, epEui, bsEui, device: known?.device, content };
}

function eventItem(row: StoredEvent): DomainItem {
  const { seq: place, stored_at: storedAt, ep_eui, bs_eui } = row;
  const about = { epEui: (ep_eui ?? undefined) as Eui | undefined, bsEui: (bs_eui ?? undefined) as Eui | undefined };
  return { stream: 'events', place, event: 'event', storedAt, ...about, row };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function remembering<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return key => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as V;
    const value = find(key);
    known.set(key, value);
    return value;
  };
}
