import { listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { behind, behindOf, pageOf } from '../../database/named-rows.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { NamedPage, NamedSection } from '../../kit/named-page.ts';
import type { Definition, Places, Rule, RuleState, Scalar } from './rule-records.ts';

/** What is given by hand; flags 0 or 1. */
export const givenColumns = {
  name: 'text',
  description: 'text',
  enabled: 'integer',
  definition: 'text',
  cooldown_s: 'integer',
} as const;

/** What belongs to it besides. */
export const ownColumns = {
  uuid: 'text',
  org: 'integer',
  version: 'integer',
  log_from: 'integer',
  event_from: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

type Row = { id: number; last_triggered_at: number | null; last_error: string | null } & RowOf<
  typeof givenColumns & typeof ownColumns
>;

export const stateColumns = {
  endpoint: 'integer',
  rule: 'integer',
  since: 'integer?',
  fired: 'integer',
  fired_at: 'integer?',
  value: 'text?',
  commands_from: 'integer?',
  commands: 'integer',
  due_at: 'integer?',
} as const;
export type StateRow = RowOf<typeof stateColumns>;

export const salvagedRules: SalvagedTables = {
  group: 'rules',
  tables: ['rule', 'rule_activity', 'rule_state', 'rule_execution', 'rule_progress'],
};

export interface RuleQuery extends NamedSection {
  readonly org: number;
  /** Part of the name, in whatever case. */
  readonly search?: string | undefined;
}

/** Rules as they are stored, and how far they have come. */
export function ruleReader(db: Db) {
  const select = `SELECT r.id, ${listed({ ...givenColumns, ...ownColumns }, 'r')}, a.last_triggered_at, a.last_error
    FROM rule r LEFT JOIN rule_activity a ON a.rule = r.id`;
  const byUuid = db.prepare(`${select} WHERE r.org = ? AND r.uuid = ?`);
  const page = db.prepare(
    `${select} WHERE r.org = ? AND (? = '' OR instr(lower(r.name), lower(?)) > 0) AND ${behind('r.name', 'r.uuid')}
     ORDER BY r.name, r.uuid LIMIT ? OFFSET ?`,
  );
  const count = db.prepare(
    `SELECT count(*) AS count FROM rule WHERE org = ? AND (? = '' OR instr(lower(name), lower(?)) > 0)`,
  );
  const enabled = db.prepare(
    `${select} JOIN organization o ON o.id = r.org WHERE r.enabled <> 0 AND o.deleted_at IS NULL ORDER BY r.id`,
  );
  const isActive = db.prepare('SELECT 1 FROM rule WHERE enabled <> 0 LIMIT 1');
  const progress = db.prepare('SELECT log_cursor AS log, event_cursor AS events, revision, devices FROM rule_progress');
  const knownOf = db.prepare('SELECT DISTINCT endpoint FROM rule_state');
  const states = db.prepare(`SELECT ${listed(stateColumns)} FROM rule_state WHERE endpoint = ?`);

  return {
    find(org: number, uuid: string): Rule | undefined {
      const row = byUuid.get(org, uuid) as Row | undefined;
      return row && ruleOf(row);
    },

    /** Rules of an organization, by name. */
    page({ org, search = '', ...section }: RuleQuery): NamedPage<Rule> {
      const { limit, offset } = section;
      const { count: total } = count.get(org, search, search) as { count: number };
      const rows = page.all(org, search, search, ...behindOf(section), limit + 1, offset) as Row[];
      return pageOf(rows.map(ruleOf), total, limit, ({ name, uuid }) => [name, uuid]);
    },

    /** Those that are enabled, of all organizations that are there. */
    enabled: (): Rule[] => (enabled.all() as Row[]).map(ruleOf),

    /** Whether any organization has rules that are enabled. */
    isActive: (): boolean => isActive.get() !== undefined,

    /** Everything up to there was looked at; undefined: there never was a rule. */
    progress: () => progress.get() as (Places & { readonly revision: number; readonly devices: number }) | undefined,

    /** Endpoints of which rules know something; row ids. */
    known: (): number[] => (knownOf.all() as { endpoint: number }[]).map(({ endpoint }) => endpoint),

    /** What rules know of an endpoint, by their row ids. */
    states: (endpoint: number): Map<number, RuleState> =>
      new Map((states.all(endpoint) as StateRow[]).map(row => [row.rule, stateOf(row)])),
  };
}
export type RuleReader = ReturnType<typeof ruleReader>;

function ruleOf(row: Row): Rule {
  const { id, uuid, org, name, description, version } = row;
  return {
    ...{ id, uuid, org, name, description, version, enabled: row.enabled !== 0 },
    ...(JSON.parse(row.definition) as Definition),
    cooldownSeconds: row.cooldown_s,
    from: { log: row.log_from, events: row.event_from },
    lastTriggeredAt: row.last_triggered_at ?? undefined,
    lastError: row.last_error ?? '',
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  };
}

function stateOf(row: StateRow): RuleState {
  return {
    since: row.since ?? undefined,
    fired: row.fired !== 0,
    firedAt: row.fired_at ?? undefined,
    value: row.value === null ? undefined : (JSON.parse(row.value) as Scalar),
    ...{ commandsFrom: row.commands_from ?? undefined, commands: row.commands, dueAt: row.due_at ?? undefined },
  };
}

export function stateRowOf(endpoint: number, rule: number, state: RuleState): StateRow {
  const { since, fired, firedAt, value, commands, commandsFrom, dueAt } = state;
  return {
    ...{ endpoint, rule, since: since ?? null, fired: Number(fired), fired_at: firedAt ?? null },
    value: value === undefined ? null : JSON.stringify(value),
    ...{ commands_from: commandsFrom ?? null, commands, due_at: dueAt ?? null },
  };
}
