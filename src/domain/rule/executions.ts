import type { Db } from '../../database/driver.ts';
import type { ActionOutcome, Execution, Scalar } from './rule-records.ts';

interface Row {
  uuid: string;
  version: number;
  ep_eui: string;
  device: string;
  fired_at: number;
  found: string;
  actions: string;
}

/** A part of the times that a rule has fired, the newest first. */
export interface ExecutionPage {
  readonly rows: readonly Execution[];
  readonly total: number;
}

/** What rules have done, for as long as events are kept. */
export function executionReader(db: Db) {
  const page = db.prepare(
    `SELECT uuid, version, ep_eui, device, fired_at, found, actions FROM rule_execution WHERE rule = ?
     ORDER BY id DESC LIMIT ? OFFSET ?`,
  );
  const count = db.prepare('SELECT count(*) AS count FROM rule_execution WHERE rule = ?');

  return {
    /** @param rule row id */
    executions(rule: number, limit: number, offset: number): ExecutionPage {
      const rows = (page.all(rule, limit, offset) as Row[]).map(executionOf);
      return { rows, total: (count.get(rule) as { count: number }).count };
    },
  };
}

function executionOf({ uuid, version, ep_eui: epEui, device, fired_at: firedAt, found, actions }: Row): Execution {
  return {
    ...{ uuid, version, device, epEui, firedAt, values: JSON.parse(found) as Record<string, Scalar> },
    actions: JSON.parse(actions) as ActionOutcome[],
  };
}
