/**
 * Has each place that asks for the credible time ask for that of the wall clock instead, one place after the other, on a copy of the
 * sources, and shows that a test notices. Usage: node test/fault/sources/clock-mutations.ts [--only WORD] [--list]
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type ClockUse, checkOf, clockUses, ROOT } from './clock-uses.ts';

/** Folders that are not sources. */
const LEFT_OUT = new Set(['node_modules', '.git', '.tap', 'data', 'dist', 'coverage']);
const TEST_TIMEOUT_S = '240';

const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, list: { type: 'boolean', default: false } },
});
const wanted = clockUses(ROOT).filter(({ file, line }) => `${file}:${line}`.includes(options.only));
if (options.list) for (const use of wanted) console.log(`${use.file}:${use.line}  ${checkOf(use) ?? 'no check'}`);
else await main();

function run(check: string, cwd: string): Promise<number> {
  const env = { ...process.env, TAP_TIMEOUT: TEST_TIMEOUT_S, TAP_BAIL: '1' };
  const child = spawn(process.execPath, [check], { cwd, env, stdio: 'ignore' });
  return new Promise(resolve => child.once('close', code => resolve(code ?? 1)));
}

function broken({ file, at, length, wall }: ClockUse, tree: string): () => void {
  const path = join(tree, file);
  const whole = readFileSync(path, 'utf8');
  writeFileSync(path, `${whole.slice(0, at)}${wall}${whole.slice(at + length)}`);
  return () => writeFileSync(path, whole);
}

async function main(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-clock-'));
  const sound = new Map<string, boolean>();
  let unnoticed = 0;
  try {
    const tree = join(dir, 'tree');
    cpSync(ROOT, tree, { recursive: true, filter: path => !LEFT_OUT.has(path.slice(ROOT.length).split('/')[1] ?? '') });
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    for (const use of wanted) {
      const check = checkOf(use) ?? '';
      if (!sound.has(check)) sound.set(check, check !== '' && (await run(check, tree)) === 0);
      const mend = broken(use, tree);
      const noticed = sound.get(check) === true && (await run(check, tree)) !== 0;
      mend();
      if (!noticed) unnoticed++;
      console.log(
        `${noticed ? 'noticed' : 'FAILED '} ${use.file}:${use.line} by ${check || 'nothing'}${sound.get(check) ? '' : ', which fails on what is not broken'}`,
      );
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(`${wanted.length - unnoticed} of ${wanted.length} uses of the wall clock noticed`);
  if (unnoticed > 0 || wanted.length === 0) process.exitCode = 1;
}
