import { existsSync, readdirSync } from 'node:fs';
import { cpus, freemem, loadavg, release, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import { at, type Config } from '../../config/load.ts';
import { settings } from '../../config/schema.ts';
import { type Db, engineOf, withReader } from '../../database/driver.ts';
import type { Finding } from '../../kit/faults/finding.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { freeBytes } from '../../kit/folder.ts';
import { readIfThere } from '../../pki/files.ts';
import { databaseStatus } from '../database-file.ts';
import {
  type Allowed,
  allowedOf,
  covered,
  eventColumns,
  eventData,
  settingTexts,
  systemEventData,
  tableColumns,
} from './allowed.ts';
import { certificateFacts } from './certificate-facts.ts';
import { shownLines } from './log-lines.ts';

/** What only the running server knows. */
export interface LiveFacts {
  /** The last lines of its log. */
  readonly log: readonly string[];
  /** Its page of metrics. */
  readonly metrics: string;
  readonly health: readonly {
    readonly name: string;
    readonly healthy: boolean;
    readonly findings: readonly Finding[];
  }[];
  readonly stations: number;
  readonly centers: number;
  readonly startedAt: number;
}

export interface ReportOptions {
  readonly config: Config;
  readonly now: number;
  readonly versions: Readonly<Record<string, string | number | boolean | null>>;
  /** What `doctor` has found. */
  readonly findings: readonly Finding[];
  /** Undefined when no server runs. */
  readonly live: LiveFacts | undefined;
}

const MOST_EVENTS = 10_000;
const MOST_ROWS = 1000;
/** Kinds of settings whose values cannot be a text of the operator's own. */
const CLOSED_KINDS =
  /^(true or false|an? (whole )?number .*|one of .*|a list of (some of|whole numbers) .*|an EUI-64 .*|a host name .*)$/;
const METRIC = /^(# (HELP|TYPE) )?(waystation|process|nodejs)_[a-zA-Z_0-9]+(\{[^}]*\})? ?[-+0-9a-zA-Z .]*$/;

/** The files of a report by their names, each as far as it can be made: one that cannot says why. */
export function collect({ config, now, versions, findings, live }: ReportOptions): ReadonlyMap<string, string> {
  const { path, engine } = config.store;
  const read = <T>(fn: (db: Db) => T): T => withReader(path, engineOf(engine), fn);
  const parts: readonly (readonly [name: string, make: () => string])[] = [
    ['versions.json', () => json({ ...versions, made_at: new Date(now).toISOString() })],
    ['configuration.json', () => json(shownSettings(config))],
    ['doctor.json', () => json(findings.map(shownFinding))],
    ['health.json', () => json(live ? shownHealth(live) : { server: 'not running' })],
    ['metrics.txt', () => linesOf(live?.metrics.split('\n').filter(line => METRIC.test(line)) ?? [])],
    ['log.ndjson', () => linesOf(shownLines(live?.log ?? []))],
    ['events.ndjson', () => linesOf(read(shownEvents))],
    ['database.json', () => json(shownStatus(config))],
    ...Object.entries(tableColumns).map(
      ([table, columns]) => [`${table}.ndjson`, () => linesOf(read(db => shownRows(db, table, columns)))] as const,
    ),
    ['pki.json', () => json(shownCertificates(join(config.data_dir, 'pki')))],
    ['machine.json', () => json(machine(config))],
  ];
  return new Map(parts.map(([name, make]) => [name, orReason(make)]));
}

function orReason(make: () => string): string {
  try {
    return make();
  } catch (cause) {
    return json({ not_readable: covered(reasonOf(cause)) });
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const linesOf = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');

function shownSettings(config: Config): Record<string, unknown> {
  const entries = [...settings].flatMap(([name, { kind, secret }]): [string, unknown][] => {
    const value = at(config, name);
    if (value === undefined) return [];
    const goes = !secret && (CLOSED_KINDS.test(kind) || settingTexts.has(name));
    if (!goes) return [[name, value === '' ? '' : '(set)']];
    return [[name, typeof value === 'string' ? covered(value) : value]];
  });
  return Object.fromEntries(entries);
}

function shownFinding({ check, level, text, todo }: Finding) {
  return { check, level, text: covered(text), ...(todo !== undefined && { todo: covered(todo) }) };
}

function shownHealth({ health, stations, centers, startedAt }: LiveFacts) {
  const components = health.map(({ name, healthy, findings }) => ({
    name,
    healthy,
    findings: findings.map(shownFinding),
  }));
  return { started_at: new Date(startedAt).toISOString(), stations, centers, components };
}

function shownEvents(db: Db): string[] {
  const names = columnsIn(db, 'event', eventColumns);
  const rows = db.prepare(`SELECT ${names.join(', ')}, data FROM event ORDER BY seq DESC LIMIT ?`).all(MOST_EVENTS);
  return (rows as { category: string; data: string }[]).map(row => {
    const data = allowedOf(parsed(row.data), row.category === 'system' ? systemEventData : eventData);
    return JSON.stringify({ ...allowedOf(row, eventColumns), data });
  });
}

function shownRows(db: Db, table: string, columns: Allowed): string[] {
  const names = columnsIn(db, table, columns);
  const rows = db.prepare(`SELECT ${names.join(', ')} FROM ${table} ORDER BY rowid DESC LIMIT ?`).all(MOST_ROWS);
  return rows.map(row => JSON.stringify(allowedOf(row, columns)));
}

/** Of an earlier schema those that are there. */
function columnsIn(db: Db, table: string, columns: Allowed): string[] {
  const there = db.prepare('SELECT name FROM pragma_table_info(?)').all(table) as { name: string }[];
  return there.map(({ name }) => name).filter(name => name in columns);
}

function shownStatus(config: Config) {
  const { path, engine } = config.store;
  const { path: _, ...status } = databaseStatus(path, engineOf(engine), config.backup.dir);
  return status;
}

/** Certificates of the folder; a key is none, and is not opened. */
function shownCertificates(dir: string): object[] {
  if (!existsSync(dir)) return [];
  const names = readdirSync(dir).filter(name => name.endsWith('.crt'));
  return names.flatMap(name => certificateFacts(name, readIfThere(join(dir, name))?.toString() ?? ''));
}

function machine(config: Config) {
  return {
    system: release(),
    cpus: cpus().length,
    load: loadavg(),
    memory_bytes: totalmem(),
    free_memory_bytes: freemem(),
    uptime_s: Math.round(uptime()),
    free_disk_bytes: freeBytes(config.data_dir),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Of a damaged row.
    return undefined;
  }
}
