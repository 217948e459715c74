import { crc32 } from 'node:zlib';
import { DAY_MS } from '../../src/kit/units.ts';
import { T0 } from '../domain/message/log-store.ts';
import type { Base } from './base.ts';
import { judge } from './checks.ts';
import { type Image, LOSSES, type Loss, PowerLost } from './disk.ts';
import { Ledger } from './ledger.ts';
import type { Library } from './library.ts';
import { Load, newOutside, start } from './load.ts';
import { Machine } from './machine.ts';
import { DATABASE } from './node-files.ts';
import { Chance } from './random.ts';
import type { Vfs } from './vfs.ts';

/** Lives of a program, each ended by a loss of power, in one world. */
const LIVES = { least: 2, most: 4 };
const STEPS = { least: 4, most: 14 };
/** Changes of the disk in a life: so far away is its end. */
const MOST_CHANGES = 700;
/** At so many of 200 changes it is looked what the end there would leave. */
const POINTS = 12;
const POINTS_PER = 200;

export interface WorldOptions {
  readonly library: Library;
  readonly vfs: Vfs;
  readonly base: Base;
  /** A card that says of syncs that they are done. */
  readonly lies?: boolean;
  /** Fewer points, for who has little time. */
  readonly points?: number;
}

export interface WorldReport {
  readonly seed: number;
  /** Losses of power after which a database was judged. */
  readonly crashes: number;
  readonly starts: number;
  readonly acknowledgements: number;
  /** Of everything that was done to the disk: the same for the same seed. */
  readonly trace: number;
  readonly failures: readonly string[];
}

/** Runs one world: programs that live one after the other on one disk, and what those outside know of them. */
export async function world(seed: number, options: WorldOptions): Promise<WorldReport> {
  const chance = new Chance(seed);
  const machine = new Machine(options.library, options.vfs, chance.branch(), T0 + 1000);
  const run = new World(machine, chance, options);
  machine.boot(options.base.image);
  machine.switchOn();
  try {
    const lives = chance.between(LIVES.least, LIVES.most);
    for (let life = 0; life < lives && run.failures.length === 0; life++) await run.live(life === lives - 1);
  } catch (cause) {
    run.failures.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  } finally {
    machine.switchOff();
  }
  const { crashes, starts, failures, trace } = run;
  return { seed, crashes, starts, acknowledgements: run.ledger.acknowledgements, trace, failures };
}

class World {
  readonly failures: string[] = [];
  readonly ledger = new Ledger();
  crashes = 0;
  starts = 0;
  trace = 0;
  readonly #machine: Machine;
  readonly #chance: Chance;
  readonly #options: WorldOptions;
  readonly #outside = newOutside();

  constructor(machine: Machine, chance: Chance, options: WorldOptions) {
    this.#machine = machine;
    this.#chance = chance;
    this.#options = options;
    const { log, events } = options.base.cursors;
    this.ledger.reached('integration log', log);
    this.ledger.reached('integration events', events);
  }

  async live(isLast: boolean): Promise<void> {
    const machine = this.#machine;
    const { disk } = machine;
    disk.lies = this.#options.lies ?? false;
    const end = this.#chance.below(this.#chance.of([20, 120, MOST_CHANGES]));
    disk.before = (act, _path, changes) => {
      if (act === 'read' || act === 'look') return;
      if (changes >= end && !isLast) throw new PowerLost();
      if (this.#chance.often(this.#pointsPerChange)) this.#lookAt(changes);
    };
    this.starts++;
    const store = await start(machine);
    if (store) {
      const { base } = this.#options;
      const load = new Load(machine, store, {
        ...{ chance: this.#chance, ledger: this.ledger },
        base,
        outside: this.#outside,
      });
      for (let step = this.#chance.between(STEPS.least, STEPS.most); step > 0 && !disk.off; step--) await load.some();
      if (!disk.off && isLast) {
        await load.settled();
        await load.quiet();
      }
      this.failures.push(...load.failures);
      if (!disk.off) this.#lookAt(disk.changes);
    }
    disk.before = undefined;
    this.trace = crc32(String(disk.trace), this.trace);
    const loss = this.#chance.of(LOSSES);
    const image = disk.after(loss, this.#chance);
    machine.cut();
    this.#judge(disk.changes, loss, image);
    machine.boot(image);
    machine.pass(this.#chance.of([1000, 60_000, 2 * DAY_MS]));
  }

  get #pointsPerChange(): number {
    return (this.#options.points ?? POINTS) / POINTS_PER;
  }

  /** What would be left if the power went now. */
  #lookAt(changes: number): void {
    const loss = this.#chance.of(LOSSES);
    this.#judge(changes, loss, this.#machine.disk.after(loss, this.#chance));
  }

  #judge(changes: number, loss: Loss, image: Image): void {
    const machine = this.#machine;
    const { base } = this.#options;
    this.crashes++;
    const say = (text: string) => this.failures.push(`life ${this.starts}, change ${changes}, ${loss}: ${text}`);
    machine.beside(image, () => {
      try {
        if (!machine.disk.exists(DATABASE)) say('the database is gone');
        else for (const text of machine.looking(db => judge({ db, ledger: this.ledger, base, machine }))) say(text);
      } catch (cause) {
        say(cause instanceof Error ? cause.message : String(cause));
      }
    });
  }
}
