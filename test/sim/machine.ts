import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Db, GivenEngine } from '../../src/database/driver.ts';
import type { MachineClock, Timer } from '../../src/kit/time/clock.ts';
import { openConnection } from './connection.ts';
import { type Image, SimDisk } from './disk.ts';
import { DATABASE, SNAPSHOTS, simulateFiles } from './node-files.ts';
import { Chance } from './random.ts';
import type { Simulator } from './simulator.ts';
import { loopThread } from './threads.ts';
import type { Vfs } from './vfs.ts';

type Replaceable = Record<string, unknown>;

interface Due {
  readonly at: number;
  readonly every: number | undefined;
  readonly fn: () => void;
}

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
/** Turns without anything to deliver, after which what is waited for will not come. */
const PATIENCE = 200;
/** Turns after which time goes on. */
const QUIET_TURNS = 3;

/** Makes something with chance by a seed: the same each time, in each process. */
export function seeded<T>(seed: number, make: () => T): T {
  const crypto = createRequire(import.meta.url)('node:crypto') as Replaceable;
  const real = crypto.randomBytes;
  const chance = new Chance(seed);
  crypto.randomBytes = (count: number) => chance.bytes(count);
  syncBuiltinESMExports();
  try {
    return make();
  } finally {
    crypto.randomBytes = real;
    syncBuiltinESMExports();
  }
}

/**
 * A machine in one loop: its disk, its clock, its chance, and what its threads say to each other, all by a seed. While it is on, the
 * functions of Node.js that the program takes time, chance and files from work on it.
 */
export class Machine {
  disk = new SimDisk();
  /** Milliseconds since 1970. */
  now: number;
  readonly engine: GivenEngine;
  readonly #chance: Chance;
  readonly #vfs: Vfs;
  readonly #connections = new Set<Db>();
  #channels = new Map<object, (() => void)[]>();
  readonly #timers = new Map<object, Due>();
  /** Of those outside of the machine, who go on when it is off. */
  readonly #outside = new Map<object, Due>();
  readonly #undo: (() => void)[] = [];

