import { Runner } from '../../src/integrations/delivery/runner.ts';
import { Share } from '../../src/integrations/delivery/share.ts';
import type { Source } from '../../src/integrations/delivery/source.ts';
import type { Item, Outcome, Stream } from '../../src/integrations/driver.ts';
import { TargetError } from '../../src/integrations/failure.ts';
import { targetOf } from '../../src/integrations/target.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { Notifier } from '../../src/kit/notifier.ts';
import { ManualClock } from '../peers/manual-clock.ts';
import {
  ACCEPTED,
  FakeSource,
  FakeTarget,
  failed,
  integrationRow,
  noSurroundings,
  quiet,
  refused,
  type Sent,
  silentLog,
} from './fakes.ts';
import { plainItem } from './items.ts';

const STREAMS = ['log', 'events'] as const;
/** Steps of one integration, after which everything must arrive. */
const STEPS = 400;
/** One endpoint is not for the integration. */
const FOREIGN = 0xffff;

/** A write that the store takes its time for. */
interface Pending {
  apply(): Promise<void>;
  done(): void;
}

/** What is seen of one run, from its start to its kill. */
interface Life {
  readonly clock: ManualClock;
  readonly target: FakeTarget;
  readonly source: Source;
  readonly runner: Runner;
  /** Sent, and not answered. */
  readonly underWay: Set<Sent>;
  /** What was sent, beyond the stored cursors. */
  readonly sent: Set<string>;
  /** The runner knows that they were accepted. */
  readonly answered: Set<string>;
  /** By endpoint and stream: the last place that was sent over the connection. */
  readonly last: Map<string, number>;
  isOver: boolean;
}

export type Tally = Readonly<Record<string, number>>;

/**
 * Lets random things happen to the delivery of integrations and compares what their targets got with what they were owed. Targets
 * accept, refuse, fail, hang, lose connections and answer in any order; the store is slow, or fails; runners are thrown away at any
 * moment and begin again with what is stored.
 * @throws when something is lost, sent again beyond the bound or under another id, out of order, or parked without a reason
 */
