import type { DomainOptions } from '../../../src/domain/options.ts';
import { checkedRule, type GivenRule } from '../../../src/domain/rule/definition.ts';
import type { RulePlan } from '../../../src/domain/rule/plan.ts';
import type { Places, Rule } from '../../../src/domain/rule/rule-records.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { integrationScene } from '../integration/scene.ts';
import { type Copy, type Scratch, T0 } from '../message/log-store.ts';

export const acting = { now: T0, userId: 'u-1', userEmail: 'ann@example.org', actor: 'ann' };
export const SETTINGS = { validityMs: 86_400_000, maxPending: 100 };
const MS_NS = 1_000_000n;
/** Counters of what comes in its order are behind this one. */
const NEWER = 10_000;

/** SNR above 10 tells of itself. */
export const HIGH: GivenRule = {
  name: 'high',
  trigger: { kind: 'telemetry', key: 'snr' },
  condition: { operator: 'gt', value: 10 },
  actions: [{ kind: 'event', severity: 'warning', title: '{device}: {key} is {value}' }],
};

/** Endpoints 1 and 2 of the own organization, 3 of another one, and rules that follow the log. */
export function ruleScene(t: Scratch, options: DomainOptions = {}) {
  const scene = integrationScene(t, options);
  let position: Places | undefined;
  const packetCnts = new Map<number, number>();
  let olderCnt = 0;
  let created = 0;
  /** How far the time of day is from the time listened. */
  let apart = 0;
  const listened = (now: number) => listenedMs(now - apart);
  const rules = () => scene.stores.rules;
  const follow = {
    get rules() {
      return rules();
    },
    rule(more: GivenRule = {}, { org = 1, now = T0 } = {}): Rule {
      const settings = checkedRule({ ...HIGH, name: `rule ${++created}`, ...more });
      return scene.db.atomic(() => rules().create(org, uuid7(T0), settings, { ...acting, now }));
    },
    patch: ({ org, uuid }: Rule, given: GivenRule, named: readonly string[], now = T0): Rule =>
      scene.db.atomic(() => rules().update({ org, uuid }, given, named, { ...acting, now })),

    /**
     * A message with an SNR, received and stored at these times (milliseconds).
     * @param more older: it was sent before others that have come already
     */
    say(
      endpoint: number,
      snr: number,
      at: number,
      { late = 0, older = false, ...more }: Partial<Copy> & { late?: number; older?: boolean } = {},
    ) {
      const packetCnt = older ? ++olderCnt : (packetCnts.get(endpoint) ?? NEWER) + 1;
      if (!older) packetCnts.set(endpoint, packetCnt);
      const rxNs = BigInt(at - late) * MS_NS;
      scene.log.write(
        [{ endpoint, packetCnt, rxNs, arrivedAt: at - 500, ...more, reception: { snr, ...more.reception } }],
        at,
        listened(at),
      );
    },

    /** The service was off for so long up to now, or its clock was set so far on (milliseconds). */
    away(ms: number, now: number) {
      apart += ms;
      scene.db.atomic(() => scene.stores.uplinks.searchSilent(now, listened(now)));
    },
    listened,
    plan: (now: number): RulePlan | undefined => rules().plan(position, now, listened(now)),
    carryOut(plan: RulePlan, now: number, settings = SETTINGS): boolean {
      const stored = scene.db.atomic(() => rules().carryOut(plan, settings, now, listened(now)));
      position = stored ? plan.upTo : undefined;
      return stored;
    },
    /** Looks at everything there is, as the running service does. @returns how many stretches that took */
    follow(now: number): number {
      for (let stretches = 1; ; stretches++) {
        const plan = follow.plan(now);
        if (!plan) return stretches;
        if (!follow.carryOut(plan, now)) continue;
        if (!plan.more) return stretches;
      }
    },
    /** The process ends, and begins anew. */
    restart() {
      position = undefined;
      scene.log.reopen();
    },
    /** What rules have done since the last time. */
    done(): string[] {
      const rows = scene.rows(
        `SELECT r.name, x.ep_eui, x.fired_at, x.actions FROM rule_execution x JOIN rule r ON r.id = x.rule WHERE x.id > ${seen} ORDER BY x.id`,
      );
      seen = Number(scene.rows('SELECT coalesce(max(id), 0) AS id FROM rule_execution')[0]?.id);
      return rows.map(({ name, ep_eui, fired_at, actions }) => {
        const outcomes = JSON.parse(String(actions)) as { kind: string; ok: boolean }[];
        const failed = outcomes.flatMap(({ kind, ok }) => (ok ? [] : [` ${kind} failed`])).join('');
        return `${name} ${Number.parseInt(String(ep_eui).slice(-2), 16)} ${(Number(fired_at) - T0) / 1000}${failed}`;
      });
    },
    alerts: () =>
      scene.rows(
        "SELECT rule, source_id, status, severity, title, resolution FROM alert WHERE rule LIKE 'rule:%' ORDER BY id",
      ),
    told: (type: string) =>
      scene
        .rows(`SELECT severity, title, description, ep_eui, data FROM event WHERE event_type = '${type}' ORDER BY seq`)
        .map(row => ({ ...row, data: JSON.parse(String(row.data)) as Record<string, unknown> })),
    states: () => scene.rows('SELECT endpoint, rule, since, fired, due_at FROM rule_state ORDER BY endpoint, rule'),
  };
  let seen = 0;
  // A getter that is copied would be that of the first process.
  return Object.defineProperty(Object.assign(scene, follow), 'rules', { get: rules });
}
export type RuleScene = ReturnType<typeof ruleScene>;
