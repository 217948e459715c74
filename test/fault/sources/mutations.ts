/**
 * Breaks copies of the sources on purpose, one line each, and shows that a test or script notices. What passes on a broken product
 * checks nothing. Usage: node test/fault/sources/mutations.ts [--only WORD] [--list]
 * Each check first runs on an unbroken copy, where it must pass. Some need root, strace or a minute: see what they are.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutation, mutations } from './mutation-rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** What a check that hangs counts as: it has noticed nothing in words. */
const PATIENCE_MS = 600_000;
/** For a test file that a broken product keeps waiting: it says then what for. */
const TEST_TIMEOUT_S = '120';
/** Folders that are not sources. */
const LEFT_OUT = new Set(['node_modules', '.git', '.tap', 'data', 'dist', 'coverage']);

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, list: { type: 'boolean', default: false } },
});

function copy(to: string): void {
  cpSync(root, to, {
    recursive: true,
    filter: path => !LEFT_OUT.has(path.slice(root.length + 1).split('/')[0] ?? ''),
  });
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'));
}

function apply({ file, find, replace }: Mutation, tree: string): void {
  const path = join(tree, file);
  const parts = readFileSync(path, 'utf8').split(find);
  if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${find}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, parts.join(replace));
}

/** @returns how it ended: its exit code, or why it has none */
function run(check: readonly string[], cwd: string): Promise<{ ended: number | string; output: string }> {
  const env = { ...process.env, TAP_TIMEOUT: TEST_TIMEOUT_S };
  const child = spawn(process.execPath, check, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000);
    });
  }
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, PATIENCE_MS);
  return new Promise(resolve => {
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ ended: late ? 'no end' : (code ?? signal ?? 'nothing'), output });
    });
  });
}

const wanted = mutations.filter(({ what, check }) => `${what} ${check.join(' ')}`.includes(options.only));
if (options.list) for (const { what, check } of wanted) console.log(`${check.join(' ').padEnd(60)} ${what}`);
else await main();

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-mutations-'));
  let unnoticed = 0;
  const sound = new Map<string, boolean>();
  try {
    for (const mutation of wanted) {
      const { what, check, file, find } = mutation;
      const tree = join(dir, 'tree');
      const command = check.join(' ');
      copy(tree);
      if (!sound.has(command)) {
        const { ended, output } = await run(check, tree);
        sound.set(command, ended === 0);
        if (ended !== 0) console.log(`FAILED  ${command} does not pass on what is not broken (${ended})\n${output}`);
      }
      apply(mutation, tree);
      const { ended, output } = await run(check, tree);
      const noticed = sound.get(command) === true && ended !== 0 && ended !== 'no end';
      if (!noticed) unnoticed++;
      console.log(`${noticed ? 'noticed' : 'FAILED '} ${command} (${ended}): ${what}`);
      if (!noticed) console.log(`  ${file}: ${find}\n${output}`);
      rmSync(tree, { recursive: true, force: true });
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(`${wanted.length - unnoticed} of ${wanted.length} broken products noticed`);
  if (unnoticed > 0 || wanted.length === 0) process.exitCode = 1;
}
