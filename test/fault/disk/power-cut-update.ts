/**
 * Cuts the power at every call by which an update changes a file, in several ways each: while dpkg replaces a package, while the journal is
 * written, and while the program is put in its place. What is left must start the old program or, from the entry on that says so, the new one,
 * whole; and what is gone on with then must end with the new one.
 * Usage: node test/fault/disk/power-cut-update.ts [--points 10000] [--seed N] [--only package|bundle|child]
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openUpdate, readJournal } from '../../../src/update/machine/journal.ts';
import { isHeld } from '../../../src/update/machine/package-upgrade.ts';
import { sequence } from '../harness/run.ts';
import { TREE_LOSSES, Tree, type TreeLoss } from './tree.ts';
import { NEW, OLD, UpdatePlaces, WAYS, type Way } from './update-places.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const RECORDED = [
  ...['openat', 'write', 'pwrite64', 'writev', 'pwritev', 'ftruncate', 'copy_file_range', 'sendfile', 'ioctl'],
  ...[
    'fsync',
    'fdatasync',
    'rename',
    'renameat',
    'renameat2',
    'link',
    'linkat',
    'unlink',
    'unlinkat',
    'mkdir',
    'mkdirat',
    'rmdir',
  ],
];
const random = sequence(Number(options.seed));
const dir = mkdtempSync(join(tmpdir(), 'waystation-update-power-'));
/** What is judged is judged in memory where that is possible: it is synced, too. */
const cut = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'waystation-update-cut-'));
try {
  await main();
} finally {
  for (const folder of [dir, cut]) rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const calls = recorded();
  const ways = WAYS.filter(way => options.only === undefined || way === options.only);
  const failures: string[] = [];
  let points = 0;
  for (const way of ways) {
    const mine = calls.filter(({ paths }) => paths[0] === way || paths[0]?.startsWith(join(dir, way)) === true);
    const changes = mine.filter(({ call }) => call !== 'done').length;
    const each = Math.ceil(Number(options.points) / ways.length / changes);
    const tree = new Tree(join(dir, way));
    const done: string[] = [];
    for (const [index, { call, paths, act }] of mine.entries()) {
      if (call === 'done') done.push(paths[1] ?? '');
      else act?.(tree);
      if (!done.includes('made')) continue;
      for (let count = 0; count < each; count++) {
        const loss = TREE_LOSSES[points++ % TREE_LOSSES.length] as TreeLoss;
        const wrong = await judge(way, tree.after(loss, random), done);
        for (const one of wrong) failures.push(`${way}, call ${index} (${call} ${paths.join(' ')}), ${loss}: ${one}`);
      }
    }
    console.log(`${way}: ${changes} calls, ${done.length} done for good`);
  }
  console.log(`seed ${options.seed}: ${points} points, ${failures.length} failures`);
  for (const failure of failures.slice(0, 20)) console.error(failure);
  process.exitCode = failures.length === 0 && points > 0 ? 0 : 1;
}

/** Starts the box on what is left, and goes on. @param done what was said to be done for good @returns what must not be */
async function judge(way: Way, files: ReadonlyMap<string, Buffer>, done: readonly string[]): Promise<string[]> {
  const root = join(cut, 'box');
  rmSync(root, { recursive: true, force: true });
  for (const folder of ['', 'lib', 'bin', 'units', 'state']) mkdirSync(join(root, folder), { recursive: true });
  for (const [name, content] of files) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    // The folder of before stood elsewhere.
    writeFileSync(
      join(root, name),
      name.endsWith('zz-before.conf') ? content.toString().replaceAll(join(dir, way), root) : content,
    );
  }
  const box = new UpdatePlaces(root, way);
  const wrong: string[] = [];
  const entries = readJournal(box.layout.state);
  const steps = entries.map(({ step }) => step);
  const isCommitted = steps.includes('committed');
  const started = box.started();
  if (started !== OLD && !(isCommitted && started === NEW)) wrong.push(`${started} is started`);
  for (const step of done.filter(each => ['begun', 'rehearsed', 'trial', 'committed', 'installed'].includes(each)))
    if (!steps.includes(step as (typeof steps)[number])) wrong.push(`${step} is not in the journal`);
  if (done.includes('installed') && started !== NEW) wrong.push(`${started} is started after its end`);
  if (done.includes('over') && openUpdate(entries).length > 0) wrong.push('it is not over');
  try {
    await goOn(box, done);
  } catch (cause) {
    wrong.push(`it does not go on: ${cause}`);
  }
  if (box.started() !== NEW) wrong.push(`${box.started()} is started in the end`);
  if (way === 'package' && box.unit() !== 'new unit') wrong.push(`${box.unit()} is the unit in the end`);
  return wrong;
}

