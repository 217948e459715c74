// Long: for CI and `npm test -- --long`.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import t from 'tap';
import { roomCheck } from '../../scripts/package/deb.ts';
import { type Engine, openDb } from '../../src/database/driver.ts';
import { latestOf, SchemaRefused, schemaVersion } from '../../src/database/migrate.ts';
import { prepareDatabase } from '../../src/database/prepare.ts';
import { recoveryRoom } from '../../src/database/recovery/recovery.ts';
import { countRows, verifySnapshot } from '../../src/database/snapshot/snapshot.ts';
import { listSnapshots } from '../../src/database/snapshot/snapshot-files.ts';
import { StoreUnusable } from '../../src/database/sqlite-error.ts';
import { contents } from '../../src/domain/contents.ts';
import { migrations } from '../../src/domain/migrations/all.ts';
import { freeBytes } from '../../src/kit/folder.ts';
import { overwrite, PAGE } from '../database/recovery-scene.ts';
import { isWhole } from '../whole.ts';
import { filledTo, filler, leaveBehind, smallDisk } from './small-disk.ts';

const ENGINES: readonly Engine[] = ['better-sqlite3', 'node:sqlite'];
const MB = 1_048_576;
const DISK_MB = 64;
/** Keys, certificates, the lock: what else is in a data directory. */
const OTHERS_BYTES = 200_000;
/** As much as a service leaves free by itself. */
const LOW = 0.1;
const NOW = Date.UTC(2026, 10, 23);

/** What jobs have left beside a database, as far as it fits. */
const LEFTOVERS: Record<string, (path: string, low: number) => void> = {
  nothing: () => {},
  'dailies until the disk was low': (path, low) => void leaveBehind(path, { dailies: 7, leave: low }),
  'copies from before upgrades, and dailies until the disk was low': (path, low) =>
    void leaveBehind(path, { preUpgrade: 2, dailies: 7, leave: low }),
  'a copy from before an upgrade and nothing else': (path, low) =>
    void leaveBehind(path, { preUpgrade: 1, leave: low }),
  'dailies, a reserve, a log, and copies that were broken off': (path, low) => {
    leaveBehind(path, { dailies: 7, leave: low });
    const some = Math.floor((freeBytes(join(path, '..')) - MB) / 4);
    for (const suffix of ['.recovery', '.damaged-20260101T000000Z', '.damaged-20250101T000000Z'])
      filler(path + suffix, MB);
    if (some > 2 * MB) filler(join(path, '..', 'reserve'), some - 2 * MB);
    leaveLog(path);
    if (listSnapshots(join(path, '..', 'backups')).length > 0) {
      filler(join(path, '..', 'backups', 'waystation-20260301T000000Z-schema6.db.part'), Math.max(1, some));
    }
  },
};

/** The last writes are in the log, as a kill leaves them. */
function leaveLog(path: string): void {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'writer', synchronous: 'normal' });
  db.exec("UPDATE meta SET value = value || '' WHERE key = 'running'");
  const files = ['', '-wal'].map(suffix => [path + suffix, `${path}${suffix}.aside`] as const);
  for (const [from, to] of files) if (from.endsWith('-wal')) copyFileSync(from, to);
  db.close();
  for (const [from, to] of files) if (from.endsWith('-wal')) copyFileSync(to, from);
  rmSync(`${path}-wal.aside`);
}

const look = (path: string, engine: Engine) => {
  const db = openDb(path, { engine, mode: 'reader' });
  try {
    const { message, endpoint, base_station, center_session } = countRows(db);
    return { schema: schemaVersion(db), rows: { message, endpoint, base_station, center_session } };
  } finally {
    db.close();
  }
};
const prepare = (path: string, engine: Engine) =>
  prepareDatabase({ path, engine, contents, snapshots: join(path, '..', 'backups'), now: NOW });

const made = mkdtempSync(join(tmpdir(), 'waystation-filled-'));
process.once('exit', () => rmSync(made, { recursive: true, force: true }));

