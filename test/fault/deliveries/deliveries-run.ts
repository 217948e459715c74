import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDb } from '../../../src/database/driver.ts';
import { kinds } from '../../../src/integrations/kinds.ts';
import { fillBox } from '../../bench/rig/filled-box.ts';
import { endpointEui } from '../../bench/rig/rig.ts';
import { run, sequence } from '../harness/run.ts';
import { DeliveryLedger } from './deliveries-ledger.ts';
import { type DeliveryTarget, httpTarget, influxTarget, mqttTarget, troubles } from './deliveries-targets.ts';
import { Delivering } from './delivering.ts';
import { natsTarget } from './nats-target.ts';

const targets = { http: httpTarget, mqtt: mqttTarget, influx: influxTarget, nats: natsTarget };
export const deliveryKinds = ['http', 'mqtt', 'influx', 'nats'] as const;

export interface DeliveriesOptions {
  /** For the database. */
  readonly dir: string;
  readonly kind: (typeof deliveryKinds)[number];
  readonly messages: number;
  readonly endpoints: number;
  readonly kills: number;
  readonly seed: number;
  readonly onRound?: (round: number, standing: string) => void;
}

export interface DeliveriesReport {
  readonly kills: number;
  readonly lost: number;
  readonly parked: number;
  /** Messages that came again after a kill: all of them, and after one kill at most. */
  readonly repeats: number;
  readonly mostRepeats: number;
  /** Messages that had come and were beyond the stored cursor at one kill at most. */
  readonly mostBeyond: number;
  /** Messages that came again in the same run: the target had trouble. */
  readonly again: number;
  /** What its target has stored, and how much of it more than once; undefined: nothing. */
  readonly stored?: number;
  readonly duplicates?: number;
  /** Changes of the target's conduct. */
  readonly troubles: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

const LOOK_MS = 15;
/** Messages of an endpoint that are next to each other: what does not keep its order sends them side by side. */
const TOGETHER = 3;
/** One kill in so many comes soon after the start, if need be before anything was sent. */
const EARLY_EVERY = 4;
const EARLY_MS = 900;
const LATE_MS = 60;
/** For so long a target is well, or in trouble. */
const WELL_MS = 250;
const TROUBLE_MS = 250;
/** Nothing may stand still for so long; a run that gives way to all else on a busy machine takes a while to start. */
const STUCK_MS = 300_000;

/** Kills the process that delivers again and again, with a target that has troubles of its own, and compares in the end. */
export async function deliveriesRun(options: DeliveriesOptions): Promise<DeliveriesReport> {
  const { dir, kind, messages, endpoints, kills, seed, onRound } = options;
  const path = join(dir, 'waystation.db');
  const euis = Array.from({ length: endpoints }, (_, index) => endpointEui(index + 1));
  await using opened = new AsyncDisposableStack();
  const target = await targets[kind]({
    random: sequence(seed + 1),
    run: () => ledger.run,
    arrives: (arrivals, run) => ledger.arrives(arrivals, run),
    answers: (message, answer) => ledger.answers(message, answer),
    isThere: arrival => ledger.isThere(arrival),
  });
  opened.defer(() => target.close());
  const { settings, faster } = target;
  const shape = { messages, endpoints, together: TOGETHER };
  fillBox({ path, engine: 'better-sqlite3', ...shape, integrations: [{ kind, settings }] });
  const ledger = new DeliveryLedger({ places: placesIn(path), endpoints: euis, together: TOGETHER });
  const began = performance.now();
  const ending = new AbortController();
  const moods = temperament(target, sequence(seed + 2), ending.signal);
  opened.defer(async () => {
    ending.abort();
    await moods;
  });
  const delivering = opened.use(new Delivering({ path, faster }));
  /** A process that begins at the stored cursor. */
  const begin = () => {
    ledger.begin(stateIn(path).cursor);
    delivering.start();
  };
  const looking = setInterval(() => ledger.stored(stateIn(path).cursor), LOOK_MS);
  opened.defer(() => clearInterval(looking));
  let changes = 0;
  await run({
    ...{ ledger, rounds: kills, seed, stuckMs: STUCK_MS, lookMs: LOOK_MS },
    process: {
      async stop() {
        ending.abort();
        changes = await moods;
        target.conduct('well');
        await delivering.stop();
      },
    },
    async disturb({ round, random, until }) {
      begin();
      if (round % EARLY_EVERY === 0) await pause(random() * EARLY_MS);
      else {
        const enough = Math.floor((messages * round) / (kills + 1));
        await until(() => ledger.arrived >= enough || !delivering.isRunning);
        await pause(random() * LATE_MS);
      }
      await delivering.kill();
      ledger.killed(stateIn(path).cursor, kinds[kind].ahead);
    },
    onRound: round => onRound?.(round, ledger.standing),
    lastly: begin,
  });
  const { cursor, parked } = stateIn(path);
  // One that was broken off lacks what was still to come.
  const lost = ledger.failures.length > 0 ? Number.NaN : ledger.end(cursor, parked);
  const stored = target.stored && ledger.failures.length === 0 ? await ledger.holds(target.stored(), parked) : {};
  const { repeats, beyond, again, failures } = ledger;
  return {
    ...{ kills, lost, parked: parked.length, again, troubles: changes, failures, ...stored },
    repeats: repeats.reduce((sum, each) => sum + each, 0),
    mostRepeats: Math.max(...repeats),
    mostBeyond: Math.max(0, ...beyond),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Lets a target have every trouble in turn, with times between in which it is well. @returns how many it had */
async function temperament(
  { conduct, hungMs }: Pick<DeliveryTarget, 'conduct' | 'hungMs'>,
  random: () => number,
  signal: AbortSignal,
): Promise<number> {
  for (let change = 0; ; change++) {
    conduct('well');
    await pause(random() * WELL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return change;
    const trouble = troubles[change % troubles.length] ?? 'killed';
    conduct(trouble);
    const longest = trouble === 'hung' ? hungMs : TROUBLE_MS;
    await pause(random() * longest, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return change + 1;
  }
}

function placesIn(path: string): number[] {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  const rows = db.prepare('SELECT seq FROM message ORDER BY seq').all() as { seq: number }[];
  db.close();
  return rows.map(({ seq }) => seq);
}

function stateIn(path: string): { readonly cursor: number; readonly parked: number[] } {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'reader' });
  const { cursor } = db.prepare('SELECT log_cursor AS cursor FROM integration_progress').get() as { cursor: number };
  const rows = db.prepare('SELECT place FROM integration_parked').all() as { place: number }[];
  db.close();
  return { cursor, parked: rows.map(({ place }) => place) };
}
