import { createHash } from 'node:crypto';
import { type Db, openDb, type Statement } from '../../src/database/driver.ts';

/** What a request of the public API may make, change or remove, answers kept for repeated requests among it. */
const TABLES = [
  'device',
  'physical_device',
  'device_image',
  'device_sensor',
  'sensor_mapping',
  'sensor_template',
  'media',
  'dashboard',
  'widget',
  'rule',
  'integration',
  'alert',
  'alert_silence',
  'api_key',
  'downlink',
  'endpoint',
  'organization',
  'membership',
  'once',
  'discovered_endpoint',
];
/** Of which organization a row is, where it does not say so itself. */
const ORGANIZATION_OF: Readonly<Record<string, string>> = {
  organization: 'id',
  widget: '(SELECT org FROM dashboard WHERE dashboard.id = widget.dashboard)',
  device_image: '(SELECT org FROM device WHERE device.id = device_image.device)',
  device_sensor: '(SELECT org FROM device WHERE device.id = device_sensor.device)',
  sensor_mapping: `(SELECT org FROM device JOIN device_sensor ON device_sensor.device = device.id
    WHERE device_sensor.id = sensor_mapping.sensor)`,
};
/** Change by being used, or when a base station answers. */
const MOVING: ReadonlySet<string> = new Set(['last_used_at', 'attach_status', 'attached_at']);

/** Of a table that changes by itself, too, what calls make of it: alerts open and close with time, strangers are heard. */
const BY_CALLS: Readonly<Record<string, string>> = {
  alert: `SELECT org AS whose, uuid, acknowledged_at, acknowledged_by, note, resolution = 'manual' AS ended FROM alert
    WHERE acknowledged_at IS NOT NULL OR resolution = 'manual'`,
  discovered_endpoint: 'SELECT org AS whose, ep_eui, ignored FROM discovered_endpoint',
};

/** What is not as it was. */
export interface Changes {
  readonly tables: readonly string[];
  /** Those of which rows of the other organization are others. */
  readonly elsewhere: readonly string[];
}

type Digests = ReadonlyMap<string, { readonly all: string; readonly elsewhere: string }>;

const NOTHING: Changes = { tables: [], elsewhere: [] };

/** Tells whether a request has stored something, whatever was answered. */
export class Stored implements Disposable {
  readonly #db: Db;
  readonly #reads: readonly (readonly [table: string, read: Statement])[];
  readonly #version: Statement;
  readonly #elsewhere: number;
  #seen = -1;
  #digests: Digests = new Map();

  /** @param elsewhere uuid of the other organization */
  constructor(file: string, elsewhere: string) {
    this.#db = openDb(file, { engine: 'better-sqlite3', mode: 'reader' });
    this.#version = this.#db.prepare('PRAGMA data_version');
    const { id } = this.#db.prepare('SELECT id FROM organization WHERE uuid = ?').get(elsewhere) as { id: number };
    this.#elsewhere = id;
    this.#reads = TABLES.map(table => {
      const columns = this.#db.prepare(`PRAGMA table_info(${table})`).all() as { readonly name: string }[];
      const names = columns.map(({ name }) => name).filter(name => !MOVING.has(name));
      const wanted = names.map(name => `"${name}"`).join(', ');
      const all = `SELECT ${ORGANIZATION_OF[table] ?? 'org'} AS whose, ${wanted} FROM ${table}`;
      return [table, this.#db.prepare(BY_CALLS[table] ?? all)];
    });
  }

  /** What is not as it was when this was asked last. */
  changed(): Changes {
    const { data_version: seen } = this.#version.get() as { readonly data_version: number };
    if (seen === this.#seen) return NOTHING;
    this.#seen = seen;
    const before = this.#digests;
    this.#digests = new Map(this.#reads.map(([table, read]) => [table, this.#digestsOf(read)]));
    const changed = (which: 'all' | 'elsewhere') =>
      TABLES.filter(table => before.get(table)?.[which] !== this.#digests.get(table)?.[which]);
    return { tables: changed('all'), elsewhere: changed('elsewhere') };
  }

  #digestsOf(read: Statement): { all: string; elsewhere: string } {
    const [all, elsewhere] = [createHash('sha1'), createHash('sha1')];
    for (const row of read.iterate() as Iterable<{ readonly whose: number | null }>) {
      const text = JSON.stringify(row, exactly);
      all.update(text);
      if (row.whose === this.#elsewhere) elsewhere.update(text);
    }
    return { all: all.digest('base64'), elsewhere: elsewhere.digest('base64') };
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

function exactly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
