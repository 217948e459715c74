import { crc32 } from 'node:zlib';
import type { Item } from '../../../src/integrations/driver.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { T0 } from '../../domain/message/log-store.ts';
import { ownChecks } from '../checks.ts';
import { type Image, LOSSES, PowerLost } from '../disk.ts';
import { Ledger } from '../ledger.ts';
import { Machine } from '../machine.ts';
import { Chance } from '../random.ts';
import type { Simulator } from '../simulator.ts';
import { startCenter } from './center.ts';
import { Network } from './network.ts';
import { Notes } from './notes.ts';
import { Peers } from './peers.ts';
import { simulatedTarget } from './target.ts';
import { CENTERS, INTEGRATIONS } from './whole-base.ts';

/** Of each hour: troubles, then none and nothing new for as long as it may take until everything has arrived. */
const TROUBLED_MS = 45 * MINUTE_MS;
const DRAIN_MS = 10 * MINUTE_MS;
/** Changes of the disk until the power goes, at most: about an hour of work. */
const MOST_CHANGES = 6000;
const BREAK_MS = { least: 20 * SECOND_MS, most: 8 * MINUTE_MS };
const START_MS = 10 * MINUTE_MS;
const OFF_MS = [SECOND_MS, MINUTE_MS, 5 * MINUTE_MS];

export interface WholeReport {
  readonly seed: number;
  readonly crashes: number;
  readonly telegrams: number;
  readonly downlinks: number;
  readonly repeated: number;
  readonly sessions: number;
  readonly trace: number;
  readonly failures: readonly string[];
}

