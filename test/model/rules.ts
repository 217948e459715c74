/**
 * Random rules, uplinks, late copies, looks, restarts and kills of rules against `rule-model.ts`:
 * `node test/model/rules.ts [STEPS] [SEED]`, a million steps by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GivenRule } from '../../src/domain/rule/definition.ts';

import { T0 } from '../domain/message/log-store.ts';
import { acting, ruleScene } from '../domain/rule/scene.ts';
import { type Brought, type Happened, RuleModel, type Said } from './rule-model.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
/** Of which organization the endpoints are. */
const ORGS: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 1],
  [3, 2],
]);
const MOST_RULES = 12;
const EVENT = 'endpoint.dl_rx_query_timeout';

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

export interface Checked {
  fired: number;
  ended: number;
  kills: number;
  refused: number;
  failed: number;
  late: number;
  away: number;
}

class Killed extends Error {}

/** Runs so many steps. @returns how often what is to mean something has happened @throws at the first difference */
export function checkRules(dir: string, { seed, steps }: { seed: number; steps: number }): Checked {
  const next = random(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const ends: (() => unknown)[] = [];
  const scene = ruleScene({ teardown: end => void ends.push(end as () => unknown), testdir: () => dir });
  scene.db.exec('PRAGMA synchronous = OFF');
  const to = new Map([1, 2].map(org => [org, scene.create({ org, eventTypes: ['attach'] })]));
  const model = new RuleModel(new Map([...ORGS].map(([endpoint, org]) => [endpoint, { org, created: T0 - HOUR }])));
  const checked: Checked = { fired: 0, ended: 0, kills: 0, refused: 0, failed: 0, late: 0, away: 0 };
  const history: string[] = [];
  const said: Said[] = [];
  const happened: Happened[] = [];
  const sent = new Map<number, { packetCnt: number; rxNs: bigint; at: number }[]>();
  const counters = new Map<number, number>();
  let olderCnt = 0;
  let now = T0;
  let lastExecution = 0;
  let last = { downlink: 0, item: 0 };

  const fail = (what: string): never => {
    throw new Error(`seed ${seed}: ${what}\n${history.slice(-40).join('\n')}`);
  };
  const note = (text: string) => {
    history.push(`${(now - T0) / SECOND} ${text}`);
    if (history.length > 200) history.splice(0, 100);
  };
  const newestSeq = () => scene.stores.messages.edges().newest;

  const given = (org: number): GivenRule => {
    const kind = pick(['telemetry', 'telemetry', 'telemetry', 'silence', 'event'] as const);
    const operator = pick(['gt', 'lte', 'between', 'eq', 'changed'] as const);
    const value = pick([3, 5, 7]);
    const hysteresis = pick([0, 0, 1, 2]);
    const forSeconds = pick([0, 0, 30, 120]);
    const conditions = {
      telemetry: {
        gt: { operator, value, hysteresis, forSeconds },
        lte: { operator, value, hysteresis, forSeconds },
        between: { operator, value, value2: value + 2, hysteresis, forSeconds },
        eq: { operator, value, forSeconds },
        changed: { operator, hysteresis },
      }[operator],
      silence: { forSeconds: pick([60, 300, 900]) },
      event: {},
    };
    const isOver = kind === 'silence' || (kind === 'telemetry' && operator !== 'changed');
    const words = { severity: 'info', title: '{value}' };
    const actions = [
      { kind: 'event', ...words },
      ...(isOver && next() < 0.6 ? [{ kind: 'alert', ...words }] : []),
      ...(next() < 0.4 ? [{ kind: 'command', payloadHex: '01' }] : []),
      ...(next() < 0.1 ? [{ kind: 'command', command: 'none' }] : []),
      ...(next() < 0.3 ? [{ kind: 'integration', integrationId: to.get(org)?.uuid ?? '' }] : []),
    ];
    return {
      trigger: { kind, ...(kind === 'telemetry' && { key: 'snr' }), ...(kind === 'event' && { eventTypes: [EVENT] }) },
      ...{ condition: conditions[kind], actions, cooldownSeconds: pick([1, 1, 60, 300]) },
    };
  };

  const say = () => {
    const endpoint = pick([...ORGS.keys()]);
    // Held back by a station, or one whose clock is behind or ahead.
    const late = next() < 0.25 ? pick([5, 40, 200, 800, 3600, -72_000]) * SECOND : 0;
    const older = next() < 0.1;
    const snr = below(10);
    const packetCnt = older ? ++olderCnt : (counters.get(endpoint) ?? steps) + 1;
    if (!older) counters.set(endpoint, packetCnt);
    const rxNs = BigInt(now - late) * 1_000_000n;
    scene.log.write(
      [{ endpoint, packetCnt, rxNs, arrivedAt: now - 500, reception: { snr } }],
      now,
      scene.listened(now),
    );
    const ofEndpoint = sent.get(endpoint) ?? [];
    sent.set(endpoint, [...ofEndpoint.slice(-5), { packetCnt, rxNs, at: now }]);
    const org = ORGS.get(endpoint) ?? 0;
    said.push({
      seq: newestSeq(),
      org,
      endpoint,
      received: now - late,
      stored: now,
      listened: scene.listened(now),
      older,
      snr,
    });
    if (late !== 0) checked.late++;
    note(`say ${endpoint} (org ${org}) snr ${snr} late ${late / SECOND} ${older ? 'older ' : ''}as ${newestSeq()}`);
  };

  /** Another station has heard it, too, and says so when it is in the log. */
  const copy = () => {
    const endpoint = pick([...ORGS.keys()]);
    const one = pick(sent.get(endpoint) ?? []);
    if (!one) return;
    const { packetCnt, rxNs } = one;
    scene.log.write(
      [{ endpoint, packetCnt, rxNs: rxNs + 1n, station: 2, arrivedAt: one.at - 400, reception: { snr: 9 } }],
      now,
      scene.listened(now),
    );
    note(`copy ${endpoint}`);
  };

  const happen = () => {
    const endpoint = pick([...ORGS.keys()]);
    const about = { org: ORGS.get(endpoint) ?? 0, endpoint, epEui: `fe0000000000000${endpoint}` };
    scene.db.atomic(() => scene.stores.events.raise({ type: EVENT, ...about, at: now, storedAt: now }));
    happened.push({ seq: scene.stores.eventLog.edges().newest, endpoint, at: now, listened: scene.listened(now) });
    note(`event ${endpoint}`);
  };

  const change = () => {
    const known = [...model.rules.values()].map(({ rule }) => rule);
    const one = known.length > 0 ? pick(known) : undefined;
    const way = known.length < 4 ? 'create' : pick(['create', 'name', 'value', 'off', 'on', 'remove'] as const);
    if (way === 'create' || !one) {
      if (known.length >= MOST_RULES) return;
      const org = pick([1, 1, 2]);
      const rule = scene.rule(given(org), { org, now });
      model.set(rule);
      note(`create ${rule.uuid} ${org} ${JSON.stringify([rule.trigger.kind, rule.condition, rule.cooldownSeconds])}`);
      return;
    }
    note(`${way} ${one.uuid}`);
    if (way === 'remove') {
      scene.db.atomic(() => scene.rules.remove({ org: one.org, uuid: one.uuid }, { ...acting, now }));
      model.remove(one.uuid);
      return;
    }
    const [patch, path]: [GivenRule, string[]] = {
      name: [{ name: `rule ${below(1000)}` }, ['name']] as [GivenRule, string[]],
      value: [
        { cooldownSeconds: pick([1, 30]), ...given(one.org) },
        ['trigger', ...BELOW, 'actions', 'cooldown_seconds'],
      ] as [GivenRule, string[]],
      off: [{ enabled: false }, ['enabled']] as [GivenRule, string[]],
      on: [{ enabled: true }, ['enabled']] as [GivenRule, string[]],
    }[way];
    model.set(scene.patch(one, patch, path, now));
  };

  /** Everything that is there now is compared with what the model says was brought about. */
  const compare = (brought: Brought) => {
    const rows = scene.rows(
      `SELECT x.id, r.uuid, x.version, x.endpoint, x.fired_at, x.actions FROM rule_execution x JOIN rule r ON r.id = x.rule WHERE x.id > ${lastExecution}`,
    );
    lastExecution = Math.max(lastExecution, ...rows.map(({ id }) => Number(id)));
    const fired = rows.map(({ uuid, version, endpoint, fired_at, actions }) => {
      const outcomes = (JSON.parse(String(actions)) as { ok: boolean }[]).map(({ ok }) => ok);
      return `${uuid} v${version} ${endpoint} ${fired_at} ${outcomes.join()}`;
    });
    const [found, expected] = [fired.toSorted(), brought.fired.toSorted()].map(list => list.join('\n'));
    if (found !== expected) fail(`fired\n${found}\nexpected\n${expected}`);
    checked.fired += fired.length;
    checked.failed += brought.failed;
    const [all] = scene.rows(
      `SELECT (SELECT count(*) FROM downlink WHERE que_id > ${last.downlink}) AS downlinks,
         (SELECT max(que_id) FROM downlink) AS downlink, (SELECT max(seq) FROM integration_notice) AS item,
         (SELECT count(*) FROM integration_notice WHERE seq > ${last.item}) AS items,
         (SELECT group_concat(key) FROM (SELECT substr(rule, 6) || ' ' || substr(source, 10) AS key FROM alert
           WHERE status <> 'resolved' AND rule LIKE 'rule:%' ORDER BY 1)) AS alerts`,
    );
    last = { downlink: Number(all?.downlink ?? 0), item: Number(all?.item ?? 0) };
    if (all?.downlinks !== brought.downlinks) fail(`${all?.downlinks} downlinks, expected ${brought.downlinks}`);
    if (all?.items !== brought.items) fail(`${all?.items} items, expected ${brought.items}`);
    const open = String(all?.alerts ?? '');
    const right = [...model.alerts].toSorted().join();
    if (open !== right) fail(`open alerts ${open}, expected ${right}`);
  };

  const look = () => {
    const plan = scene.plan(now);
    if (!plan) return;
    const way = pick(['', '', '', '', '', '', 'before', 'during', 'after', 'change'] as const);
    note(`look ${way} ${plan.steps.length} steps up to ${plan.upTo.log}`);
    if (way === 'before' || way === 'during') {
      try {
        if (way === 'during')
          scene.db.atomic(() => {
            scene.rules.carryOut(plan, MANY, now, scene.listened(now));
            throw new Killed();
          });
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      checked.kills++;
      scene.restart();
      compare({ fired: [], downlinks: 0, items: 0, failed: 0 });
      return;
    }
    if (way === 'change') {
      change();
      if (scene.rules.progress()?.revision !== plan.revision) {
        if (scene.carryOut(plan, now, MANY)) fail('a plan of other rules was carried out');
        checked.refused++;
        return;
      }
    }
    const stored = scene.rules.progress() ?? plan.from;
    if (!scene.carryOut(plan, now, MANY)) {
      // No rule was on for a while: what came meanwhile is left out.
      if (plan.from.log >= stored.log && plan.from.events >= stored.events) fail('a plan was refused');
      return;
    }
    const before = model.alerts.size;
    const taken = said.splice(0, said.findLastIndex(({ seq }) => seq <= plan.upTo.log) + 1);
    const events = happened.splice(0, happened.findLastIndex(({ seq }) => seq <= plan.upTo.events) + 1);
    const brought = model.look(taken, events, { now, listened: scene.listened(now), timeToo: !plan.more });
    if (model.alerts.size < before) checked.ended++;
    compare(brought);
    if (way === 'after') {
      checked.kills++;
      scene.restart();
    }
  };

  try {
    for (let step = 0; step < steps; step++) {
      now += pick([0, 1, 1, 2, 5, 10, 30, 60, 240]) * SECOND;
      const draw = next();
      if (draw < 0.5) say();
      else if (draw < 0.55) copy();
      else if (draw < 0.6) happen();
      else if (draw < 0.64) change();
      else if (draw < 0.66) {
        // It was off for so long, or its clock was set on or back.
        const ms = pick([0, 0, 90, 12 * 3600, 40 * 86_400, -3600, -86_400]) * SECOND;
        if (ms === 0 || next() < 0.5) scene.restart();
        now += ms;
        if (ms !== 0) {
          scene.away(ms, now);
          checked.away++;
        }
        note(`restart or jump ${ms / SECOND}`);
      } else look();
    }
    while (scene.plan(now)?.more) look();
  } finally {
    for (const end of ends.reverse()) end();
  }
  return checked;
}

const MANY = { validityMs: 30 * 24 * HOUR, maxPending: 1e9 };
const BELOW = [
  ...['trigger.kind', 'trigger.key', 'trigger.event_types'],
  ...[
    'condition',
    'condition.operator',
    'condition.value',
    'condition.value2',
    'condition.for_seconds',
    'condition.hysteresis',
  ],
];

if (import.meta.main) {
  const [steps = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
  const dir = mkdtempSync(join(tmpdir(), 'waystation-rules-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  console.log(
    JSON.stringify({
      seed: Number(seed),
      steps: Number(steps),
      ...checkRules(dir, { seed: Number(seed), steps: Number(steps) }),
    }),
  );
}
