import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import type { Contents, Row, Table } from './tables.ts';

/**
 * What is stored at one moment in two worlds may say it so differently: credible time lags by the ten seconds that the box was off, and
 * jobs look every five or ten seconds.
 */
export const TOLERANCE_MS = 20 * SECOND_MS;

/** What is different with every run, at a right clock as well: table and column. */
const RANDOM: Readonly<Record<string, readonly string[]>> = {
  // Hashes over random ids and times.
  event: ['hash', 'prev_hash', 'op_id'],
  // Numbers of operations to a station: how often its status was asked before is chance.
  downlink: ['op_id'],
  endpoint_operation: ['op_id'],
  audit_chain: ['head', 'removed'],
  // Keys, and what is sealed under a random nonce.
  refresh_token: ['hash', 'successor'],
  session: ['sn_sc_uuid', 'unanswered'],
  center_session: ['sn_sc_uuid'],
  operation: ['content'],
  once: ['secret'],
  // How far it had looked when it was stopped: what came of it stands in other rows.
  rule_progress: ['event_cursor'],
  // Radio times of each copy, to the nanosecond; those of the message have a column of their own.
  message: ['receptions'],
};

/** What marks a row that was set right. */
const MARKS: Readonly<Record<string, readonly string[]>> = { event: ['moved_ms'] };

/** Rows that name the jump, or that no world has alike: they are looked at by other tests. */
const NAMING: Readonly<Record<string, (row: Row) => boolean>> = {
  event: ({ event_type, source_id, data }) =>
    event_type === "'system.clock_jump'" ||
    // Made anew at once by a clock that is years ahead, so that it is accepted whatever time it is (ADR 25), and once more when that is set.
    event_type === "'certificate.server_renewed'" ||
    // How many runs it takes is chance; what went is seen in the tables that it went from.
    event_type === "'system.retention_purged'" ||
    /'system\.overload/.test(event_type ?? '') ||
    (/'alert\./.test(event_type ?? '') && /"rule":"(clock|overload)"/.test(data ?? '')) ||
    isBlame(event_type ?? '', data ?? '') ||
    source_id === "'clock'",
  listened: () => true,
  meta: ({ key }) => /^'(time_floor|heartbeat|time_.*|doubt.*|clock.*)'$/.test(key ?? ''),
  alert: ({ rule, description }) => isOfClock(rule) && !/is off by \d{4,}/.test(description ?? ''),
  alert_condition: ({ rule }) => isOfClock(rule) || rule === "'overload'",
  notification: ({ rule }) => isOfClock(rule),
  notification_message: ({ rule }) => isOfClock(rule),
};

/** Whose clock is some seconds off, that of a station or ours, is not known: it is told of the station. */
function isBlame(type: string, data: string): boolean {
  return type.includes('basestation.clock_offset') && /"offsetMs":-?\d{1,5}\D/.test(data);
}

const isOfClock = (rule = '') => rule === "'clock'" || rule === "'basestation_clock'";

/** References that the schema does not state: column, and the table whose rows it names, or up to which row of it something is done. */
const SOFT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  integration_progress: { event_cursor: 'event' },
  rule: { event_from: 'event' },
};

/** A difference in words: table, key, column, both values. */
export type Difference = string;

/** What a table says in the one world and not in the other. */
export function tableDifferences(right: Contents, other: Contents, known: ReadonlySet<string>): Difference[] {
  const [one, two] = [new Numbers(right), new Numbers(other)];
  const names = new Set([...right.keys(), ...other.keys()]);
  return [...names].sort().flatMap(name => {
    const [a, b] = [right.get(name), other.get(name)];
    if (!a || !b) return [`${name}: is only in ${a ? 'the right world' : 'this one'}`];
    const plain = (table: Table, numbers: Numbers) => rowsOf(name, table, numbers, known);
    return rowDifferences(name, a.id, plain(a, one), plain(b, two));
  });
}

/** Numbers of rows, where rows that name the jump stand between them: as places among the others. */
class Numbers {
  readonly #others = new Map<string, readonly bigint[]>();

