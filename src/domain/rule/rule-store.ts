import { inserter, namesOf, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { OwnRuleName } from '../alert/rules.ts';
import type { Acting } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import { checkedRule, type GivenRule, invalid } from './definition.ts';
import type { RuleDevices } from './devices.ts';
import { merged } from './merge.ts';
import { alertRuleOf, type Definition, type Places, type Rule, type RuleSettings } from './rule-records.ts';
import { givenColumns, ownColumns, type RuleReader } from './rule-rows.ts';

/** Rules of one organization. */
export const MAX_RULES = 500;

/** Which rule is meant, in which version. */
export interface RuleToChange {
  readonly org: number;
  readonly uuid: string;
  /** One of these, or `*` among them; undefined: whichever it is. */
  readonly versions?: readonly string[] | undefined;
}

export interface RuleChangeOptions {
  readonly events: Events;
  readonly reader: RuleReader;
  readonly devices: Pick<RuleDevices, 'exists'>;
  /** The newest places. */
  newest(): Places;
  /** Whether the organization has such an integration. @param uuid its uuid */
  hasIntegration(org: number, uuid: string): boolean;
  /** Alerts of a rule are over. */
  endAlerts(rule: OwnRuleName, now: number): void;
}

/** Rules by hand: made, changed, removed. What was received before is not looked at by a rule that is new, or another one now. */
export function ruleStore(db: Db, { events, reader, devices, newest, hasIntegration, endAlerts }: RuleChangeOptions) {
  const count = db.prepare('SELECT count(*) AS count FROM rule WHERE org = ?');
  const insert = inserter(db, 'rule', { ...givenColumns, ...ownColumns });
  const given = namesOf(givenColumns);
  const save = db.prepare(
    `UPDATE rule SET ${given.map(name => `${name} = ?`).join(', ')}, version = version + 1, log_from = ?, event_from = ?,
       updated_at = ? WHERE id = ?`,
  );
  const drop = db.prepare('DELETE FROM rule WHERE id = ?');
  const dropStates = db.prepare('DELETE FROM rule_state WHERE rule = ?');
  const dropStatesOf = db.prepare('DELETE FROM rule_state WHERE endpoint = ?');
  const lookAgain = db.prepare('UPDATE rule_state SET due_at = 0 WHERE endpoint = ?');
  const ofOrg = db.prepare('SELECT uuid FROM rule WHERE org = ?');
  const begin = db.prepare(
    `INSERT INTO rule_progress (one, log_cursor, event_cursor, revision) VALUES (1, ?, ?, 1)
     ON CONFLICT (one) DO UPDATE SET log_cursor = max(log_cursor, excluded.log_cursor),
       event_cursor = max(event_cursor, excluded.event_cursor)`,
  );
  const devicesChanged = db.prepare('UPDATE rule_progress SET devices = devices + 1');
  const revise = db.prepare('UPDATE rule_progress SET revision = revision + 1');

  const raise = (
    type: 'rule.created' | 'rule.updated' | 'rule.deleted',
    { uuid, org, name }: Pick<Rule, 'uuid' | 'org' | 'name'>,
    { now, userId, userEmail, actor }: Acting,
  ) => {
    const who = { userId, userEmail, sourceId: userId, sourceName: userEmail ?? actor };
    events.raise({ type, org, ...who, at: now, storedAt: now, data: { id: uuid, name } });
  };

  /**
   * What a definition names has to be there, but for what the rule has named before: a rule whose device was removed can still be renamed, and
   * switched off.
   */
  const known = (org: number, { trigger, actions }: Definition, before?: Definition): void => {
    const named = new Set(before && namedIn(before));
    const lacks = (id: string) => !named.has(id) && !devices.exists(org, id);
    trigger.deviceIds.forEach((id, n) => {
      if (lacks(id)) throw invalid(`/trigger/deviceIds/${n}`, 'there is no such device');
    });
    actions.forEach((action, n) => {
      if (action.kind === 'integration') {
        const { integrationId: id } = action;
        if (named.has(id) || hasIntegration(org, id)) return;
        throw invalid(`/actions/${n}/integrationId`, 'there is no such integration');
      }
      if (action.kind === 'command' && action.deviceId !== undefined && lacks(action.deviceId)) {
        throw invalid(`/actions/${n}/deviceId`, 'there is no such device');
      }
    });
  };

  const existing = ({ org, uuid, versions }: RuleToChange): Rule => {
    const found = reader.find(org, uuid);
    if (!found) throw fault('RuleNotFound');
    const isMeant = versions === undefined || versions.includes('*') || versions.includes(String(found.version));
    if (!isMeant) throw fault('ConcurrentModification');
    return found;
  };

  /** Nothing was looked at while there was nothing to look for. */
  const beginAt = (places: Places): void => {
    if (!reader.isActive()) begin.run(places.log, places.events);
  };

  const again = (org: number, uuid: string): Rule => {
    const made = reader.find(org, uuid);
    if (!made) throw new Error('a rule that was not stored');
    return made;
  };

  const remove = (asked: RuleToChange, acting: Acting): void => {
    const found = existing(asked);
    drop.run(found.id);
    endAlerts(alertRuleOf(found.uuid), acting.now);
    raise('rule.deleted', found, acting);
    revise.run();
  };

  const change = (before: Rule, settings: RuleSettings, acting: Acting): Rule => {
    const row = rowOf(settings);
    if (canonicalJson(row) === canonicalJson(rowOf(before))) return before;
    known(before.org, settings, before);
    const isOther = definitionOf(settings) !== definitionOf(before) || settings.enabled !== before.enabled;
    const places = isOther ? newest() : before.from;
    if (settings.enabled && !before.enabled) beginAt(places);
    save.run(...given.map(name => row[name]), places.log, places.events, acting.now, before.id);
    if (isOther) {
      dropStates.run(before.id);
      endAlerts(alertRuleOf(before.uuid), acting.now);
    }
    revise.run();
    raise('rule.updated', { ...before, name: settings.name }, acting);
    return again(before.org, before.uuid);
  };

  return {
    /** @throws fault `RuleInvalid`, `TooManyItems` */
    create: intake((org: number, uuid: string, settings: RuleSettings, acting: Acting): Rule => {
      if ((count.get(org) as { count: number }).count >= MAX_RULES) {
        throw fault('TooManyItems', { field: 'rules', limit: MAX_RULES });
      }
      known(org, settings);
      const places = newest();
      beginAt(places);
      const now = { created_at: acting.now, updated_at: acting.now };
      const from = { log_from: places.log, event_from: places.events };
      insert({ ...rowOf(settings), uuid, org, version: 1, ...from, ...now });
      revise.run();
      raise('rule.created', { uuid, org, name: settings.name }, acting);
      return again(org, uuid);
    }),

    /**
     * Puts other settings in the place of what a rule has. One that does something else, or when it did not, begins anew.
     * @throws fault `RuleNotFound`, `ConcurrentModification`, `RuleInvalid`
     */
    replace: (asked: RuleToChange, settings: RuleSettings, acting: Acting): Rule =>
      change(existing(asked), settings, acting),

    /**
     * The same for what is named, of `RULE_PATHS`.
     * @throws as `replace`
     */
    update(asked: RuleToChange, given: GivenRule, named: readonly string[], acting: Acting): Rule {
      const before = existing(asked);
      return change(before, checkedRule(merged(before, given, named)), acting);
    },

    /** @throws fault `RuleNotFound`, `ConcurrentModification` */
    remove,

    /** All rules of an organization. */
    removeAll(org: number, acting: Acting): void {
      for (const { uuid } of ofOrg.all(org) as { uuid: string }[]) remove({ org, uuid }, acting);
    },

    /** An endpoint is gone; its alerts end with it. */
    endpointGone(endpoint: number): void {
      devicesChanged.run();
      if (dropStatesOf.run(endpoint).changes > 0) revise.run();
    },

    /** An endpoint is new, is called or tagged otherwise, or of another device: what rules know of it may not be theirs any more. */
    endpointChanged(endpoint: number): void {
      devicesChanged.run();
      lookAgain.run(endpoint);
    },
  };
}
export type RuleStore = ReturnType<typeof ruleStore>;

/** Devices and integrations by their ids. */
function namedIn({ trigger, actions }: Definition): string[] {
  const ofActions = actions.flatMap(action => {
    if (action.kind === 'integration') return [action.integrationId];
    return action.kind === 'command' ? (action.deviceId ?? []) : [];
  });
  return [...trigger.deviceIds, ...ofActions];
}

function definitionOf({ trigger, condition, actions }: Definition): string {
  return canonicalJson({ trigger, condition, actions });
}

function rowOf(settings: RuleSettings): RowOf<typeof givenColumns> {
  const { name, description, enabled, cooldownSeconds } = settings;
  return {
    ...{ name, description, enabled: Number(enabled), definition: definitionOf(settings) },
    cooldown_s: cooldownSeconds,
  };
}
