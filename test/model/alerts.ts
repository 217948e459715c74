/**
 * Random sights, ticks, restarts and kills of the alerts against `alert-model.ts`:
 * `node test/model/alerts.ts [STEPS] [SEED]`, a million steps by itself.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../src/database/driver.ts';
import { type Alerts, alertStore } from '../../src/domain/alert/alert-store.ts';
import type { AlertChange } from '../../src/domain/alert/change.ts';
import { ruleOf } from '../../src/domain/alert/rules.ts';
import type { AlertSource, Observation } from '../../src/domain/alert/seen.ts';
import { eventStore } from '../../src/domain/event/event-store.ts';
import { openEmpty } from '../domain/database.ts';
import { momentAt } from '../peers/time.ts';
import { AlertModel, type Expected, type Fact, isCounted, type ModelRule, modelRules } from './alert-model.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const INTERVAL_S = 600;
const ACTING = { userId: undefined, userEmail: undefined, actor: 'model' };

const station = (id: number): AlertSource => ({ type: 'base_station', id, org: 1 });
const endpoint = (id: number): AlertSource => ({ type: 'endpoint', id, org: 1 });
const box = (id: string): AlertSource => ({ type: 'service_center', id, org: null });
const nameOf = ({ type, id }: AlertSource) => `${type} ${id}`;
const SOURCES: Readonly<Record<string, readonly AlertSource[]>> = {
  basestation: [station(1), station(2)],
  endpoint: [endpoint(1), endpoint(2), endpoint(3)],
  decode: [endpoint(1), endpoint(2)],
  listener: [box('bssci'), box('scaci')],
};
const UNKNOWN: AlertSource = { type: 'endpoint', id: 'fe0000000000e1bb', org: 1 };
const LEVELS: Readonly<Record<string, readonly number[]>> = {
  basestation_temperature: [60, 70, 71, 75, 76, 90],
  basestation_load: [0.1, 0.85, 0.9, 0.95, 0.96, 1],
  endpoint_silent: [3, 4, 9, 10, 12],
  decode_failing: [0, 1, 4, 5, 6],
  storage: [100, 249, 250, 900, 1000, 1500, 2000, 2199, 2200, 5000],
};
/** Endpoints 1 and 2 are heard by station 1 alone. */
const soleStationOf = (id: number) => (id === 3 ? undefined : 1);

/** The same numbers for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface OpenRow {
  rule: string;
  source: string;
  uuid: string;
  severity: string;
  count: number;
  opening: number;
  flapping: number;
}

class Killed extends Error {}

/** The alerts of a service center that is started and killed over one database. */
class Product {
  alerts: Alerts;
  readonly db: Db;
  told: string[] = [];
  readonly #open;
  readonly #alertOf;
  readonly #states;

  constructor(path: string) {
    this.db = openEmpty(path);
    this.db.exec(`
      PRAGMA synchronous = OFF;
      INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at) VALUES (1, 'org', 'Default', 1, 0, 0);
      INSERT INTO base_station (id, org, eui, name, created_at, updated_at)
        VALUES (1, 1, 'station 1', '', 0, 0), (2, 1, 'station 2', '', 0, 0);
      INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at)
        VALUES (1, 1, 'endpoint 1', '', 'Z', 0, 0), (2, 1, 'endpoint 2', '', 'Z', 0, 0), (3, 1, 'endpoint 3', '', 'Z', 0, 0);
    `);
    this.#open = this.db.prepare(
      "SELECT rule, source, uuid, severity, count, opening, flapping FROM alert WHERE status <> 'resolved'",
    );
    this.#alertOf = this.db.prepare('SELECT rule, source FROM alert WHERE id = ?');
    this.#states = this.db.prepare('SELECT rule, source, state FROM alert_condition');
    this.alerts = this.start();
  }

  start(): Alerts {
    this.alerts = alertStore(this.db, {
      events: eventStore(this.db),
      solelyHeardBy: soleStationOf,
      changed: change => this.#changed(change),
    });
    return this.alerts;
  }

  /** One transaction. @param killed before its commit */
  step(work: () => void, killed: boolean): void {
    this.told = [];
    try {
      this.db.atomic(() => {
        work();
        if (killed) throw new Killed();
      });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.told = [];
      this.start();
    }
  }

  open(): OpenRow[] {
    return this.#open.all() as OpenRow[];
  }

  /** When it happened, as stored. */
  times(): Map<string, number[]> {
    const rows = this.#states.all() as { rule: string; source: string; state: string }[];
    return new Map(
      rows.map(({ rule, source, state }) => [`${rule} ${source}`, (JSON.parse(state) as { times: number[] }).times]),
    );
  }

  #changed({ alert, opening, kind, severity }: AlertChange): void {
    const { rule, source } = this.#alertOf.get(alert) as { rule: ModelRule; source: string };
    const step = ruleOf(rule).steps.findIndex(([name]) => name === severity);
    this.told.push(`${rule} ${source} ${opening} ${kind} ${step}`);
  }
}

