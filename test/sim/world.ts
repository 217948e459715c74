import { crc32 } from 'node:zlib';
import type { Store } from '../../src/domain/domain.ts';
import { DAY_MS } from '../../src/kit/units.ts';
import { T0 } from '../domain/message/log-store.ts';
import { type Base, type BaseForm, imageOf } from './base.ts';
import { judge } from './checks.ts';
import type { Content } from './content.ts';
import { type Image, LOSSES, PowerLost } from './disk.ts';
import type { Look } from './examiner.ts';
import { isClear } from './failing.ts';
import { Faults } from './faults.ts';
import { Ledger } from './ledger.ts';
import { Load, newOutside, type Outside, start } from './load.ts';
import { Machine } from './machine.ts';
import { DATABASE } from './node-files.ts';
import { Chance } from './random.ts';
import type { Simulator } from './simulator.ts';
import { isWholeSnapshot } from './snapshots.ts';

/** Lives of a program, each ended by a loss of power, in one world. */
const LIVES = { least: 2, most: 4 };
const LIVES_WITH_ERRORS = { least: 4, most: 8 };
const FAILING_STARTS = 0.2;
const STEPS = { least: 4, most: 14 };
/** Changes of the disk in a life: so far away is its end. */
const MOST_CHANGES = 700;
/** Of an upgrade or a recovery. */
const MOST_CHANGES_OF_START = 2000;
/** Worlds that begin with an upgrade or a recovery, of all. */
const OTHER_FORMS = 1 / 8;
/** At so many of a hundred changes it is looked what the end there would leave. */
const POINTS = 60;

export interface WorldOptions {
  readonly simulator: Simulator;
  readonly base: Base;
  /** A card that says of syncs that they are done. */
  readonly lies?: boolean;
  /** Calls of the disk fail now and then, in all lives but the last. */
  readonly errors?: boolean;
  /** More or fewer points, of a hundred changes. */
  readonly points?: number;
}

export interface WorldReport {
  readonly seed: number;
  /** Losses of power with something unsynced after which a database was judged, no two of them alike. */
  readonly crashes: number;
  /** Those where everything was synced. */
  readonly quiet: number;
  readonly starts: number;
  /** Calls of the disk that failed. */
  readonly errors: number;
  readonly acknowledgements: number;
  /** Of everything that was done to the disk: the same for the same seed. */
  readonly trace: number;
  readonly failures: readonly string[];
}

/** Runs one world: programs that live one after the other on one disk, and what those outside know of them. */
export async function world(seed: number, options: WorldOptions): Promise<WorldReport> {
  const chance = new Chance(seed);
  const machine = new Machine(options.simulator, chance.branch(), T0 + 1000);
  const run = new World(machine, chance, options);
  // To open a file takes chance from the library: every world does so from its beginning.
  options.simulator.examiner.forget();
  machine.boot(imageOf(options.base, run.form, chance));
  machine.switchOn();
  try {
    const { least, most } = options.errors ? LIVES_WITH_ERRORS : LIVES;
    const lives = chance.between(least, most);
    for (let life = 0; life < lives && run.failures.length === 0; life++) await run.live(life === lives - 1);
  } catch (cause) {
    run.failures.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  } finally {
    machine.switchOff();
  }
  const { crashes, quiet, starts, errors, failures, trace } = run;
  return { seed, crashes, quiet, starts, errors, acknowledgements: run.ledger.acknowledgements, trace, failures };
}

class World {
  readonly failures: string[] = [];
  readonly ledger = new Ledger();
  crashes = 0;
  quiet = 0;
  starts = 0;
  errors = 0;
  trace = 0;
  readonly #machine: Machine;
  readonly #chance: Chance;
  readonly #options: WorldOptions;
  readonly form: BaseForm;
  readonly #outside: Outside;
  /** A start has come to its end: from here on there is a database at any time. */
  #usable = false;
  #connected = false;
  /** What was judged in this life. */
  readonly #judged = new Set<string>();
  /** Snapshots that were found whole. */
  readonly #whole = new Map<string, Content>();

  constructor(machine: Machine, chance: Chance, options: WorldOptions) {
    this.#machine = machine;
    this.#chance = chance;
    this.#options = options;
    this.#outside = newOutside(options.base);
    this.form = chance.often(OTHER_FORMS) ? chance.of(['behind', 'damaged']) : 'whole';
    this.#usable = this.form === 'whole';
    // A recovery ends all sessions.
    this.#connected = this.form !== 'damaged';
    const { log, events } = options.base.cursors;
    this.ledger.reached('integration log', log);
    this.ledger.reached('integration events', events);
  }

