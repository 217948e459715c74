import { pino } from 'pino';
import {
  type DomainItem,
  type Integration,
  itemEvents,
  type Parked,
  type Replay,
} from '../../src/domain/integration/integration-records.ts';
import { Runner } from '../../src/integrations/delivery/runner.ts';
import { Share } from '../../src/integrations/delivery/share.ts';
import type { Source } from '../../src/integrations/delivery/source.ts';
import type { Report } from '../../src/integrations/dial.ts';
import type {
  Driver,
  Item,
  Kind,
  Outcome,
  ResumePlaces,
  Stream,
  TargetContext,
} from '../../src/integrations/driver.ts';
import { type Failure, TargetError } from '../../src/integrations/failure.ts';
import { targetOf } from '../../src/integrations/target.ts';
import type { Eui } from '../../src/kit/eui.ts';
import type { Log } from '../../src/kit/log.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import type { Clock } from '../../src/kit/time/clock.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import { NO_FIELD_TYPES } from './drivers/target.ts';

export const silentLog: Log = pino({ level: 'silent' });

export function integrationRow(over: Partial<Integration> = {}): Integration {
  return {
    ...{ id: 1, uuid: '0198c0de-0000-7000-8000-000000000001', org: 1, kind: 'http', name: 'target', description: '' },
    ...{ organizationId: '0198c0de-0000-7000-8000-0000000000aa', organizationName: 'Own', enabled: true },
    ...{ eventTypes: [], epEuis: [], deviceModels: [], epTags: {}, includeSubpackets: false, maxPerSecond: 0 },
    ...{ settings: {}, secrets: undefined, revision: 1, ended: '', createdAt: 0, updatedAt: 0 },
    ...{ cursors: { log: 0, events: 0 }, delivered: 0, dropped: 0, parked: 0 },
    ...{ lastSuccessAt: undefined, lastError: '', lastErrorAt: undefined },
    ...over,
  };
}

/** What writes of a source do before they are done. */
type Gate = () => Promise<void>;

/** A store in memory. What it holds outlives runners, as the disk does. */
export class FakeSource implements Source {
  readonly news = { log: new Notifier(), events: new Notifier() };
  readonly items: Record<Stream, DomainItem[]> = { log: [], events: [] };
  readonly stored = new Map<number, Integration>();
  readonly replaying = new Map<number, Replay>();
  readonly parked: (Pick<Parked, 'stream' | 'place' | 'reason'> & { id: number })[] = [];
  readonly telling: { type: string; data: Readonly<Record<string, string | number>> }[] = [];
  readonly errors: string[] = [];
  readonly wrote = { advance: 0 };
  /** Places that one read goes over. */
  span = 4096;
  gate: Gate = () => Promise.resolve();

  constructor(...rows: Integration[]) {
    for (const row of rows) this.stored.set(row.id, row);
  }

  add(...items: DomainItem[]): void {
    for (const item of items) this.items[item.stream].push(item);
    for (const stream of ['log', 'events'] as const)
      if (items.some(each => each.stream === stream)) this.news[stream].notify();
  }

  row(id = 1): Integration {
    const row = this.stored.get(id);
    if (!row) throw new Error(`no integration ${id}`);
    return row;
  }

  change(id: number, change: Partial<Integration>): void {
    this.stored.set(id, { ...this.row(id), ...change });
  }

  rows = () => [...this.stored.values()];
  replays = (id: number) => [...this.replaying.values()].filter(({ integration }) => integration === id);
  newest = (stream: Stream) => this.items[stream].at(-1)?.place ?? 0;