/** A whole center and those around it for some hours of their time, in one loop. */
export async function wholeWorld(
  seed: number,
  hours: number,
  simulator: Simulator,
  image: Image,
): Promise<WholeReport> {
  const chance = new Chance(seed);
  simulator.examiner.forget();
  const machine = new Machine(simulator, chance.branch(), T0 + HOUR_MS);
  const world = new WholeWorld(machine, chance, simulator);
  machine.boot(image);
  machine.switchOn();
  try {
    await world.live(hours);
  } catch (cause) {
    world.notes.wrong(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
  } finally {
    await machine.end();
  }
  return world.report(seed);
}

class WholeWorld {
  readonly notes = new Notes();
  readonly #machine: Machine;
  readonly #chance: Chance;
  readonly #simulator: Simulator;
  readonly #network: Network;
  readonly #peers: Peers;
  readonly #targets: ReadonlyMap<string, ReturnType<typeof simulatedTarget>>;
  #troubled = false;
  #crashes = 0;
  #trace = 0;

  constructor(machine: Machine, chance: Chance, simulator: Simulator) {
    this.#machine = machine;
    this.#chance = chance;
    this.#simulator = simulator;
    const clock = machine.outside;
    const { notes } = this;
    const network = new Network(clock, chance.branch());
    this.#network = network;
    this.#peers = new Peers({ machine, network, chance: chance.branch(), notes });
    const troubled = () => this.#troubled;
    const targets = INTEGRATIONS.map(name => {
      const take = (item: Item) => this.#take(name, item);
      return [name, simulatedTarget({ clock, chance: chance.branch(), troubled, take })] as const;
    });
    this.#targets = new Map(targets);
    this.#breakAgain();
  }

  async live(hours: number): Promise<void> {
    const machine = this.#machine;
    await this.#start();
    for (let hour = 0; hour < hours && this.notes.failures.length === 0; hour++) {
      const begun = machine.now;
      this.#peers.busy = true;
      await this.#work(begun + TROUBLED_MS, true);
      this.#peers.busy = false;
      await this.#work(machine.now + DRAIN_MS, false);
      for (const text of this.notes.overdue([...CENTERS, ...INTEGRATIONS]))
        this.notes.wrong(`after ${hour} hours ${text}`);
      await this.#work(Math.max(begun + HOUR_MS, machine.now), false);
    }
    this.#endLife();
  }

  report(seed: number): WholeReport {
    const { failures, acked, downlinks, repeated, sessions, trace } = this.notes;
    return {
      ...{ seed, crashes: this.#crashes, telegrams: acked.size, downlinks: downlinks.size, repeated, failures },
      sessions: Math.max(...sessions.values(), 0),
      trace: crc32(String(this.#trace), trace),
    };
  }

  /** Time passes, with as many losses of power as there are. */
  async #work(until: number, troubled: boolean): Promise<void> {
    const machine = this.#machine;
    this.#troubled = troubled;
    const end = troubled ? machine.disk.changes + this.#chance.below(MOST_CHANGES) : Number.POSITIVE_INFINITY;
    this.#powerGoesAt(end);
    while (machine.now < until) {
      await machine.run(until, () => machine.disk.off);
      if (!machine.disk.off) return;
      await this.#crash();
    }
  }

  #powerGoesAt(end: number): void {
    const { disk } = this.#machine;
    disk.before = (act, _path, changes) => {
      if (act === 'read' || act === 'look' || changes < end) return;
      this.#network.powerOff();
      throw new PowerLost();
    };
  }

  /** The objects of the program are dropped, what the card holds stays, and it starts again. */
  async #crash(): Promise<void> {
    const machine = this.#machine;
    const { image } = machine.disk.after(this.#chance.of(LOSSES), this.#chance);
    this.#crashes++;
    this.#judge(image);
    this.#endLife();
    machine.cut();
    // What still has a turn finds its disk gone.
    await machine.run(machine.now);
    machine.boot(image);
    await machine.run(machine.now + this.#chance.of(OFF_MS));
    const { troubled } = { troubled: this.#troubled };
    this.#powerGoesAt(troubled ? this.#chance.below(MOST_CHANGES) : Number.POSITIVE_INFINITY);
    await this.#start();
  }

  async #start(): Promise<void> {
    const machine = this.#machine;
    let [isUp, failed]: [boolean, unknown] = [false, undefined];
    const { disk } = machine;
    const failedLine = (line: string) => {
      if (!disk.off) this.notes.wrong(`an error in the log: ${line.slice(0, 1000)}`);
    };
    const targetOf = ({ name }: { readonly name: string }) => {
      const target = this.#targets.get(name);
      if (!target) throw new Error(`no integration is called ${name}`);
      return target;
    };
    startCenter({ machine, network: this.#network, targetOf, failed: failedLine }).then(
      () => {
        isUp = true;
      },
      (cause: unknown) => {
        failed = cause;
      },
    );
    await machine.run(machine.now + START_MS, () => isUp || failed !== undefined || disk.off);
    if (disk.off) return;
    if (failed !== undefined) throw failed;
    if (!isUp) throw new Error('a start does not end');
  }

  /** Whatever is acknowledged is there, and the database by itself is sound. */
  #judge(image: Image): void {
    const ledger = new Ledger();
    const look = () =>
      this.#simulator.examiner.anew(image, db => {
        const judged = { db, ledger, center: 1, integration: 1, recovered: false, snapshot: () => [] };
        const wrong = Object.entries(ownChecks).flatMap(([name, check]) =>
          check(judged).map(text => `${name}: ${text}`),
        );
        const rows = db.prepare(
          `SELECT e.eui || ':' || u.packet_cnt AS name FROM (SELECT endpoint, packet_cnt FROM uplink UNION ALL
           SELECT endpoint, packet_cnt FROM message) u JOIN endpoint e ON e.id = u.endpoint`,
        );
        const names = (rows.all() as { name: string }[]).map(({ name }) => name);
        const there = new Set(names);
        if (there.size < names.length) wrong.push('a telegram is there twice');
        return [...wrong, ...[...this.notes.acked].filter(key => !there.has(key)).map(key => `${key} is lost`)];
      });
    try {
      for (const text of look()) this.notes.wrong(`crash ${this.#crashes}: ${text}`);
    } catch (cause) {
      this.notes.wrong(`crash ${this.#crashes}: ${String(cause)}`);
    }
  }

  #endLife(): void {
    this.#trace = crc32(String(this.#machine.disk.trace), this.#trace);
  }

  #take(integration: string, item: Item): void {
    if (item.event !== 'up') return;
    const { ep_eui, epEui, packet_cnt, packetCnt } = JSON.parse(item.text());
    this.notes.taken(integration, `${ep_eui ?? epEui}:${packet_cnt ?? packetCnt}`, item.place);
  }

  #breakAgain(): void {
    this.#machine.outside.after(this.#chance.between(BREAK_MS.least, BREAK_MS.most), () => {
      if (this.#troubled) this.#network.breakOne();
      this.#breakAgain();
    });
  }
}