  constructor(contents: Contents) {
    for (const [name, { rows, id }] of contents) {
      const naming = NAMING[name];
      if (id === undefined || !naming) continue;
      const others = rows.filter(row => !naming(row)).map(row => BigInt(row[id] ?? 0));
      this.#others.set(
        name,
        others.sort((a, b) => (a < b ? -1 : 1)),
      );
    }
  }

  /** Of a number of a row of this table. */
  place(table: string, value: string): string {
    const others = this.#others.get(table);
    if (!others || value === 'NULL') return value;
    const at = BigInt(value);
    return String(others.filter(each => each <= at).length);
  }
}

function rowsOf(name: string, table: Table, numbers: Numbers, known: ReadonlySet<string>): Row[] {
  const references = new Map(table.references.map(({ column, table }) => [column, table]));
  for (const [column, target] of Object.entries(SOFT[name] ?? {})) references.set(column, target);
  if (table.id !== undefined && !references.has(table.id)) references.set(table.id, name);
  const random = new Set(RANDOM[name]);
  return table.rows
    .filter(row => !NAMING[name]?.(row))
    .map(row =>
      Object.fromEntries(
        Object.entries(row).map(([column, value]) => {
          if (MARKS[name]?.includes(column)) return [column, ''];
          const target = references.get(column);
          if (random.has(column)) return [column, value === 'NULL' ? value : '<random>'];
          if (target !== undefined) return [column, numbers.place(target, value)];
          const written = value.replace(ALERT, (_, alert: string) => `"alert":${numbers.place('alert', alert)}`);
          return [column, plainText(written, known)];
        }),
      ),
    );
}

/** The alert that a condition has opened. */
const ALERT = /"alert":(\d+)/g;
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
/** How much is on its way at the moment of the question. */
const WAITING = /\d+ writes wait/g;
/** Of a server certificate, which a clock that is years ahead renews. */
const RENEWED = /until \d{4}-\d\d-\d\d, \d+ days left/g;
/** Of the audit chain, with what names the jump. */
const CHAINED = /\d+ events in/g;
/** By which a mail names the jump: its lengths are those that are certain. */
const DOUBTED = / at least(?= )| by a clock that nothing has confirmed yet/g;
/** From and to stand beside it, to the second or the minute. */
const ROUNDED = /\b\d+ min\b/g;
const PORT = /\b127\.0\.0\.1:\d+|\blocalhost:\d+/g;

/** Of an operation to a station, in what an event says. */
const OPERATION = /(?<=opId(?:":"|\.stringValue ))-\d+/g;

/** The begin of an alert's id, in a command to type. */
const NAMED = /acknowledge [0-9a-f]{8}\b/g;

/** Without what is random: ids that were made after the filling, and ports. */
export function plainText(text: string, known: ReadonlySet<string>): string {
  return text
    .replace(UUID, uuid => (known.has(uuid) ? uuid : '<uuid>'))
    .replace(NAMED, 'acknowledge <id>')
    .replace(OPERATION, '<operation>')
    .replace(PORT, '127.0.0.1:<port>')
    .replace(WAITING, 'writes wait')
    .replace(RENEWED, 'until then')
    .replace(CHAINED, 'events in')
    .replace(DOUBTED, '')
    .replace(ROUNDED, '<n> min');
}

/** Ids that were there before the worlds parted. */
export function knownIds(contents: Contents): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { rows } of contents.values()) {
    for (const row of rows)
      for (const value of Object.values(row)) for (const [uuid] of value.matchAll(UUID)) found.add(uuid);
  }
  return found;
}