export async function checkDelivery({ seed, steps }: { seed: number; steps: number }): Promise<Tally> {
  const tally: Record<string, number> = {};
  for (let done = 0, round = 0; done < steps; done += STEPS, round++) {
    const world = new World(seed + round, tally);
    try {
      for (let step = 0; step < Math.min(STEPS, steps - done); step++) await world.step();
      await world.finish();
    } catch (cause) {
      throw new Error(`seed ${seed + round}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
  return tally;
}

class World {
  readonly #random: () => number;
  readonly #tally: Record<string, number>;
  readonly #disk: FakeSource;
  readonly #ahead: number;
  readonly #window: number;
  readonly #batch: { items: number; waitMs: number };
  readonly #endpoints: number;
  readonly #place: Record<Stream, number> = { log: 0, events: 0 };
  /** By stream and place: endpoint. */
  readonly #owed = new Map<string, string>();
  readonly #bad = new Set<string>();
  /** Delivery ids of what the target has got. */
  readonly #got = new Map<string, string>();
  /** By endpoint and stream: the last place that the target has got for the first time. */
  readonly #newest = new Map<string, number>();
  #store: 'good' | 'slow' | 'broken' | 'mixed' = 'good';
  #isDown = false;
  #pending: Pending[] = [];
  #life: Life;
  /** What the target has seen and should not have. */
  #wrong: unknown;

  constructor(seed: number, tally: Record<string, number>) {
    this.#random = generator(seed);
    this.#tally = tally;
    this.#ahead = [8, 64, 256][this.#below(3)] ?? 256;
    this.#window = 1 + this.#below(24);
    this.#batch = { items: this.#chance(0.5) ? 1 : 2 + this.#below(10), waitMs: this.#chance(0.5) ? 0 : 200 };
    this.#endpoints = 1 + this.#below(16);
    const epEuis = Array.from({ length: this.#endpoints }, (_, at) => euiOf(at + 1));
    this.#disk = new FakeSource(integrationRow({ epEuis, maxPerSecond: this.#chance(0.1) ? 200 : 0 }));
    this.#disk.span = this.#chance(0.5) ? 4096 : 20;
    this.#life = this.#begin();
  }

  #chance(part: number): boolean {
    return this.#random() < part;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #count(what: string, times = 1): void {
    this.#tally[what] = (this.#tally[what] ?? 0) + times;
  }

  #begin(): Life {
    const clock = new ManualClock();
    const target = new FakeTarget();
    target.batch = this.#batch;
    const source = this.#view(() => life);
    const kind = target.kind({ window: this.#window, ahead: this.#ahead });
    const life: Life = {
      ...{ clock, target, source, isOver: false, underWay: new Set(), sent: new Set(), answered: new Set() },
      last: new Map(),
      runner: new Runner({
        ...{
          row: this.#disk.row(),
          installation: 'box',
          source,
          share: new Share(),
          clock,
          log: silentLog,
          random: this.#random,
        },
        target: targetOf(
          kind,
          () => target.settings,
          () => [],
        ),
        surroundings: { ...noSurroundings, clock },
      }),
    };
    target.opening = async () => {
      if (this.#isDown) throw new TargetError({ reason: 'down' });
      this.#count('connections');
      life.underWay.clear();
      life.last.clear();
      return {};
    };
    target.closing = async () => {
      if (!life.isOver) this.#forgetUnderWay();
    };
    target.answer = items => {
      const sent = target.sent.pop();
      try {
        if (sent && !life.isOver) this.#sent(life, sent, items);
      } catch (cause) {
        // A driver that throws is only one more failure to the runner.
        this.#wrong ??= cause;
      }
      return undefined;
    };
    life.runner.start();
    return life;
  }

  /** The store as one run sees it: nothing is written any more once that is thrown away. */
  #view(life: () => Life): Source {
    const disk = this.#disk;
    const write =
      <T>(apply: (what: T) => Promise<void>) =>
      async (what: T): Promise<void> => {
        const how = this.#store === 'mixed' ? (['good', 'slow', 'broken'] as const)[this.#below(3)] : this.#store;
        if (how === 'broken') throw new Error('the store is broken');
        if (how === 'slow') {
          const { promise, resolve } = Promise.withResolvers<void>();
          this.#pending.push({ apply: () => apply(what), done: resolve });
          return promise;
        }
        if (life().isOver) return new Promise(() => undefined);
        await apply(what);
      };
    const { rows, replays, newest, after, place, queued, fieldTypes } = disk;
    return {
      ...{ rows, replays, newest, after, place, queued, fieldTypes },
      keepFieldTypes: write(disk.keepFieldTypes),
      news: { log: new Notifier(), events: new Notifier() },
      advance: write(disk.advance),
      advanceReplay: write(disk.advanceReplay),
      endReplay: write(disk.endReplay),
      park: write(disk.park),
      unpark: write(disk.unpark),
      failed: write(disk.failed),
      disabled: write(disk.disabled),
      told: write(disk.told),
    };
  }

  /** What must hold of everything that is sent. */
  #sent(life: Life, sent: Sent, items: readonly Item[]): void {
    this.#count('sends');
    if (items.length > this.#batch.items) throw new Error(`${items.length} items in one send`);
    for (const item of items) {
      const key = keyOf(item);
      if (!this.#owed.has(key)) throw new Error(`${key} is not owed`);
      if (life.answered.has(key)) throw new Error(`${key} is sent again after it was accepted`);
      for (const other of life.underWay) {
        if (other.items.some(({ epEui }) => epEui === item.epEui))
          throw new Error(`two of ${item.epEui} are under way`);
      }
      const order = orderOf(item);
      // Halves of what was refused are the same items again.
      if ((life.last.get(order) ?? 0) > item.place && !life.sent.has(key)) throw new Error(`${key} is out of order`);
      life.last.set(order, item.place);
      life.sent.add(key);
    }
    life.underWay.add(sent);
    if (life.underWay.size > this.#window) throw new Error(`${life.underWay.size} sends are under way`);
    for (const key of life.sent) if (!this.#isBeyond(key)) life.sent.delete(key);
    const { size } = life.sent;
    if (size > this.#ahead) throw new Error(`${size} items are sent beyond the stored cursors`);
  }

  #isBeyond(key: string): boolean {
    const [stream, place] = parts(key);
    return place > this.#disk.row().cursors[stream];
  }

  /** The target has taken them, whether that is heard of or not. */
  #take(items: readonly Item[]): void {
    for (const item of items) {
      const key = keyOf(item);
      if (this.#bad.has(key)) throw new Error(`${key} was refused, and is accepted`);
      const before = this.#got.get(key);
      if (before === undefined) {
        const order = orderOf(item);
        const newest = this.#newest.get(order) ?? 0;
        if (newest > item.place) throw new Error(`${key} comes after ${newest}`);
        this.#newest.set(order, item.place);
        this.#count('items');
      } else {
        this.#count('repeats');
        if (before !== item.deliveryId) throw new Error(`${key} has another delivery id`);
      }
      this.#got.set(key, item.deliveryId);
    }
  }

  async step(): Promise<void> {
    const dice = this.#random();
    if (dice < 0.25) this.#add();
    else if (dice < 0.75) this.#answerSome();
    else if (dice < 0.8) await this.#life.clock.advance([1, 50, 200, 1000, 5000, 30_000, 61_000][this.#below(7)] ?? 1);
    else if (dice < 0.83) this.#lose();
    else if (dice < 0.87) this.#changeStore();
    else if (dice < 0.89) this.#isDown = this.#chance(0.3);
    else if (dice < 0.9) await this.#kill();
    else this.#storeSome();
    await quiet(2);
    if (this.#wrong) throw this.#wrong;
  }

  #add(): void {
    const stream = this.#chance(0.8) ? 'log' : 'events';
    for (let left = 1 + this.#below(30); left > 0; left--) {
      this.#place[stream] += this.#chance(0.9) ? 1 : 1 + this.#below(50);
      const place = this.#place[stream];
      const isForeign = this.#chance(0.1);
      const endpoint = isForeign ? FOREIGN : 1 + this.#below(this.#endpoints);
      this.#disk.items[stream].push(plainItem(place, endpoint, stream));
      if (isForeign) continue;
      const key = `${stream} ${place}`;
      this.#owed.set(key, euiOf(endpoint));
      if (this.#chance(0.05)) this.#bad.add(key);
    }
    this.#life.source.news[stream].notify();
  }

  #answerSome(): void {
    for (let left = 1 + this.#below(8); left > 0; left--) {
      const all = [...this.#life.underWay];
      const sent = all[this.#below(all.length)];
      if (sent) this.#answer(sent, this.#chance(0.02));
    }
  }

  #answer(sent: Sent, fails: boolean): void {
    const { items, settle } = sent;
    this.#life.underWay.delete(sent);
    const isBad = items.some(item => this.#bad.has(keyOf(item)));
    let outcome: Outcome = isBad ? refused('bad') : ACCEPTED;
    if (fails) {
      this.#count('failures');
      if (!isBad && this.#chance(0.3)) this.#take(items);
      outcome = failed('HTTP 503');
      // Whatever else is under way is answered too late.
      this.#forgetUnderWay();
    } else if (isBad) this.#count('refusals');
    else {
      this.#take(items);
      for (const item of items) this.#life.answered.add(keyOf(item));
    }
    settle(outcome);
    if (this.#chance(0.05)) settle(failed('twice'));
  }

  /** What is under way is taken or not, and that is not heard of. */
  #forgetUnderWay(): void {
    for (const { items } of this.#life.underWay) {
      if (this.#chance(0.5) && !items.some(item => this.#bad.has(keyOf(item)))) this.#take(items);
    }
    this.#life.underWay.clear();
  }

  #lose(): void {
    const { target } = this.#life;
    if (target.drivers.length === 0) return;
    this.#count('losses');
    this.#forgetUnderWay();
    target.driver.context.lost({ reason: 'reset' });
  }

  #changeStore(): void {
    this.#store = (['good', 'slow', 'broken', 'mixed'] as const)[this.#below(4)] ?? 'good';
  }

  #storeSome(): void {
    for (const { apply, done } of this.#pending.splice(0, 1 + this.#below(4))) {
      // The store keeps the order of what it was told.
      void apply().then(done);
    }
  }

  async #kill(): Promise<void> {
    this.#count('kills');
    const life = this.#life;
    this.#forgetUnderWay();
    life.isOver = true;
    // Of what the store had not finished, a part was done, in order.
    const pending = this.#pending;
    this.#pending = [];
    for (const { apply } of pending.slice(0, this.#below(pending.length + 1))) await apply();
    this.#nothingPassed();
    this.#life = this.#begin();
  }

  /** Nothing at or before the stored cursors is neither with the target nor parked. */
  #nothingPassed(): void {
    const parked = this.#parked();
    for (const key of this.#owed.keys()) {
      if (!this.#isBeyond(key) && !this.#got.has(key) && !parked.has(key)) throw new Error(`${key} is lost`);
    }
  }

  #parked(): Set<string> {
    return new Set(this.#disk.parked.map(keyOf));
  }

  /** Whatever happened: in the end everything is where it belongs. */
  async finish(): Promise<void> {
    this.#store = 'good';
    this.#isDown = false;
    for (let rounds = 0; rounds < 4000; rounds++) {
      this.#storeSome();
      for (const sent of [...this.#life.underWay]) this.#answer(sent, false);
      await quiet(3);
      if (this.#life.underWay.size > 0 || this.#pending.length > 0) continue;
      const { cursors } = this.#life.runner.figures;
      if (STREAMS.every(stream => cursors[stream] >= this.#disk.newest(stream))) break;
      await this.#life.clock.advance(1000);
    }
    let isStopped = false;
    const stopping = this.#life.runner.stop().then(() => {
      isStopped = true;
    });
    while (!isStopped) await this.#life.clock.advance(100);
    await stopping;
    this.#life.isOver = true;
    const parked = this.#parked();
    for (const key of this.#owed.keys()) {
      if (this.#bad.has(key) !== parked.has(key)) throw new Error(`${key} ${parked.has(key) ? 'is' : 'is not'} parked`);
      if (this.#bad.has(key) === this.#got.has(key)) throw new Error(`${key} is lost`);
    }
    for (const stream of STREAMS) {
      const [cursor, newest] = [this.#disk.row().cursors[stream], this.#disk.newest(stream)];
      if (cursor !== newest) throw new Error(`the cursor of ${stream} is at ${cursor} of ${newest}`);
    }
    this.#count('parked', parked.size);
  }
}

const keyOf = ({ stream, place }: Pick<Item, 'stream' | 'place'>) => `${stream} ${place}`;
const orderOf = ({ stream, epEui }: Pick<Item, 'stream' | 'epEui'>) => `${stream} ${epEui}`;
const euiOf = (endpoint: number) => endpoint.toString(16).padStart(16, '0') as Eui;

function parts(key: string): [Stream, number] {
  const [stream, place] = key.split(' ');
  return [stream === 'log' ? 'log' : 'events', Number(place)];
}

/** The same numbers for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
