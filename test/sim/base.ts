import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '../../src/database/driver.ts';
import { migrate } from '../../src/database/migrate.ts';
import { tablesOf } from '../../src/database/snapshot/snapshot.ts';
import type { CenterSessions } from '../../src/domain/center/sessions.ts';
import { domain } from '../../src/domain/domain.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import type { Sessions } from '../../src/domain/session/session-store.ts';
import type { Eui } from '../../src/kit/eui.ts';
import { greeting as centerGreeting } from '../domain/center/center-scene.ts';
import { openEmpty } from '../domain/database.ts';
import { asked as integrationOf } from '../domain/integration/scene.ts';
import { bsEui, populate, T0 } from '../domain/message/log-store.ts';
import { Content, PAGE } from './content.ts';
import type { Image } from './disk.ts';
import { seeded } from './machine.ts';
import { DATABASE, SNAPSHOTS } from './node-files.ts';
import type { Chance } from './random.ts';

export const ENDPOINTS = 4;
export const STATIONS = 3;
export const AC = 'ac00000000000001' as Eui;
export const by = { now: T0, userId: undefined, userEmail: undefined, actor: 'operator' };

/** How the database is that a world begins with: as this release leaves it, of a release before, or damaged beside a snapshot of it. */
export type BaseForm = 'whole' | 'behind' | 'damaged';
const BEHIND = 2;
const DAMAGED_PAGES = 4;

/** What every world begins with. */
export interface Base {
  readonly whole: Buffer;
  readonly behind: Buffer;
  /** Session of each station, of the application center, and the integration: row ids. */
  readonly sessions: readonly number[];
  readonly center: number;
  readonly integration: number;
  /** Where the cursors of the integration stand. */
  readonly cursors: { readonly log: number; readonly events: number };
}

/** @param nth which session of the same station */
export function stationSession(station: number, nth: number, at: number): Parameters<Sessions['begin']>[0] {
  const uuid = Buffer.alloc(16, 16 * nth + station);
  const greeting = {
    ...{ vendor: '', model: '', name: '', swVersion: '', info: undefined, bidi: true },
    ...{ position: undefined, version: '1.0.0', remoteAddress: bsEui(station + 1) },
  };
  return { station: station + 1, snBsUuid: uuid, snScUuid: uuid, greeting, at };
}

export function centerSession(nth: number, at: number): Parameters<CenterSessions['begin']>[0] {
  const uuids = { snAcUuid: Buffer.alloc(16, 16 * nth + 1), snScUuid: Buffer.alloc(16, 16 * nth + 2) };
  return { org: 1, acEui: AC, ...uuids, version: '1.0.0', greeting: centerGreeting, at };
}

/** @returns what is on the disk before a world begins; what is damaged of it, the chance says */
export function imageOf({ whole, behind }: Base, form: BaseForm, chance: Chance): Image {
  if (form === 'whole') return new Map([[DATABASE, Content.of(whole)]]);
  if (form === 'behind') return new Map([[DATABASE, Content.of(behind)]]);
  const damaged = Buffer.from(whole);
  const first = 1 + chance.below(whole.length / PAGE - DAMAGED_PAGES);
  damaged.fill(0xa5, first * PAGE, (first + DAMAGED_PAGES) * PAGE);
  return new Map([
    [DATABASE, Content.of(damaged)],
    [`${DATABASE}.suspect`, new Content()],
    [join(SNAPSHOTS, 'waystation-20260304T110000Z-schema1.db'), Content.of(whole)],
  ]);
}

/** A database with stations and endpoints, an application center and an integration, made once: the schema takes a second. */
export const makeBase = (): Base => seeded(1, make);

function make(): Base {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-sim-'));
  try {
    const path = join(dir, 'base.db');
    const db = openEmpty(path);
    populate({ db }, ENDPOINTS, STATIONS);
    db.exec(
      `UPDATE endpoint SET ep_class = 'A', nwk_key = x'00', attach_status = 'attached', attach_origin = 'pre_attach'`,
    );
    const stores = domain(db);
    const sessions = Array.from({ length: STATIONS }, (_, n) => stores.sessions.begin(stationSession(n, 1, T0)));
    const center = stores.centers.begin(centerSession(1, T0));
    stores.centers.activate(center, false, T0);
    const { id: integration, cursors } = stores.integrations.create(integrationOf(), by);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return { whole: readFileSync(path), behind: ofBefore(path, dir), sessions, center, integration, cursors };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The same rows in a database as a release before had it. */
function ofBefore(path: string, dir: string): Buffer {
  const before = join(dir, 'before.db');
  const db = openDb(before, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  migrate(db, migrations, migrations.at(-1 - BEHIND)?.id);
  db.exec(`ATTACH '${path}' AS now; PRAGMA foreign_keys = OFF`);
  const triggers = db.prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers as { name: string }[]) db.exec(`DROP TRIGGER "${name}"`);
  for (const table of tablesOf(db)) {
    const columns = db.prepare(
      `SELECT group_concat('"' || name || '"') AS list FROM pragma_table_info(?, 'main')
       WHERE name IN (SELECT name FROM pragma_table_info(?, 'now'))`,
    );
    const { list } = columns.get(table, table) as { list: string };
    db.exec(`DELETE FROM main."${table}"; INSERT INTO main."${table}" (${list}) SELECT ${list} FROM now."${table}"`);
  }
  for (const { sql } of triggers as { sql: string }[]) db.exec(sql);
  db.exec('DETACH now; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  return readFileSync(before);
}
