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
  'alert_silence',
  'api_key',
  'downlink',
  'endpoint',
  'organization',
  'membership',
  'once',
];
/** Changes by being used. */
const MOVING: ReadonlySet<string> = new Set(['last_used_at']);

/** Tells whether a request has stored something, whatever was answered. */
export class Stored implements Disposable {
  readonly #db: Db;
  readonly #reads: readonly (readonly [table: string, read: Statement])[];
  readonly #version: Statement;
  #seen = -1;
  #digests: ReadonlyMap<string, string> = new Map();

  constructor(file: string) {
    this.#db = openDb(file, { engine: 'better-sqlite3', mode: 'reader' });
    this.#version = this.#db.prepare('PRAGMA data_version');
    this.#reads = TABLES.map(table => {
      const columns = this.#db.prepare(`PRAGMA table_info(${table})`).all() as { readonly name: string }[];
      const names = columns.map(({ name }) => name).filter(name => !MOVING.has(name));
      return [table, this.#db.prepare(`SELECT ${names.map(name => `"${name}"`).join(', ')} FROM ${table}`)];
    });
  }

  /** The tables that are not as they were when this was asked last. */
  changed(): string[] {
    const { data_version: seen } = this.#version.get() as { readonly data_version: number };
    if (seen === this.#seen) return [];
    this.#seen = seen;
    const before = this.#digests;
    this.#digests = new Map(
      this.#reads.map(([table, read]) => {
        const digest = createHash('sha1');
        for (const row of read.iterate()) digest.update(JSON.stringify(row, exactly));
        return [table, digest.digest('base64')];
      }),
    );
    return TABLES.filter(table => before.get(table) !== this.#digests.get(table));
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}

function exactly(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
