import type { Command } from 'commander';
import type { Config } from '../../config/load.ts';
import { engineOf } from '../../database/driver.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { checkDatabase, compactDatabase, type DatabaseStatus, databaseStatus } from '../../upkeep/database-file.ts';
import { actAsOwner } from '../as-owner.ts';
import { withDataDir } from '../locked.ts';
import { settledConfig } from '../settings.ts';
import { progressLine } from './progress.ts';

interface Options {
  json?: boolean;
}

export function register(program: Command): void {
  const database = program.command('database').description('what the database holds, and whether it is whole');
  database
    .command('status')
    .description('schema version, size, rows; while the server runs or not')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation database status')
    .action(status);
  database
    .command('check')
    .description('read all of it; exits with 1 when something is wrong; while the server runs or not')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation database check')
    .action(check);
  database
    .command('compact')
    .description('write it anew without its free pages; the server must be stopped')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation database compact')
    .action(compact);
}

function status({ json = false }: Options, command: Command): void {
  const { config } = settledConfig(command);
  actAsOwner(config);
  const found = databaseStatus(config.store.path, engineOf(config.store.engine), config.backup.dir);
  if (json) console.log(JSON.stringify(found));
  else for (const [name, value] of linesOf(found)) console.log(`${name.padEnd(18)} ${value}`);
}

function linesOf(found: DatabaseStatus): [string, string][] {
  const time = (at: number | null) => (at === null ? 'none' : new Date(at).toISOString());
  const { last_snapshot: snapshot, schema, known_schema: known } = found;
  const newer = found.readable_from <= known ? ', of a newer release: this one runs on it' : ', of a newer release';
  const behind = schema < known ? `, the next start brings it to ${known}` : schema > known ? newer : '';
  return [
    ['database', found.path],
    ['schema version', `${schema}${behind}`],
    ['size', `${megabytes(found.bytes)} MB, log ${megabytes(found.wal_bytes)} MB`],
    ['free pages', `${found.free_pages} (${megabytes(found.free_pages * found.page_bytes)} MB)`],
    ['oldest message', time(found.oldest_message_at)],
    ['newest message', time(found.newest_message_at)],
    ['last snapshot', snapshot ? `${snapshot.name}, ${megabytes(snapshot.bytes)} MB` : 'none'],
    ...Object.entries(found.rows).map(([table, rows]): [string, string] => [`  ${table}`, `${rows} rows`]),
  ];
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);

function check({ json = false }: Options, command: Command): void {
  const { config } = settledConfig(command);
  actAsOwner(config);
  const line = progressLine(process.stderr, systemClock);
  const findings = checkDatabase(config.store.path, engineOf(config.store.engine), line.show);
  line.end();
  const ok = findings.every(({ problems }) => problems.length === 0);
  if (json) console.log(JSON.stringify({ ok, path: config.store.path, findings }));
  else {
    for (const { check, problems } of findings) {
      console.log(`${problems.length === 0 ? 'ok  ' : 'fail'}  ${check}`);
      for (const problem of problems) console.log(`      ${problem}`);
    }
    if (!ok) console.log(adviceOf(config));
  }
  if (!ok) process.exitCode = 1;
}

function adviceOf({ backup }: Config): string {
  return `stop and start the service: it sets a damaged database aside and goes on with the newest snapshot of ${backup.dir}`;
}

async function compact({ json = false }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const { path, engine } = config.store;
  const { bytesBefore, bytesAfter } = await withDataDir(config, () => compactDatabase(path, engineOf(engine)));
  if (json) console.log(JSON.stringify({ path, bytes_before: bytesBefore, bytes_after: bytesAfter }));
  else console.log(`${path}: ${megabytes(bytesBefore)} MB before, ${megabytes(bytesAfter)} MB now`);
}
