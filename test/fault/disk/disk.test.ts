import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Disk } from './disk.ts';
import { type Act, filesOf, readRecording } from './recording.ts';

const FILE = 'a.db';
const bytes = (letter: string, count: number) => Buffer.alloc(count, letter);
const write = (at: number, content: Buffer): Act => ({ kind: 'write', file: FILE, at, bytes: content });

function diskWith(...acts: readonly Act[]): Disk {
  const disk = new Disk();
  for (const act of acts) disk.apply(act);
  return disk;
}

/** A file whose first 1024 bytes are synced, and 1024 more that are not. */
const half = () =>
  diskWith({ kind: 'create', file: FILE }, write(0, bytes('a', 1024)), sync(), write(512, bytes('b', 1536)));
/** A sync of everything before it. */
const sync = (begun = 99): Act => ({ kind: 'sync', file: FILE, begun });
const never = () => 0.99;
const always = () => 0;

t.test('what was synced stays, of the rest the card keeps what it likes', async t => {
  const synced = bytes('a', 1024);
  const all = Buffer.concat([bytes('a', 512), bytes('b', 1536)]);
  t.same(half().after('everything dropped', never).get(FILE), synced);
  t.same(half().after('nothing dropped', never).get(FILE), all);
  t.same(half().after('some writes dropped', never).get(FILE), synced);
  t.same(half().after('some writes dropped', always).get(FILE), all);
  t.same(
    half()
      .after('last write torn', () => 0.3)
      .get(FILE),
    Buffer.concat([bytes('a', 512), bytes('b', 512)]),
  );
});

t.test('a sector that was dropped before one that was kept leaves a hole of zeros', async t => {
  const rolls = [0.9, 0.9, 0];
  const left = half().after('some sectors dropped', () => rolls.shift() ?? 0);
  t.same(left.get(FILE), Buffer.concat([bytes('a', 1024), Buffer.alloc(512), bytes('b', 512)]).subarray(0, 2048));
});

t.test('a sync does not cover what was written after it had begun', async t => {
  const disk = diskWith({ kind: 'create', file: FILE }, write(0, bytes('a', 8)), write(8, bytes('b', 8)), sync(2));
  t.same(disk.after('everything dropped', never).get(FILE), bytes('a', 8));
  t.equal(disk.pending, 1);
});

t.test('a truncation that was not synced may not have happened', async t => {
  const disk = half();
  disk.apply(sync());
  disk.apply({ kind: 'truncate', file: FILE, size: 10 });
  t.equal(disk.after('everything dropped', never).get(FILE)?.length, 2048);
  t.equal(disk.after('nothing dropped', never).get(FILE)?.length, 10);
});

t.test(
  'a file that was renamed has its old name until the folder is synced, whatever was written to it since',
  async t => {
    const disk = half();
    disk.apply(sync());
    disk.apply({ kind: 'rename', file: FILE, to: 'b.db' });
    disk.apply({ kind: 'write', file: 'b.db', at: 0, bytes: bytes('c', 512) });
    t.same([...disk.after('everything dropped', never).keys()], [FILE]);
    t.same(disk.after('some writes dropped', always).get(FILE)?.subarray(0, 512), bytes('c', 512));
    t.same([...disk.after('nothing dropped', never).keys()], ['b.db']);
    disk.apply({ kind: 'sync-folder' });
    t.same([...disk.after('everything dropped', always).keys()], ['b.db']);
  },
);

t.test(
  'a new name lasts from the sync of the file or of its folder, a removed one may come back until then',
  async t => {
    const disk = diskWith({ kind: 'create', file: FILE }, write(0, bytes('a', 8)));
    t.notOk(disk.after('everything dropped', never).has(FILE));
    disk.apply(sync());
    t.ok(disk.after('everything dropped', never).has(FILE));
    disk.apply({ kind: 'unlink', file: FILE });
    t.notOk(disk.after('nothing dropped', always).has(FILE));
    t.ok(disk.after('everything dropped', always).has(FILE));
    disk.apply({ kind: 'sync-folder' });
    t.notOk(disk.after('everything dropped', always).has(FILE));
  },
);

t.test('a record is read in order: a change from when it was asked for, a sync from when it was over', async t => {
  const folder = t.testdir();
  const hex = (text: string) => [...Buffer.from(text)].map(byte => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  const at = (name: string) => `<${hex(join(folder, name))}>`;
  const trace = join(folder, 'trace');
  writeFileSync(
    trace,
    [
      `11 openat(AT_FDCWD<${hex('/')}>, "${hex(join(folder, 'a.db'))}", O_RDWR|O_CREAT, 0600) = 3${at('a.db')}`,
      `11 openat(AT_FDCWD<${hex('/')}>, "${hex(join(folder, 'other'))}", O_RDWR|O_CREAT, 0600) = 4${at('other')}`,
      `11 pwrite64(3${at('a.db')}, "${hex('one')}", 3, 4096) = 3`,
      `12 fsync(3${at('a.db')} <unfinished ...>`,
      `11 pwrite64(3${at('a.db')}, "${hex('two')}", 3, 0 <unfinished ...>`,
      `12 <... fsync resumed>) = 0`,
      `11 <... pwrite64 resumed>) = 3`,
      `11 pwrite64(9${at('journal')}, "${hex('uplink 7\n')}", 9, 0) = 9`,
      `11 ftruncate(3${at('a.db')}, 512) = 0`,
      `11 fdatasync(3${at('a.db')}) = -1 EIO (Input/output error)`,
      `11 unlink("${hex(join(folder, 'a.db'))}") = 0`,
      `11 fsync(5<${hex(folder)}>) = 0`,
      '11 +++ exited with 0 +++',
    ].join('\n'),
  );
  t.same(await readRecording(trace, { folder, files: filesOf('a.db'), journal: join(folder, 'journal') }), [
    { kind: 'create', file: 'a.db' },
    { kind: 'write', file: 'a.db', at: 4096, bytes: Buffer.from('one') },
    { kind: 'write', file: 'a.db', at: 0, bytes: Buffer.from('two') },
    { kind: 'sync', file: 'a.db', begun: 2 },
    { kind: 'acknowledged', line: 'uplink 7' },
    { kind: 'truncate', file: 'a.db', size: 512 },
    { kind: 'unlink', file: 'a.db' },
    { kind: 'sync-folder' },
  ]);
  writeFileSync(trace, `11 writev(3${at('a.db')}, [], 1) = 3\n`);
  await t.rejects(readRecording(trace, { folder, files: filesOf('a.db'), journal: '' }), /writev on/);
});