export interface Checked {
  readonly opened: number;
  readonly told: number;
  readonly kept: number;
  readonly kills: number;
  readonly flapped: number;
}

/**
 * Runs so many steps.
 * @returns how often what is to mean something has happened
 * @throws at the first difference between alerts and model
 */
export function checkAlerts(path: string, { seed, steps }: { seed: number; steps: number }): Checked {
  const next = random(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const model = new AlertModel({
    soleStation(source) {
      const [type, id] = source.split(' ');
      const sole = type === 'endpoint' ? soleStationOf(Number(id)) : undefined;
      return sole === undefined ? undefined : nameOf(station(sole));
    },
    intervalMs: () => INTERVAL_S * SECOND,
  });
  const product = new Product(path);
  const checked = { opened: 0, told: 0, kept: 0, kills: 0, flapped: 0 };
  let now = 1_700_000_000_000;
  let history: string[] = [];
  let restless = false;

  const fail = (what: string): never => {
    throw new Error(`seed ${seed}: ${what}\n${history.slice(-60).join('\n')}`);
  };

  const compare = (ticked: boolean) => {
    const rows = product.open();
    const expected = [...model.all.values()].filter(one => one.open);
    const found = new Map(rows.map(row => [`${row.rule} ${row.source}`, row]));
    if (found.size !== expected.length) {
      fail(`open are ${[...found.keys()].join(', ')}, expected ${expected.map(one => `${one.rule} ${one.source}`)}`);
    }
    for (const one of expected) {
      const key = `${one.rule} ${one.source}`;
      const row = found.get(key) ?? fail(`${key} is not open`);
      const severity = ruleOf(one.rule).steps[one.step]?.[0];
      if (row.severity !== severity) fail(`${key} is ${row.severity}, expected ${severity}`);
      if (row.opening !== one.opening) fail(`${key} has opening ${row.opening}, expected ${one.opening}`);
      const least = isCounted(one.rule) ? one.storedCount : one.count;
      if (row.count > one.count || row.count < least) fail(`${key} has count ${row.count}, not ${one.count}`);
      if (ticked && (row.flapping === 1) !== one.flapping) fail(`${key} flapping ${row.flapping}, not ${one.flapping}`);
    }
    const told = product.told.filter(text => !text.includes(' flapping ')).toSorted();
    if (told.join('\n') !== model.told.toSorted().join('\n')) fail(`told ${told}; expected ${model.told}`);
    checked.told += told.length;
    checked.flapped += product.told.length - told.length;
    checked.opened += told.filter(text => text.includes(' opened ')).length;
    checked.kept += expected.filter(one => one.told === 0).length;
  };

  /** What was not stored is forgotten: only how often something happened since the last tick may be. */
  const adopt = () => {
    const stored = product.times();
    const rows = new Map(product.open().map(row => [`${row.rule} ${row.source}`, row]));
    for (const [key, one] of model.all) {
      if (!isCounted(one.rule)) continue;
      const newest = stored.get(key)?.at(-1) ?? Number.NEGATIVE_INFINITY;
      const lost = one.times.filter(at => at > newest);
      const spec = one.rule === 'endpoint_unknown' ? 24 * HOUR : HOUR;
      if (lost.some(at => at <= one.storedUpTo && at > now - spec && one.open)) fail(`${key} has lost what was stored`);
      one.times = one.times.filter(at => at <= newest);
      const row = rows.get(key);
      if (row && row.count > one.count) fail(`${key} counts more than happened`);
      if (row) {
        one.count = row.count;
        one.storedCount = row.count;
      }
    }
  };

  const sight = (): [ModelRule, AlertSource, Fact] => {
    // Now and then one condition comes and goes all the time.
    if (restless && below(2) === 0) return ['backup', box(''), { at: now, level: below(2) }];
    const rule = pick(modelRules);
    const kind = rule.split('_')[0] ?? '';
    const source = rule === 'endpoint_unknown' ? UNKNOWN : pick(SOURCES[kind] ?? [box('')]);
    const overs = ['endpoint_silent', 'endpoint_attach_failing', 'endpoint_unknown'];
    if (overs.includes(rule) && below(4) === 0) return [rule, source, { at: now, over: true }];
    if (isCounted(rule)) return [rule, source, { at: now, happened: true }];
    return [rule, source, { at: now, level: pick(LEVELS[rule] ?? [0, 1]) }];
  };

  const toSeen = (rule: ModelRule, source: AlertSource, fact: Fact): Observation => {
    const about = { rule, source, at: fact.at, data: { intervalSeconds: INTERVAL_S } };
    if (fact.over) return { ...about, over: true };
    if (fact.happened) return { ...about, happened: true };
    const limits = rule === 'storage' ? { limits: [2000, 1000, 250] } : {};
    return { ...about, level: fact.level ?? 0, ...limits };
  };

  for (let step = 0; step < steps; step++) {
    const pace = below(100);
    restless = Math.floor(step / 100) % 4 === 0;
    if (restless) now += below(40 * SECOND);
    else
      now += pace < 90 ? below(2 * MINUTE) : pace < 98 ? below(HOUR) : pace < 99 ? below(4 * HOUR) : below(26 * HOUR);
    const killed = below(60) === 0;
    model.told = [];
    let ticked = false;
    const act = (text: string, product_: () => void, model_: () => void) => {
      history.push(`${now} ${text}${killed ? ' (killed)' : ''}`);
      product.step(product_, killed);
      if (!killed) model_();
    };
    const choice = below(100);
    const open = product.open();
    if (choice < 55) {
      const [rule, source, fact] = sight();
      act(
        `${rule} ${nameOf(source)} ${JSON.stringify(fact)}`,
        () => product.alerts.observe(toSeen(rule, source, fact)),
        () => model.see(rule, nameOf(source), fact),
      );
    } else if (choice < 93) {
      act(
        'tick',
        () => {
          while (product.alerts.tick(momentAt(now)));
        },
        () => model.tick(now),
      );
      ticked = !killed;
    } else if (choice < 95 && open.length > 0) {
      const { uuid, rule, source } = pick(open);
      const one = model.of(rule as ModelRule, source) as Expected;
      act(
        `resolve ${rule} ${source}`,
        () => product.alerts.resolve(uuid, '', { org: 1, installation: true }, { ...ACTING, now }),
        () => model.resolveByHand(one, now),
      );
    } else if (choice < 96) {
      const source = pick(['base_station 1', 'endpoint 1', 'endpoint 3']);
      const until = now + below(2 * HOUR);
      const sourceId = source.replace('base_', '');
      act(
        `silence ${source} until ${until}`,
        () => product.alerts.silence({ org: null, sourceId, until, reason: '' }, { ...ACTING, now }),
        () => model.silence(source, until, now),
      );
    } else if (choice < 97) {
      const id = 1 + below(2);
      const type = pick(['base_station', 'endpoint'] as const);
      act(
        `delete ${type} ${id}`,
        () => product.alerts.sourceDeleted(type, id, now),
        () => model.deleted(`${type} ${id}`, now),
      );
    } else {
      history.push(`${now} restart`);
      product.told = [];
      product.start();
      model.restart();
      adopt();
      checked.kills++;
    }
    if (killed && choice < 97) {
      model.restart();
      adopt();
      checked.kills++;
    }
    compare(ticked);
    if (history.length > 1000) history = history.slice(-100);
  }
  product.db.close();
  return checked;
}

if (import.meta.main) {
  const [steps = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
  const dir = mkdtempSync(join(tmpdir(), 'waystation-alerts-'));
  try {
    const begun = performance.now();
    const checked = checkAlerts(join(dir, 'alerts.db'), { seed, steps });
    process.stdout.write(`${steps} steps in ${Math.round(performance.now() - begun)} ms: ${JSON.stringify(checked)}\n`);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