/** A database of this size in a folder, made once. @returns its path */
function putDatabase(dir: string, bytes: number): string {
  const first = join(made, String(Math.floor(bytes)));
  if (!existsSync(first)) filledTo(first, bytes, 'better-sqlite3');
  cpSync(first, dir, { recursive: true });
  return join(dir, 'waystation.db');
}

/** What the package does with it before its files replace the installed ones. */
function packageSays(path: string, schema?: number): { status: number | null; stderr: string } {
  const bin = join(made, 'bin');
  mkdirSync(bin, { recursive: true });
  const settings = `data_dir: x\nstore:\n  path: ${path}\n  engine: auto\nbackup:\n  dir: ${join(path, '..', 'backups')}\n`;
  writeFileSync(join(bin, 'waystation'), `#!/bin/sh\n[ "$*" = 'config print' ] && cat <<E\n${settings}E\n`, {
    mode: 0o755,
  });
  const { status, stderr } = spawnSync('sh', ['-s', 'upgrade', '0.1.0'], {
    encoding: 'utf8',
    input: roomCheck(schema),
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  return { status, stderr };
}

/** Runs on a disk of its own. */
async function onDisk(run: (dir: string, bytes: number) => Promise<void>): Promise<void> {
  const disk = smallDisk(DISK_MB);
  if (!disk) throw new Error('no file system can be mounted here');
  try {
    filler(join(disk.dir, 'others'), OTHERS_BYTES);
    await run(disk.dir, disk.bytes);
  } finally {
    disk.end();
  }
}

const probe = smallDisk(1);
probe?.end();
const needsRoot = { skip: probe ? false : 'needs root, to mount a small file system' };

const PARTS = [0.2, 0.3, 0.4, 0.45];
for (const [ofEngine, engine] of ENGINES.entries()) {
  for (const [ofPart, part] of PARTS.entries()) {
    for (const [at, [what, leave]] of Object.entries(LEFTOVERS).entries()) {
      // Each of what is left with each engine, in a database of one size; all sizes by `TEST_WHOLE=1`.
      if (!isWhole && (at + 2 * ofEngine) % PARTS.length !== ofPart) continue;
      t.test(
        `a database of ${part} of the disk is brought up to date beside: ${what}; ${engine}`,
        needsRoot,
        async t => {
          await onDisk(async (dir, bytes) => {
            const path = putDatabase(dir, part * bytes);
            const snapshots = join(dir, 'backups');
            leave(path, LOW * bytes);
            const before = look(path, engine);
            const dailies = listSnapshots(snapshots).filter(({ preUpgrade }) => !preUpgrade);
            const { upgraded } = await prepare(path, engine);
            t.match(upgraded, { from: 6, to: latestOf(migrations) });
            t.same(look(path, engine).rows, before.rows);
            t.match(verifySnapshot(upgraded?.snapshot ?? '', engine), { schema: 6 }, 'what it was before is kept');
            const left = new Set(readdirSync(snapshots));
            // With the daily there are three of its size.
            if (part <= 0.3 && dailies[0]) t.ok(left.has(dailies[0].name), 'so is the newest daily one');
            t.same(
              [...left, ...readdirSync(dir)].filter(name => /upgrade$|part|replaced|recovery/.test(name)),
              [],
            );
            t.same(await prepare(path, engine), {}, 'once is enough');
          });
        },
      );
    }
  }

  t.test(`a database of half of the disk is refused, and everything stays as it was: ${engine}`, needsRoot, async t => {
    await onDisk(async (dir, bytes) => {
      const path = putDatabase(dir, 0.5 * bytes);
      leaveBehind(path, { dailies: 1, leave: 0 });
      t.match(packageSays(path), { status: 1, stderr: /^Waystation: bringing the database up to date needs \d+ MB/ });
      const all = () =>
        readdirSync(dir, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
          .map(entry => join(entry.parentPath, entry.name));
      const before = all().map(file => [file, statSync(file).size]);
      const content = readFileSync(path);
      const refused = prepare(path, engine);
      await t.rejects(refused, {
        message:
          /^bringing the database up to date needs \d+ MB in \S+, \d+ MB are free or can be made free: make room/,
      });
      t.ok((await prepare(path, engine).catch((cause: unknown) => cause)) instanceof SchemaRefused);
      t.same(
        all().map(file => [file, statSync(file).size]),
        before,
      );
      t.ok(readFileSync(path).equals(content));
    });
  });
}

t.test('the package asks only where the schema changes, and looks at every disk', needsRoot, async t => {
  await onDisk(async (dir, bytes) => {
    const path = putDatabase(dir, 0.5 * bytes);
    t.equal(packageSays(path, 6).status, 0);
    t.equal(packageSays(path, 7).status, 1);
    t.equal(packageSays(join(dir, 'others')).status, 0, 'no database');
    t.equal(packageSays(join(dir, 'none')).status, 0, 'nothing at all');
    // Elsewhere there is room for the copy from before, and the dailies there make none here.
    const elsewhere = mkdtempSync(join(tmpdir(), 'waystation-elsewhere-'));
    symlinkSync(elsewhere, join(dir, 'backups'));
    cpSync(path, join(elsewhere, 'waystation-20260101T000000Z-schema6.db'));
    t.equal(packageSays(path).status, 1);
    rmSync(elsewhere, { recursive: true });
  });
});

t.test('of the dailies the newest whole one stays, whatever is newer', needsRoot, async t => {
  await onDisk(async (dir, bytes) => {
    const path = putDatabase(dir, 0.3 * bytes);
    const [older = '', newest = ''] = leaveBehind(path, { dailies: 2, leave: 0 });
    filler(newest, statSync(path).size);
    await prepare(path, 'better-sqlite3');
    const left = listSnapshots(join(dir, 'backups')).filter(({ preUpgrade }) => !preUpgrade);
    t.same(
      left.map(each => each.path),
      [older],
    );
  });
});

t.test('snapshots do not give way to a database that is damaged: it is mended first', needsRoot, async t => {
  await onDisk(async (dir, bytes) => {
    const path = putDatabase(dir, 0.15 * bytes);
    const [daily = ''] = leaveBehind(path, { dailies: 1, leave: 0 });
    const before = look(path, 'better-sqlite3');
    filler(join(dir, 'filler'), freeBytes(dir) - 2 * statSync(path).size);
    damageIndex(path);
    const { recovered, upgraded } = await prepare(path, 'better-sqlite3');
    t.match(recovered, { snapshot: basename(daily), why: /message_by_time|btreeInitPage|never used/ });
    t.equal(upgraded, undefined);
    t.same(look(path, 'better-sqlite3'), { ...before, schema: latestOf(migrations) });
  });
});

t.test(
  'a damaged database that does not fit beside its snapshot is refused in words, and everything stays',
  needsRoot,
  async t => {
    await onDisk(async (dir, bytes) => {
      const path = putDatabase(dir, 0.4 * bytes);
      leaveBehind(path, { dailies: 1, leave: 0 });
      t.match(recoveryRoom(path, join(dir, 'backups')), { folder: dir });
      damageIndex(path);
      const { size } = statSync(path);
      const cause = await prepare(path, 'better-sqlite3').catch((error: unknown) => error);
      t.ok(cause instanceof StoreUnusable);
      t.match(cause, {
        message:
          /cannot be opened: it is damaged, and a whole one cannot be put together beside it and its snapshot: that needs \d+ MB in \S+, \d+ MB are free or can be made free; make room there and start again/,
      });
      t.equal(statSync(path).size, size);
      t.equal(listSnapshots(join(dir, 'backups')).length, 1);
      t.same(
        readdirSync(dir).filter(name => /recovery|damaged/.test(name)),
        [],
      );
    });
  },
);

/** As a card does that has lost a page. */
function damageIndex(path: string): void {
  const db = openDb(path, { engine: 'better-sqlite3', mode: 'upkeep' });
  const root = "SELECT rootpage FROM sqlite_schema WHERE name = 'message_by_time'";
  const { rootpage } = db.prepare(root).get() as { rootpage: number };
  db.close();
  overwrite(path, (rootpage - 1) * PAGE, Buffer.alloc(PAGE, 0xff));
}
