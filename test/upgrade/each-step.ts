/**
 * Ends an upgrade before each of its steps, for each migration from the oldest frozen schema to the newest, on both engines, and starts it again.
 * Usage: node test/upgrade/each-step.ts [--from schema-0006.sql] [--kill]; --kill ends a process of its own with SIGKILL there, which takes long
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { schemaVersion } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { verifySnapshot } from '../../src/database/snapshot/snapshot.ts';
import { listSnapshots } from '../../src/database/snapshot/snapshot-files.ts';
import { contents as known } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { columnsOfAll, contents, frozen, thaw } from './frozen.ts';

const { values: options } = parseArgs({
  options: { from: { type: 'string', default: frozen()[0] ?? '' }, kill: { type: 'boolean', default: false } },
});
const work = mkdtempSync(join(tmpdir(), 'waystation-each-step-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
const ending = options.kill ? await bundled() : '';
let trials = 0;
let wrong = 0;
for (const engine of ['better-sqlite3', 'node:sqlite'] as const) {
  const before = join(work, 'before');
  rmSync(before, { recursive: true, force: true });
  const from = schemaOf(thaw(options.from, before, engine), engine);
  for (const { id } of migrations.filter(each => each.id > from)) await eachStep(before, engine, id);
}
console.log(`${trials} ends, ${wrong} wrong`);
process.exitCode = wrong === 0 && trials > 0 ? 0 : 1;

/** Brings the folder one migration further in the end. */
async function eachStep(before: string, engine: Engine, to: number): Promise<void> {
  const old = look(join(before, 'waystation.db'), engine);
  const steps: string[] = [];
  const reference = join(work, 'reference');
  fresh(before, reference);
  await prepare(reference, engine, to, name => void steps.push(name));
  const due = look(join(reference, 'waystation.db'), engine, old.columns);
  for (const end of steps) {
    trials++;
    const dir = join(work, 'now');
    fresh(before, dir);
    await endBefore(dir, engine, to, end);
    const problems: (string | undefined)[] = [];
    const found = look(join(dir, 'waystation.db'), engine, old.columns).text;
    if (found !== old.text && found !== due.text) problems.push('neither the old database nor the new one');
    await prepare(dir, engine, to).catch((cause: unknown) => problems.push(String(cause)));
    if (look(join(dir, 'waystation.db'), engine, old.columns).text !== due.text) problems.push('not what it should be');
    const left = [...readdirSync(dir), ...readdirSync(join(dir, 'backups'))];
    problems.push(...left.filter(name => /\.(upgrade|part|replaced)/.test(name)).map(name => `left: ${name}`));
    const [kept] = listSnapshots(join(dir, 'backups'));
    if (!kept || verifySnapshot(kept.path, engine).schema !== old.schema) problems.push('nothing is kept of before');
    for (const problem of problems) {
      wrong++;
      console.log(`${engine}, to ${to}, before ${end}: ${problem}`);
    }
  }
  rmSync(before, { recursive: true });
  cpSync(reference, before, { recursive: true });
  rmSync(join(before, 'backups'), { recursive: true });
}

async function endBefore(dir: string, engine: Engine, to: number, end: string): Promise<void> {
  if (!options.kill) {
    await prepare(dir, engine, to, name => {
      if (name === end) throw new Error('ended');
    }).catch(() => undefined);
    return;
  }
  const { signal, stderr } = spawnSync(process.execPath, [ending, dir, engine, String(to), end], {
    encoding: 'utf8',
  });
  if (signal !== 'SIGKILL') throw new Error(`it was not killed before ${end}: ${stderr}`);
}

/** The program that ends itself, as one file: hundreds of starts would read hundreds of sources each. @returns its path */
async function bundled(): Promise<string> {
  const outfile = fileURLToPath(new URL('../../node_modules/.cache/waystation/each-step.mjs', import.meta.url));
  const entry = fileURLToPath(new URL('./each-step-process.ts', import.meta.url));
  // From there it finds the package that is no part of a bundle.
  await build({
    ...{ bundle: true, platform: 'node', format: 'esm', external: ['better-sqlite3'] },
    ...{ entryPoints: [entry], outfile },
  });
  return outfile;
}

function prepare(dir: string, engine: Engine, to: number, step: (name: string) => void = () => {}) {
  const all = migrations.filter(({ id }) => id <= to);
  return prepareDatabase({
    ...{ path: join(dir, 'waystation.db'), engine, contents: { ...known, migrations: all } },
    ...{ snapshots: join(dir, 'backups'), now: Date.now(), step },
  });
}

function fresh(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

function look(path: string, engine: Engine, columns?: ReturnType<typeof columnsOfAll>) {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    const all = columnsOfAll(db);
    // A migration may drop what the one before had.
    const there = Object.fromEntries(
      Object.entries(columns ?? all)
        .filter(([table]) => all[table])
        .map(([table, names]) => [table, names.filter(name => all[table]?.includes(name))]),
    );
    return { schema: schemaVersion(db), columns: all, text: JSON.stringify([schemaVersion(db), contents(db, there)]) };
  } finally {
    db.close();
  }
}

function schemaOf(path: string, engine: Engine): number {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    return schemaVersion(db);
  } finally {
    db.close();
  }
}
