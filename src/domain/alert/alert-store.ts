import { inserter, listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import { expectVersion, type WantedVersions } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { spoken } from '../../kit/faults/finding.ts';
import type { CredibleMs, Moment } from '../../kit/time/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/units.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Acting } from '../event/acting.ts';
import type { NewEvent } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { Repeatable } from '../once/once-store.ts';
import { fixedColumns, keptColumns, shownColumns } from './alert-columns.ts';
import type { AlertChanged } from './change.ts';
import { type Condition, type Resolution, sourceKey, storedPart } from './condition.ts';
import { AlertEngine, type Effect } from './engine.ts';
import { alertColumns, alertVersion, type StoredAlert } from './list.ts';
import { reactTo } from './observations.ts';
import { isOwnRule, type OwnRuleName, type RuleSettings, ruleOf, ruleSettings } from './rules.ts';
import type { Observation } from './seen.ts';
import { type NewSilence, SILENCE_VERSION, type Silence, silenceStore } from './silences.ts';
import { alertSources } from './sources.ts';
import { stationAlerts } from './stations.ts';
import { storedConditions } from './stored-conditions.ts';

/** An alert that comes back within this time is the same one (platform API 20.4). */
const SAME_MS = DAY_MS;
/** Repetitions of what is open are stored so often: a noisy neighbourhood is not to wear the card. */
const REPETITIONS_MS = 10 * MINUTE_MS;
/** What may become of alerts in one go, about ten milliseconds of the writer. */
const MOST_EFFECTS = 256;

const columns = { ...fixedColumns, ...shownColumns, ...keptColumns, source: 'text' } as const;

interface AlertRow {
  id: number;
  uuid: string;
  org: number | null;
  rule: string;
  source: string;
  status: string;
  last_seen_at: number;
  count: number;
}

/** Which alerts a caller may change. */
export interface AlertScope {
  /** Row id of the organization. */
  readonly org: number;
  /** Also those of the installation. */
  readonly installation: boolean;
  readonly versions?: WantedVersions;
}

export const salvagedAlerts: SalvagedTables = { group: 'alerts', tables: ['alert', 'alert_condition'] };

export interface AlertOptions {
  readonly events: Events;
  readonly settings?: RuleSettings | undefined;
  /** Row id of the base station that alone has heard the endpoint in its last week. */
  readonly solelyHeardBy?: (endpoint: number) => number | undefined;
  readonly changed?: AlertChanged;
  readonly repeatable?: Repeatable;
}

/**
 * Alerts: what is seen goes in, what is wrong is stored in the transaction of its cause. Runs in the writer; `forget` has to be called
 * when a write was rolled back.
 */
export function alertStore(
  db: Db,
  {
    events,
    settings = ruleSettings(),
    solelyHeardBy = () => undefined,
    changed = () => {},
    repeatable = write => write,
  }: AlertOptions,
) {
  const describe = alertSources(db);
  const silences = silenceStore(db, describe);
  const engine = new AlertEngine({ settings, solelyHeardBy, silencedUntil: silences.until });
  const conditions = storedConditions(db);
  const keepCondition = db.prepare('INSERT OR REPLACE INTO alert_condition (rule, source, state) VALUES (?, ?, ?)');
  const dropCondition = db.prepare('DELETE FROM alert_condition WHERE rule = ? AND source = ?');
  const insert = inserter(db, 'alert', columns);
  const newestResolved = db.prepare(
    `SELECT id, opening, count FROM alert WHERE rule = ? AND source = ? AND status = 'resolved' AND resolved_at > ?
     ORDER BY resolved_at DESC LIMIT 1`,
  );
  const reopen = db.prepare(
    `UPDATE alert SET status = 'new', opening = ?, opened_at = ?, acknowledged_at = NULL, acknowledged_by = '', note = '',
       resolved_at = NULL, resolution = '' WHERE id = ?`,
  );
  const update = db.prepare(
    `UPDATE alert SET severity = ?, source_id = ?, source_name = ?, description = ?, last_seen_at = ?, count = ?, step = ?, told = ?,
       event = ?, inhibited_by = ?, silenced_until = ?, flapping = ?, data = ? WHERE id = ?`,
  );
  const resolve = db.prepare(
    `UPDATE alert SET status = 'resolved', resolved_at = ?, resolution = ?, last_seen_at = ?, count = ?, told = 0, inhibited_by = '',
       silenced_until = NULL, flapping = ? WHERE id = ?`,
  );
  const calm = db.prepare('UPDATE alert SET flapping = 0 WHERE id = ?');
  const byUuid = db.prepare(
    `SELECT id, uuid, org, rule, source, status, last_seen_at, count FROM alert WHERE uuid = ? AND (org = ? OR (org IS NULL AND ?))`,
  );
  const acknowledge = db.prepare(
    `UPDATE alert SET status = 'acknowledged', acknowledged_at = ?, acknowledged_by = ?, note = ? WHERE id = ?`,
  );
  const setNote = db.prepare('UPDATE alert SET note = ? WHERE id = ?');
  const byId = db.prepare(`SELECT ${listed(alertColumns)} FROM alert WHERE id = ?`);
  const alertOf = (id: number): StoredAlert => byId.get(id) as StoredAlert;
  const removeOld = db.prepare(
    `DELETE FROM alert WHERE id IN
       (SELECT id FROM alert WHERE status = 'resolved' AND resolved_at < ? ORDER BY resolved_at LIMIT ?)`,
  );
  const registered = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  let isLoaded = false;
  let isSettled = false;
  let repetitionsAt: number | undefined;

  const loaded = (): AlertEngine => {
    if (!isLoaded) {
      engine.load(conditions());
      isLoaded = true;
    }
    return engine;
  };

  /** How a row of an alert shows its condition. */
  const shown = (condition: Condition) => {
    const { rule: name, source, data, level, step } = condition;
    const rule = ruleOf(name);
    const { id, name: called } = describe(source);
    const said = rule.says({ name: called === '' ? id : called, level, data });
    return {
      ...{ id, called, description: findingIn(data) ?? `${said} ${rule.todo}` },
      severity: rule.steps[step]?.[0] ?? 'warning',
      data: JSON.stringify(data),
    };
  };

  const refresh = (condition: Condition): void => {
    const { id, called, description, severity, data } = shown(condition);
    const { lastSeenAt, count, step, told, event, inhibitedBy, silencedUntil, flapping, alert } = condition;
    update.run(
      ...[severity, id, called, description, lastSeenAt, count, step, told, event ?? null, inhibitedBy],
      ...[silencedUntil, Number(flapping), data, alert],
    );
  };

  const opened = (condition: Condition, at: number): void => {
    const { rule: name, source } = condition;
    const key = sourceKey(source);
    const before = newestResolved.get(name, key, at - engine.clock.aheadMs - SAME_MS) as
      | { id: number; opening: number; count: number }
      | undefined;
    condition.opening = (before?.opening ?? 0) + 1;
    condition.count = (before?.count ?? 0) + 1;
    if (before) {
      condition.alert = before.id;
      reopen.run(condition.opening, at, before.id);
      refresh(condition);
      return;
    }
    const { category, title: common } = ruleOf(name);
    const title = isOwnRule(name) && typeof condition.data.title === 'string' ? condition.data.title : common;
    const { id, called, description, severity, data } = shown(condition);
    const { count, opening, step, told, event, inhibitedBy, silencedUntil, flapping } = condition;
    const row: RowOf<typeof columns> = {
      ...{ uuid: uuid7(at), org: source.org, rule: name, category, source: key, source_type: source.type, title },
      ...{ severity, status: 'new', source_id: id, source_name: called, description, count, opening, step, told, data },
      ...{ first_seen_at: at, last_seen_at: at, opened_at: at, event: event ?? null },
      ...{ acknowledged_at: null, acknowledged_by: '', note: '', resolved_at: null, resolution: '' },
      ...{ inhibited_by: inhibitedBy, silenced_until: silencedUntil, flapping: Number(flapping) },
    };
    condition.alert = insert(row);
  };

  const resolved = ({ lastSeenAt, count, flapping, alert }: Condition, resolution: Resolution, at: number): void => {
    resolve.run(at, resolution, lastSeenAt, count, Number(flapping), alert);
  };

  const keep = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      const { condition, at, became, resolution = 'cleared' } = effect;
      if (became === 'opened') opened(condition, at);
      else if (became === 'resolved') resolved(condition, resolution, at);
      else if (condition.open) refresh(condition);
      else calm.run(condition.alert);
    }
    if (engine.hasUnstored) for (const condition of engine.unstored()) keepState(condition);
    for (const { condition, at, tell, step } of effects) {
      const { alert, opening, rule } = condition;
      const severity = ruleOf(rule).steps[step]?.[0] ?? 'warning';
      for (const kind of tell) changed({ alert, opening, kind, severity, at });
    }
  };

  const keepState = (condition: Condition): void => {
    const { rule, source } = condition;
    if (engine.isGone(condition)) {
      dropCondition.run(rule, sourceKey(source));
      condition.stored = false;
      return;
    }
    keepCondition.run(rule, sourceKey(source), JSON.stringify(storedPart(condition)));
    condition.stored = true;
  };

  const keepRepetitions = (ofOpen: boolean): void => {
    for (const condition of engine.unstoredLater(ofOpen)) {
      if (condition.open) refresh(condition);
      keepState(condition);
    }
  };

  const observe = (seen: Observation): void => {
    const effect = loaded().observe(seen);
    if (effect) keep([effect]);
    else if (engine.hasUnstored) keep([]);
  };

  /** The condition that an open alert shows. */
  const conditionOfAlert = (uuid: string, { org, installation, versions }: AlertScope) => {
    const row = byUuid.get(uuid, org, Number(installation)) as AlertRow | undefined;
    if (!row) throw fault('AlertNotFound');
    if (versions) expectVersion(alertVersion(alertOf(row.id)), versions);
    if (row.status === 'resolved') throw fault('AlertAlreadyResolved');
    return row;
  };

  const raise = (
    type: 'alert.acknowledged' | 'alert.resolved_manually',
    { uuid, org, rule }: { uuid: string; org: number | null; rule: string },
    note: string,
    { now, userId, userEmail, actor }: Acting,
  ) => {
    const who = { userId, userEmail, sourceId: userId, sourceName: userEmail ?? actor };
    events.raise({ type, org, ...who, at: now, storedAt: now, data: { alertId: uuid, rule, note } });
  };

  const levelOf = (rule: Observation['rule'], source: Pick<Observation['source'], 'type' | 'id'>): number =>
    loaded().find(rule, source)?.level ?? 0;

  const sourceDeleted = (type: Observation['source']['type'], id: Observation['source']['id'], now: number): void =>
    keep(loaded().gone({ type, id }, now));

  const registeredAs = (epEui: string) => (registered.get(epEui) as { id: number } | undefined)?.id;

  const stations = stationAlerts(db, observe);

  return {
    /**
     * Judges what is seen, in the transaction of its cause. May be called as often as something is looked at: what is as it was costs a
     * look into a map. What only happened once more is stored with a later tick, or with what comes of it.
     */
    observe,

    /** Before anything else is judged at a start, and when the clock was set. */
    clockWasSet: (at: Moment): void => loaded().clockWasSet(at),

    /**
     * Every 10 s: what only the main thread sees, and what time has brought about. Writes nothing when nothing has changed.
     * @param now milliseconds
     * @returns whether there is more to do at once: so much became of alerts that stations would wait for it
     */
    tick(at: Moment, seen: readonly Observation[] = []): boolean {
      const { now } = at;
      loaded().clockWasSet(at);
      for (const each of seen) observe(each);
      if (!isSettled) keep(engine.endDisabled(now));
      isSettled = true;
      silences.tidy(at.credible);
      const { effects, more } = engine.tick(now, MOST_EFFECTS);
      keep(effects);
      const areDue = repetitionsAt === undefined || Math.abs(now - repetitionsAt) >= REPETITIONS_MS;
      if (areDue) repetitionsAt = now;
      keepRepetitions(areDue);
      return more;
    },

    /** Stores how often something has happened; before a stop. */
    keepRepetitions(): void {
      loaded();
      keepRepetitions(true);
    },

    /** An event of `watchedEvents` was raised, or counted as a repetition. */
    eventRaised: (event: NewEvent, uuid: string | undefined): void =>
      reactTo(event, uuid, {
        ...{ observe, levelOf, sourceDeleted, registered: registeredAs, stationChanged: stations.changed },
      }),

    stationAway: stations.away,
    stationBack: stations.back,

    /** An application center was connected when the process ended without a word. */
    centerAway(org: number, acEui: string, at: number): void {
      observe({ rule: 'scaci_disconnected', source: { type: 'application_center', id: acEui, org }, at, level: 1 });
    },

    /** What alerts were about is deleted: they are resolved. */
    sourceDeleted,

    /** A rule of an organization is gone, off, or another one: its alerts are resolved. */
    endRule: (name: OwnRuleName, now: number): void => keep(loaded().endRule(name, now)),

    /** How high the condition was seen last; 0 when it is not known. */
    levelOf,

    /** @throws fault `AlertNotFound`, `ConcurrentModification`, `AlertAlreadyResolved`. One that is acknowledged stays so; a note that is given replaces its note. */
    acknowledge: repeatable((uuid: string, note: string, scope: AlertScope, acting: Acting): StoredAlert => {
      const row = conditionOfAlert(uuid, scope);
      if (row.status === 'acknowledged') {
        if (note !== '') setNote.run(note, row.id);
      } else {
        acknowledge.run(acting.now, acting.userEmail ?? acting.actor, note, row.id);
        raise('alert.acknowledged', row, note, acting);
      }
      return alertOf(row.id);
    }),

    /** @throws as `acknowledge`. What still holds opens it again only after it was clear. */
    resolve: repeatable((uuid: string, note: string, scope: AlertScope, acting: Acting): StoredAlert => {
      const row = conditionOfAlert(uuid, scope);
      const condition = loaded().findKey(row.rule, row.source);
      if (condition) keep([engine.resolve(condition, acting.now)]);
      else resolve.run(acting.now, 'manual', row.last_seen_at, row.count, 0, row.id);
      if (note !== '') setNote.run(note, row.id);
      raise('alert.resolved_manually', row, note, acting);
      return alertOf(row.id);
    }),

    /** What is open is told no more until then; what is still open then is told. */
    silence: repeatable((wish: NewSilence, acting: Acting): Silence => {
      const silence = silences.add(wish, acting);
      keep(loaded().silencesChanged(acting.now));
      return silence;
    }),

    /**
     * @param org only one of this organization (row id)
     * @returns whether there was one
     * @throws fault `ConcurrentModification`
     */
    endSilence(uuid: string, now: number, org?: number, versions?: WantedVersions): boolean {
      const isThere = silences.list().some(each => each.uuid === uuid && (org === undefined || each.org === org));
      if (!isThere) return false;
      expectVersion(SILENCE_VERSION, versions);
      silences.end(uuid, org);
      keep(loaded().silencesChanged(now));
      return true;
    },

    silences: silences.list,

    /** Removes resolved ones. @param until milliseconds @returns how many are gone */
    removeResolved: (until: CredibleMs, limit: number): number => removeOld.run(until, limit).changes,

    /** A write failed: what was judged since is not stored. */
    forget(): void {
      isLoaded = false;
      isSettled = false;
      silences.forget();
    },
  };
}
export type Alerts = ReturnType<typeof alertStore>;

/** What a check has found is told in its own words, which health pages and `doctor` use, too. */
function findingIn({ text, todo }: Condition['data']): string | undefined {
  return typeof text === 'string' && typeof todo === 'string' ? spoken({ text, todo }) : undefined;
}