/** Seconds that something took, nanoseconds, milliseconds, or a date: anything between 2001 and 2128, and the time that a wrong clock says near 1970 is none. */
const STAMP =
  /(?<=(?:[sS]econds|uptime)(?:":|\.numberValue ))\d+|\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?|\b[1-4]\d{18}\b|\b[1-4]\d{12}(?:\.\d+)?\b/g;

/** Of a stamp in any of its forms, milliseconds. */
function msOf(text: string): number {
  if (text.includes('-')) return Date.parse(`${text.replace(' ', 'T').replace('Z', '')}Z`);
  if (text.length < 12) return Number(text) * SECOND_MS;
  return text.length > 15 && !text.includes('.') ? Number(BigInt(text) / 1_000_000n) : Number(text);
}

const withoutStamps = (text: string) => text.replace(STAMP, '<time>');
const stampsOf = (text: string) => [...text.matchAll(STAMP)].map(([found]) => msOf(found));
/** Of a text for people, which says minutes. */
const MINUTES = / \d\d:\d\d UTC/;

/** Whether two texts say the same, as far as they may. @param said what time it was in truth when it was that time in the other world */
export function same(one: string, two: string, said: (at: number) => number = at => at): boolean {
  if (one === two) return true;
  if (withoutStamps(one) !== withoutStamps(two)) return false;
  const [a, b] = [stampsOf(one), stampsOf(two)];
  const most = TOLERANCE_MS + (MINUTES.test(one) ? MINUTE_MS : 0);
  return a.every((at, n) => [b[n] ?? 0, said(b[n] ?? 0)].some(other => Math.abs(at - other) <= most));
}

/** Durations that peers and drivers measure: as far apart as stamps may be, in their unit. */
const DURATIONS: Readonly<Record<string, (row: Row) => number>> = {
  // Its status is asked once a minute, and which answer is the last before a stop is chance.
  'base_station.uptime_s': () => MINUTE_MS / SECOND_MS,
  'base_station.last_seen_at': () => MINUTE_MS,
  'base_station.last_status_at': () => MINUTE_MS,
  'base_station.system_time_ns': () => MINUTE_MS * 1e6,
  'session.last_sc': () => 2,
  // An attempt that fails is made again after a pause that differs by chance.
  'integration_progress.last_error_at': () => HOUR_MS,
  'base_station.clock_offset_ms': () => 2 * SECOND_MS,
  'center_count.delivery_ms': ({ succeeded }) => TOLERANCE_MS * Number(succeeded),
};

function sameIn(table: string, column: string, row: Row, other: Row): boolean {
  const [one, two] = [row[column] ?? '', other[column] ?? ''];
  const most = DURATIONS[`${table}.${column}`]?.(row);
  return same(one, two) || (most !== undefined && Math.abs(Number(one) - Number(two)) <= most);
}

const textOf = (row: Row) => JSON.stringify(row);

function rowDifferences(
  name: string,
  id: string | undefined,
  right: readonly Row[],
  other: readonly Row[],
): Difference[] {
  const left = [...other];
  const lonely: Row[] = [];
  for (const row of right) {
    const at = left.findIndex(each =>
      Object.keys({ ...row, ...each }).every(column => sameIn(name, column, row, each)),
    );
    if (at < 0) lonely.push(row);
    else left.splice(at, 1);
  }
  const found: Difference[] = [];
  for (const row of lonely) {
    const [most, at] = left.reduce<[number, number]>(
      (best, each, n) => (alike(name, row, each) > best[0] ? [alike(name, row, each), n] : best),
      [0, -1],
    );
    const mate = most >= Object.keys(row).length / 2 ? left.splice(at, 1)[0] : undefined;
    if (!mate) found.push(`${name}: only in the right world: ${textOf(row)}`);
    else {
      const columns = Object.keys(row).filter(column => !sameIn(name, column, row, mate));
      // Two that happen at once have numbers by chance; what refers to one says which it is.
      if (columns.length === 1 && columns[0] === id) continue;
      const both = columns.map(column => `${column}: ${shown(row[column])} became ${shown(mate[column])}`);
      found.push(`${name} ${keyOf(row)}: ${both.join('; ')}`);
    }
  }
  return [...found, ...left.map(row => `${name}: only in this world: ${textOf(row)}`)];
}

function alike(table: string, one: Row, two: Row): number {
  return Object.keys(one).filter(column => sameIn(table, column, one, two)).length;
}

/** A row as a reader finds it again. */
function keyOf(row: Row): string {
  return Object.entries(row)
    .slice(0, 4)
    .map(([column, value]) => `${column}=${value.slice(0, 60)}`)
    .join(' ');
}

/** With the date of a stamp, so that a person sees which one is wrong. */
function shown(value = ''): string {
  const short = value.length > 300 ? `${value.slice(0, 300)}…` : value;
  const [at] = /^\d+$/.test(value) ? stampsOf(value) : [];
  return at === undefined ? short : `${short} (${new Date(at).toISOString()})`;
}

/** So many lines of an answer that differ say enough. */
const SHOWN = 5;

/** When a world's clock is wrong, in truth, and by how much; milliseconds. */
export interface WrongTime {
  readonly from: number;
  readonly until: number;
  readonly offset: number;
}

/** What was sent says what it said then. */
const SENT = new Set(['mails']);

/** What was seen from outside in the one world and not in the other. */
export function outsideDifferences(
  right: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  { from, until, offset }: WrongTime,
): Difference[] {
  const truth = (at: number) => (at >= from + offset - MINUTE_MS && at <= until + offset ? at - offset : at);
  const linesOf = (answer: unknown) => leaves(withoutJump(answer)).map(line => plainText(line, known));
  return Object.keys({ ...right, ...other }).flatMap(name => {
    const [a, b] = [linesOf(right[name]), linesOf(other[name])];
    const count = Math.max(a.length, b.length);
    const wrong = Array.from({ length: count }, (_, n) => n).filter(
      n => !same(a[n] ?? '', b[n] ?? '', SENT.has(name) ? truth : undefined),
    );
    const shownOnes = wrong.slice(0, SHOWN).map(n => `${a[n] ?? 'nothing'} became ${b[n] ?? 'nothing'}`);
    return wrong.length === 0 ? [] : [`${name}: ${wrong.length} of ${count} lines: ${shownOnes.join('; ')}`];
  });
}

/** Where they stand among others in lists, within the tolerance of their times, is chance; that they are there, their tables say. */
const LISTED_BY_CHANCE = new Set(['system.retention_purged', 'integration.connected']);

/** An event or an alert of the clock names the jump wherever it is listed. */
function namesJump(item: unknown): boolean {
  if (typeof item === 'string') return /The system clock is wrong|Clock of the base station is wrong/.test(item);
  const { event_type, rule } = (item ?? {}) as Record<string, unknown>;
  return (
    event_type === 'system.clock_jump' ||
    LISTED_BY_CHANCE.has(String(event_type)) ||
    event_type === 'certificate.server_renewed' ||
    event_type === 'basestation.clock_offset' ||
    isOfClock(`'${String(rule ?? '')}'`)
  );
}

interface ListedEvent {
  readonly event_type: string;
  readonly source_id: string;
  readonly timestamp: { readonly seconds: unknown; readonly nanos: unknown };
}

/** Events that happen at once stand in an order by chance: each kind by itself, and whether all of them go by time. */
function listed(items: readonly unknown[]): readonly unknown[] {
  if (!items.every(item => (item as ListedEvent | null)?.event_type !== undefined)) return items;
  const events = items as readonly ListedEvent[];
  const at = ({ timestamp: { seconds, nanos } }: ListedEvent) => Number(seconds) * 1e9 + Number(nanos);
  const wrong = events.filter((event, n) => n > 0 && at(event) > at(events[n - 1] ?? event)).length;
  const kinds: Partial<Record<string, ListedEvent[]>> = Object.groupBy(
    events,
    ({ event_type, source_id }) => `${event_type} ${source_id}`,
  );
  const inKinds = Object.keys(kinds).sort();
  return [`${wrong} out of order`, ...inKinds.flatMap(kind => kinds[kind] ?? [])];
}

/** In an answer, what marks an event that was set right. */
const MARK = 'timesMovedMs';

function withoutJump(value: unknown): unknown {
  if (Array.isArray(value)) return listed(value.filter(item => !namesJump(item))).map(withoutJump);
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return value;
  // Rows of events that name the jump have taken a number each.
  const entries = Object.entries(value).filter(([key]) => key !== MARK && (key !== 'seq' || !('event_type' in value)));
  const passed = entries.flatMap(([, each]) => (Array.isArray(each) ? each.filter(namesJump) : [])).length;
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === 'total_count' ? Number(each) - passed : withoutJump(each)]),
  );
}

/** Every value with the way to it. Times in seconds are written as a date. */
function leaves(value: unknown, path = ''): string[] {
  if (typeof value === 'string' && value.includes('\n')) return value.split('\n').map(line => `${path} ${line}`);
  if (value === null || typeof value !== 'object') return [`${path} ${String(value)}`];
  if (value instanceof Uint8Array) return [`${path} ${Buffer.from(value).toString('hex')}`];
  const { seconds, nanos } = value as { seconds?: unknown; nanos?: unknown };
  if (seconds !== undefined && nanos !== undefined) {
    return [`${path} ${new Date(Number(seconds) * 1000 + Number(nanos) / 1e6).toISOString()}`];
  }
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}.${key}`));
}