  constructor({ library, vfs }: Pick<Simulator, 'library' | 'vfs'>, chance: Chance, now: number) {
    this.now = now;
    this.#chance = chance;
    this.#vfs = vfs;
    vfs.files = this.disk;
    library.forgetChance();
    vfs.surroundings = { now: () => this.now, random: bytes => chance.bytes(bytes) };
    this.engine = {
      name: 'sim',
      open: (path, mode) => {
        const db = openConnection(library, vfs, path, mode);
        this.#connections.add(db);
        const close = () => {
          this.#connections.delete(db);
          db.close();
        };
        return { ...db, close };
      },
      thread: (name, options) =>
        loopThread({ later: (channel, deliver) => this.#later(channel, deliver) }, name, options),
    };
  }

  /** From here on the program lives in it. */
  switchOn(): void {
    const require = createRequire(import.meta.url);
    const crypto = require('node:crypto') as Replaceable;
    const chance = this.#chance;
    this.#replace(crypto, 'randomBytes', (count: number) => chance.bytes(count));
    this.#replace(crypto, 'randomInt', (least: number, most?: number) =>
      most === undefined ? chance.below(least) : least + chance.below(most - least),
    );
    this.#replace(Math as unknown as Replaceable, 'random', chance.fraction);
    this.#replace(Date as unknown as Replaceable, 'now', () => this.now);
    this.#replace(performance as unknown as Replaceable, 'now', () => this.now);
    const timer = (every: boolean) => (fn: () => void, ms: number) => {
      const id = { unref: () => id };
      this.#timers.set(id, { at: this.now + ms, every: every ? ms : undefined, fn });
      return id;
    };
    const realClear = clearTimeout;
    const clear = (id: object) => {
      // One that was set before the machine was on.
      if (!this.#timers.delete(id)) realClear(id as never);
    };
    this.#replace(globalThis as unknown as Replaceable, 'setTimeout', timer(false));
    this.#replace(globalThis as unknown as Replaceable, 'setInterval', timer(true));
    this.#replace(globalThis as unknown as Replaceable, 'clearTimeout', clear);
    this.#replace(globalThis as unknown as Replaceable, 'clearInterval', clear);
    syncBuiltinESMExports();
    this.#undo.push(
      syncBuiltinESMExports,
      simulateFiles(() => this.disk),
    );
  }

  /** Off, once what still had a turn has found its disk gone: nothing of it runs on into another world. */
  async end(): Promise<void> {
    this.cut();
    await this.#settle();
    this.switchOff();
  }

  switchOff(): void {
    this.cut();
    for (const undo of this.#undo.splice(0).reverse()) undo();
  }

  /** The program is gone, without a word: what it had open, its timers, what its threads were saying. */
  cut(): void {
    this.disk.off = true;
    for (const db of this.#connections) db.close();
    this.#connections.clear();
    this.#vfs.reset();
    this.#channels = new Map();
    this.#timers.clear();
  }

  /** The machine gets power again. */
  boot(image: Image): void {
    this.disk = new SimDisk(image);
    this.disk.makeFolder(SNAPSHOTS);
    this.#vfs.files = this.disk;
  }

  /**
   * Looks at what a loss of power has left, or would leave, on a machine of its own; the program here goes on afterwards, even in the middle of a
   * write.
   */
  beside<T>(image: Image, look: () => T): T {
    const { disk } = this;
    const { surroundings } = this.#vfs;
    this.disk = new SimDisk(image);
    this.#vfs.files = this.disk;
    this.#vfs.surroundings = { ...surroundings, random: bytes => Buffer.alloc(bytes, 1) };
    try {
      return look();
    } finally {
      this.disk = disk;
      this.#vfs.files = disk;
      this.#vfs.surroundings = surroundings;
    }
  }

  /** A connection of its own, for who looks at the database. */
  looking<T>(look: (db: Db) => T): T {
    const db = this.engine.open(DATABASE, 'reader');
    try {
      return look(db);
    } finally {
      db.close();
    }
  }

  /** Time passes: what is due until then is called in its order. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(([, due]) => due.at <= until).sort(([, a], [, b]) => a.at - b.at);
      if (!next) break;
      const [id, due] = next;
      this.now = Math.max(this.now, due.at);
      if (due.every === undefined) this.#timers.delete(id);
      else this.#timers.set(id, { ...due, at: due.at + due.every });
      due.fn();
    }
    this.now = until;
  }

  /** The clock of those outside: the same time, and timers that outlive the program. */
  readonly outside: MachineClock = {
    now: () => this.now,
    nowNs: () => BigInt(this.now) * 1_000_000n,
    monotonic: () => this.now,
    after: (ms, fn) => this.#outsideTimer(ms, undefined, fn),
    every: (ms, fn) => this.#outsideTimer(ms, ms, fn),
  };

  /** Everything goes its way until a time, or until it is over: what waits is done, then it is the time of the next timer. */
  async run(until: number, isOver: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.#settle();
      if (isOver()) return;
      const at = Math.min(...[...this.#timers.values(), ...this.#outside.values()].map(due => due.at));
      if (at > until) break;
      this.now = Math.max(this.now, at);
      for (const timers of [this.#outside, this.#timers]) {
        for (const [id, due] of [...timers]) {
          if (due.at > this.now || !timers.has(id)) continue;
          if (due.every === undefined) timers.delete(id);
          else timers.set(id, { ...due, at: due.at + due.every });
          due.fn();
        }
      }
    }
    this.now = until;
  }

  async #settle(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await turn();
      if (this.#deliver()) quiet = 0;
    }
  }

  #outsideTimer(ms: number, every: number | undefined, fn: () => void): Timer {
    const id = {};
    this.#outside.set(id, { at: this.now + Math.max(ms, 0), every, fn });
    return { cancel: () => void this.#outside.delete(id) };
  }

  /** Lets the threads talk until something is so, or the power is off. @throws Error when it never will be */
  async until(isSo: () => boolean): Promise<void> {
    for (let idle = 0; !isSo() && !this.disk.off; idle++) {
      await turn();
      if (this.#deliver()) idle = 0;
      if (idle > PATIENCE) throw new Error('everything waits');
    }
  }

  #later(channel: object, deliver: () => void): void {
    const waiting = this.#channels.get(channel);
    if (waiting) waiting.push(deliver);
    else this.#channels.set(channel, [deliver]);
  }

  #deliver(): boolean {
    const waiting = [...this.#channels].filter(([, messages]) => messages.length > 0);
    if (waiting.length === 0) return false;
    const [, messages] = this.#chance.of(waiting);
    messages.shift()?.();
    return true;
  }

  #replace(owner: Replaceable, name: string, instead: unknown): void {
    const real = owner[name];
    owner[name] = instead;
    this.#undo.push(() => {
      owner[name] = real;
    });
  }
}