  after: Source['after'] = ({ filter }, stream, place, limit) => {
    const all = this.items[stream];
    const newest = this.newest(stream);
    const end = place + this.span;
    let low = 0;
    for (let high = all.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((all[middle]?.place ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    const items: DomainItem[] = [];
    for (let at = low; at < all.length && items.length < limit; at++) {
      const item = all[at];
      if (!item || item.place > end) break;
      if (filter.epEuis.length === 0 || filter.epEuis.includes(item.epEui ?? ('' as Eui))) items.push(item);
    }
    const full = items.length === limit;
    const upTo = full ? (items.at(-1)?.place ?? place) : Math.max(place, Math.min(end, newest));
    return { items, upTo, more: full || upTo < newest };
  };

  queued: Source['queued'] = async (_, { log, events }) =>
    this.items.log.filter(({ place }) => place > log).length +
    this.items.events.filter(({ place }) => place > events).length;

  advance: Source['advance'] = async ({ id, stream, cursor, delivered }) => {
    await this.gate();
    this.wrote.advance++;
    const row = this.row(id);
    const cursors = { ...row.cursors, [stream]: Math.max(row.cursors[stream], cursor) };
    this.change(id, { cursors, delivered: row.delivered + delivered });
  };

  advanceReplay: Source['advanceReplay'] = async ({ id, stream, cursor }) => {
    await this.gate();
    const replay = this.replaying.get(id);
    if (replay) this.replaying.set(id, { ...replay, cursors: { ...replay.cursors, [stream]: cursor } });
  };

  endReplay: Source['endReplay'] = async id => {
    await this.gate();
    this.replaying.delete(id);
  };

  park: Source['park'] = async ({ id, items }) => {
    await this.gate();
    for (const item of items) {
      const known = this.parked.findIndex(
        each => each.id === id && each.stream === item.stream && each.place === item.place,
      );
      if (known >= 0) this.parked.splice(known, 1);
      this.parked.push({ id, ...item });
    }
  };

  place: Source['place'] = (_, stream, place) => this.items[stream].find(item => item.place === place);

  fieldTypes: Source['fieldTypes'] = () => new Map();
  keepFieldTypes: Source['keepFieldTypes'] = () => this.gate();

  unpark: Source['unpark'] = async ({ id, items }) => {
    await this.gate();
    const isDone = (each: { stream: Stream; place: number }) =>
      items.some(({ stream, place }) => each.stream === stream && each.place === place);
    for (let at = this.parked.length - 1; at >= 0; at--) {
      const each = this.parked[at];
      if (each?.id === id && isDone(each)) this.parked.splice(at, 1);
    }
  };

  failed: Source['failed'] = async ({ error }) => {
    await this.gate();
    this.errors.push(error);
  };

  disabled: Source['disabled'] = async ({ id, reason }) => {
    await this.gate();
    this.change(id, { enabled: false, ended: reason });
  };

  told: Source['told'] = async ({ type, data }) => {
    await this.gate();
    this.telling.push({ type, data });
  };
}

interface Settings {
  readonly url: string;
  readonly secret?: string;
  readonly clientCertPem?: string;
}

export interface Sent {
  readonly items: readonly Item[];
  settle(outcome: Outcome): void;
}

/** A target that tests speak for: what it was sent, and the drivers that were made for it. */
export class FakeTarget {
  readonly drivers: FakeDriver[] = [];
  readonly sent: Sent[] = [];
  /** What opening does. */
  opening: (driver: FakeDriver) => Promise<ResumePlaces> = async () => ({});
  closing: () => Promise<void> = async () => {};
  /** What becomes of a send; undefined: the test settles it. */
  answer: ((items: readonly Item[], driver: FakeDriver) => Outcome | undefined) | undefined = () => ACCEPTED;
  batch = { items: 1, waitMs: 0 };
  window = 16;
  settings: Settings = { url: 'http://target.example' };

  get driver(): FakeDriver {
    const driver = this.drivers.at(-1);
    if (!driver) throw new Error('no driver was made');
    return driver;
  }

  get places(): number[] {
    return this.sent.flatMap(({ items }) => items.map(({ place }) => place));
  }

  kind({ window = this.window, ahead = 256 } = {}): Kind<Settings> {
    return {
      ...{ name: 'fake', window, ahead },
      batch: () => this.batch,
      load: async () => context => {
        const driver = new FakeDriver(this, context);
        this.drivers.push(driver);
        return driver;
      },
    };
  }
}

export const ACCEPTED: Outcome = { kind: 'accepted' };
export const failed = (reason: string, more: Partial<Failure> = {}): Outcome => ({
  kind: 'failed',
  failure: { reason, ...more },
});
export const refused = (reason: string): Outcome => ({ kind: 'refused', reason });

export class FakeDriver implements Driver {
  readonly #target: FakeTarget;
  readonly context: TargetContext<Settings>;
  closed = false;
  report: Report | undefined;

  constructor(target: FakeTarget, context: TargetContext<Settings>) {
    this.#target = target;
    this.context = context;
  }

  open(_: AbortSignal, report?: Report): Promise<ResumePlaces> {
    this.report = report;
    return this.#target.opening(this);
  }

  send(items: readonly Item[], settle: (outcome: Outcome) => void): void {
    this.#target.sent.push({ items, settle });
    const outcome = this.#target.answer?.(items, this);
    if (outcome) queueMicrotask(() => settle(outcome));
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.#target.closing();
  }
}

export const refusing =
  (reason: string, more: Partial<Failure> = {}) =>
  async (): Promise<ResumePlaces> => {
    throw new TargetError({ reason, ...more });
  };

export interface SceneOptions {
  readonly row?: Partial<Integration>;
  readonly window?: number;
  readonly ahead?: number;
  readonly source?: FakeSource;
  readonly clock?: Clock;
}

export const noSurroundings = {
  ...{
    log: silentLog,
    dial: () => Promise.reject(new Error('not dialled')),
    secure: () => Promise.reject(new Error('not dialled')),
    embedded: undefined,
    command: async () => 'malformed' as const,
  },
  names: {
    ...{ installation: 'box', scEui: '70b3d59cd0000009' as Eui, integrationId: 'i', integrationName: 'target' },
    ...{ organizationId: 'o', organizationName: 'Own' },
  },
  events: itemEvents,
  fieldTypes: NO_FIELD_TYPES,
  endpoints: { page: () => [], find: () => undefined, changed: () => new Promise<void>(() => undefined) },
};

/** One runner over a made-up store and a made-up target. */
export function scene({ row, window, ahead, source = new FakeSource(integrationRow(row)) }: SceneOptions = {}) {
  const clock = new ManualClock();
  const target = new FakeTarget();
  const size = { ...(window !== undefined && { window }), ...(ahead !== undefined && { ahead }) };
  const runner = () =>
    new Runner({
      ...{
        row: source.row(),
        installation: 'box',
        source,
        share: new Share(),
        clock,
        log: silentLog,
        random: () => 0.5,
      },
      target: targetOf(
        target.kind(size),
        () => target.settings,
        ({ secret }) => (secret ? [secret] : []),
      ),
      surroundings: { ...noSurroundings, clock },
    });
  /** Ends one, and the time that its target and its store may take. */
  const stop = async (running: Runner) => {
    let isOver = false;
    const stopping = running.stop().finally(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(100);
    await stopping;
  };
  return { clock, target, source, runner, stop };
}

/** Lets promises and turns of the event loop go on until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 10_000) throw new Error(`never: ${holds.toString()}`);
    await new Promise(resolve => setImmediate(resolve));
  }
}

/** So many turns of the event loop, in which nothing is expected to happen. */
export async function quiet(turns = 20): Promise<void> {
  for (let at = 0; at < turns; at++) await new Promise(resolve => setImmediate(resolve));
}
