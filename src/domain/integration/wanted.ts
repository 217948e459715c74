import type { Db } from '../../database/driver.ts';
import { choiceOf } from './filter.ts';

/** Which events integrations get, by organization: what none gets is not stored. Kept in memory by the writer. */
export class WantedEvents {
  readonly #read: () => readonly { org: number; event_types: string }[];
  #byOrg: Map<number, Set<string>> | undefined;

  constructor(db: Db) {
    const rows = db.prepare('SELECT org, event_types FROM integration WHERE enabled <> 0');
    this.#read = () => rows.all() as { org: number; event_types: string }[];
  }

  has(org: number, event: string): boolean {
    this.#byOrg ??= this.#load();
    return this.#byOrg.get(org)?.has(event) ?? false;
  }

  /** Rows of integrations have changed, or a write of them failed. */
  forget(): void {
    this.#byOrg = undefined;
  }

  #load(): Map<number, Set<string>> {
    const found = new Map<number, Set<string>>();
    for (const { org, event_types } of this.#read()) {
      const { events } = choiceOf({ eventTypes: JSON.parse(event_types), epEuis: [], deviceModels: [], epTags: {} });
      found.set(org, (found.get(org) ?? new Set<string>()).union(events));
    }
    return found;
  }
}