  async live(isLast: boolean): Promise<void> {
    const machine = this.#machine;
    const { disk } = machine;
    disk.lies = this.#options.lies ?? false;
    const faults = this.#options.errors && !isLast ? new Faults(this.#chance.branch()) : undefined;
    if (faults) disk.forgets = () => this.#chance.often(0.5);
    const end = this.#chance.below(this.#chance.of([20, 120, this.#usable ? MOST_CHANGES : MOST_CHANGES_OF_START]));
    // A start that fails is soon over.
    let isFailing = faults !== undefined && this.#chance.often(FAILING_STARTS);
    disk.before = (act, path, changes) => {
      if (isFailing) faults?.meet(act, path);
      if (act === 'read' || act === 'look') return;
      if (changes >= end && !isLast) throw new PowerLost();
      if (this.#usable && this.failures.length === 0 && this.#chance.often(this.#pointsPerChange))
        this.#lookAt(changes);
    };
    const mayFail = (cause: unknown) => faults !== undefined && faults.count > 0 && isClear(cause);
    this.starts++;
    const store = await start(machine, mayFail);
    isFailing = true;
    if (store) await this.#work(store, isLast, mayFail);
    if (!disk.off) this.#lookAt(disk.changes);
    disk.before = undefined;
    this.errors += faults?.count ?? 0;
    this.trace = crc32(`${disk.trace} ${this.ledger.acknowledgements}`, this.trace);
    const image = this.#lookAt(disk.changes, true);
    machine.cut();
    machine.boot(image);
    this.#judged.clear();
    machine.pass(this.#chance.of([1000, 60_000, 2 * DAY_MS]));
  }

  async #work(store: Store, isLast: boolean, mayFail: (cause: unknown) => boolean): Promise<void> {
    const { disk } = this.#machine;
    const { base } = this.#options;
    const knows = { chance: this.#chance, ledger: this.ledger, base, outside: this.#outside, mayFail };
    const load = new Load(this.#machine, store, knows);
    this.#usable = true;
    let isLost = false;
    store.lostTo(() => {
      isLost = true;
    });
    // A session may have begun whose number was not told.
    if (!this.#connected) this.#connected = await load.connect();
    const isOver = () => disk.off || isLost || !this.#connected;
    for (let step = this.#chance.between(STEPS.least, STEPS.most); step > 0 && !isOver(); step--) await load.some();
    if (!disk.off && isLast) {
      await load.settled();
      await load.quiet();
    }
    this.failures.push(...load.failures);
  }

  get #pointsPerChange(): number {
    return (this.#options.points ?? POINTS) / 100;
  }

  /** What would be left if the power went now, or is: the last one of a life is opened by a connection of its own. @returns it */
  #lookAt(changes: number, isEnd = false): Image {
    const { disk } = this.#machine;
    const loss = this.#chance.of(LOSSES);
    const { image, which } = disk.after(loss, this.#chance);
    const point = `${which} ${this.ledger.acknowledgements}`;
    if (this.#judged.has(point) && !isEnd) return image;
    if (!this.#judged.has(point)) {
      if (disk.isSettled) this.quiet++;
      else this.crashes++;
    }
    this.#judged.add(point);
    // The next start has to come to an end with it.
    if (!this.#usable) return image;
    const say = (text: string) => this.failures.push(`life ${this.starts}, change ${changes}, ${loss}: ${text}`);
    for (const text of this.#judge(image, isEnd)) say(text);
    return image;
  }

  #judge(image: Image, isEnd: boolean): readonly string[] {
    const { examiner } = this.#options.simulator;
    const { center } = this.#outside;
    const { integration } = this.#options.base;
    if (!image.has(DATABASE)) return ['the database is gone'];
    const snapshot = (path: string) => this.#snapshot(path, image);
    const recovered = this.form === 'damaged';
    const look: Look = (db, isKnown) =>
      judge({ db, ledger: this.ledger, center, integration, recovered, snapshot }, isKnown);
    const attempt = (examine: () => readonly string[]) => {
      try {
        return examine();
      } catch (cause) {
        return [cause instanceof Error ? cause.message : String(cause)];
      }
    };
    const found = isEnd ? [] : attempt(() => examiner.look(image, look));
    if (found.length === 0 && !isEnd) return found;
    const anew = attempt(() => examiner.anew(image, look));
    return anew.length > 0 || isEnd ? anew : found.map(text => `only for a connection that stayed open: ${text}`);
  }

  #snapshot(path: string, image: Image): readonly string[] {
    const content = image.get(path);
    const before = this.#whole.get(path);
    if (content && before?.isSame(content)) return [];
    const wrong = this.#machine.beside(image, () => isWholeSnapshot(this.#machine, path));
    if (content && wrong.length === 0) this.#whole.set(path, content);
    return wrong;
  }
}