/** What happens at the next start, and when what was not done is asked for again. */
async function goOn(box: UpdatePlaces, done: readonly string[]): Promise<void> {
  const nothing = () => undefined;
  const isConfigured = done.includes('configured');
  const end = await box.machine(nothing).resume();
  if (box.started() === NEW && (end === 'installed' || done.includes('installed'))) return;
  if (box.way !== 'package') box.lieReady();
  else if (isHeld(box.places) && done.includes('unpacked') && !isConfigured) box.configure();
  else box.upgrade(nothing);
  await box.perform(nothing);
}

interface Call {
  readonly call: string;
  readonly paths: readonly string[];
  readonly act?: (tree: Tree) => void;
}

/** Does an update by each way, and returns what it did to files. */
function recorded(): Call[] {
  const trace = join(dir, 'trace');
  const script = join(import.meta.dirname, 'power-cut-update-process.ts');
  const flags = ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '100000', '-e', `trace=${RECORDED.join(',')}`, '-o', trace];
  const { status, error } = spawnSync('strace', [...flags, process.execPath, script, dir], { stdio: ['ignore', 1, 2] });
  if (error) throw new Error('strace is needed to record what is written: install the package strace');
  if (status !== 0) throw new Error(`the update ended with ${status}`);
  const lines = readFileSync(trace, 'latin1').split('\n');
  const calls = lines.flatMap(line => {
    const [, name = '', rest = ''] = /^\d+ +(\w+)\((.*)$/.exec(line) ?? [];
    const found = name === '' || /\) += -1 /.test(rest) ? [] : callOf(name, rest);
    if (found.length > 0 && /unfinished/.test(line)) throw new Error(`two at once: ${line.slice(0, 200)}`);
    return found;
  });
  const lost =
    readFileSync(join(dir, 'acknowledged'), 'utf8').trim().split('\n').length -
    calls.filter(({ call }) => call === 'done').length;
  if (lost !== 0) throw new Error(`${lost} acknowledgements are not in the record`);
  return calls;
}

function callOf(call: string, rest: string): Call[] {
  const texts = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
  const opened = [...rest.matchAll(/\d+<((?:\\x[0-9a-f]{2})*)>/g)].map(([, hex = '']) => bytesOf(hex).toString());
  const [path = '', to = ''] = /^(?:rename|link|unlink|mkdir|rmdir|openat)/.test(call) ? texts.map(String) : opened;
  if (call === 'write' && path === join(dir, 'acknowledged'))
    return [{ call: 'done', paths: String(texts[0]).trim().split(' ') }];
  const ours = (each: string) => WAYS.some(way => each === join(dir, way) || each.startsWith(`${join(dir, way)}/`));
  const act = ours(path) || ours(to) ? actOf(call, rest, path, to, texts) : undefined;
  return act ? [{ call, paths: [ours(path) ? path : to, to], act }] : [];
}

function actOf(call: string, rest: string, path: string, to: string, texts: readonly Buffer[]): Call['act'] {
  switch (call) {
    case 'openat':
      return rest.includes('O_CREAT') || rest.includes('O_TRUNC')
        ? tree => tree.create(path, rest.includes('O_TRUNC'))
        : undefined;
    case 'write':
      return tree => tree.write(path, texts[0] ?? Buffer.alloc(0));
    case 'pwrite64': {
      const at = Number(/, (\d+)\) += \d+$/.exec(rest)?.[1]);
      return tree => tree.write(path, texts[0] ?? Buffer.alloc(0), at);
    }
    case 'ftruncate':
      if (!/, 0\) += 0$/.test(rest)) throw new Error(`${call} on ${path}: ${rest}`);
      return tree => tree.create(path, true);
    case 'copy_file_range':
      return tree => tree.copy(path, to);
    case 'sendfile':
      return tree => tree.copy(to, path);
    case 'fsync':
    case 'fdatasync':
      return tree => tree.sync(path);
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return tree => tree.rename(path, to);
    case 'link':
    case 'linkat':
      return tree => tree.link(path, to);
    case 'unlink':
    case 'unlinkat':
    case 'rmdir':
      return tree => tree.remove(path);
    case 'mkdir':
    case 'mkdirat':
      // The folder of the box itself is there.
      return WAYS.some(way => path === join(dir, way)) ? undefined : tree => tree.folder(path);
    case 'ioctl':
      if (!rest.includes('FICLONE')) return undefined;
      return tree => tree.copy(to, path);
    default:
      // A way of writing that the model does not know would make it too kind.
      throw new Error(`${call} on ${path}`);
  }
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex');
}
