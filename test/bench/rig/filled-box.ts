import { type Db, type Engine, openDb } from '../../../src/database/driver.ts';
import { domain } from '../../../src/domain/domain.ts';
import type { IntegrationKind } from '../../../src/domain/integration/integration-records.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { openEmpty } from '../../domain/database.ts';
import { buildHistory } from './build-history.ts';
import { endpointEui, stationEui } from './rig.ts';

export interface FilledBox {
  readonly path: string;
  readonly engine: Engine;
  readonly messages: number;
  readonly endpoints: number;
  readonly together?: number;
  /** Each gets every message, from the first one on. */
  readonly integrations: readonly {
    readonly kind: IntegrationKind;
    readonly settings: Readonly<Record<string, unknown>>;
  }[];
}

const STATIONS = 4;
/** A box of a few days whose integrations are behind by all there is. */
const DAYS = 2;

/** Fills the database of a service center that was started once, and does not run, with endpoints that were heard. */
export function fillInstalled({
  path,
  engine,
  messages,
  endpoints,
}: Omit<FilledBox, 'integrations' | 'together'>): void {
  const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
  db.atomic(() => register(db, endpoints));
  db.close();
  buildHistory(path, engine, { messages, endpoints, stations: STATIONS, days: DAYS, heardTwiceEvery: 3 });
}

/** Of the first organization. */
function register(db: Db, endpoints: number): void {
  const endpoint = db.prepare(
    "INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at) VALUES (1, ?, ?, 'Z', 0, 0)",
  );
  const station = db.prepare(
    'INSERT INTO base_station (org, eui, name, created_at, updated_at) VALUES (1, ?, ?, 0, 0)',
  );
  for (let n = 1; n <= endpoints; n++) endpoint.run(endpointEui(n), `meter ${n}`);
  for (let n = 1; n <= STATIONS; n++) station.run(stationEui(n), `station ${n}`);
}

/** Makes a database whose messages all wait to be delivered. */
export function fillBox({ path, engine, messages, endpoints, integrations, together = 1 }: FilledBox): void {
  const db = openEmpty(path, engine);
  db.exec(`INSERT INTO organization (id, uuid, name, is_default, created_at, updated_at)
    VALUES (1, '0192f000-0000-7000-8000-000000000001', 'own', 1, 0, 0)`);
  const { integrations: stored } = domain(db);
  const now = Date.now();
  db.atomic(() => {
    register(db, endpoints);
    for (const [index, { kind, settings }] of integrations.entries()) {
      const filter = { eventTypes: ['up'], epEuis: [], deviceModels: [], epTags: {} } as const;
      const rest = { description: '', enabled: true, includeSubpackets: false, maxPerSecond: 0, secrets: undefined };
      const named = { uuid: uuid7(now), org: 1, kind, name: `${kind} ${index + 1}`, settings };
      stored.create({ ...named, ...filter, ...rest }, { now, userId: undefined, userEmail: undefined, actor: 'bench' });
    }
  });
  db.close();
  const shape = { messages, endpoints, together, stations: STATIONS, days: DAYS, heardTwiceEvery: messages };
  buildHistory(path, engine, shape);
}
