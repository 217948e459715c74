/**
 * Breaks a copy of the sources, one line at a time, and shows that the campaign notices within so many seeds. What is not noticed is not looked at.
 * Usage: node test/sim/mutants/mutants.ts [--only WORD] [--seeds 1000]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Mutant, mutants } from './mutant-rows.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const COPIED = ['src', 'test', 'proto', 'package.json', 'scripts'];
const PATIENCE_MS = 900_000;
const { values: options } = parseArgs({
  options: { only: { type: 'string', default: '' }, seeds: { type: 'string', default: '1000' } },
});
const campaign = ['test/sim/campaign.ts', '--first', '--seeds', options.seeds];

const tree = mkdtempSync(join(tmpdir(), 'waystation-mutants-'));
let noticed = 0;
const wanted = mutants.filter(({ what, file }) => `${what} ${file}`.includes(options.only));
try {
  for (const part of COPIED) cpSync(join(root, part), join(tree, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const sound = run(['test/sim/campaign.ts', '--seeds', '20']);
  if (sound.status !== 0) throw new Error(`what is not broken fails:\n${sound.stdout}`);
  for (const mutant of wanted) if (isNoticed(mutant)) noticed++;
} finally {
  rmSync(tree, { recursive: true, force: true });
}
console.log(`${noticed} of ${wanted.length} broken programs noticed`);
if (noticed < wanted.length || wanted.length === 0) process.exitCode = 1;

function isNoticed({ what, file, find, replace, check }: Mutant): boolean {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${find}`);
  writeFileSync(path, parts.join(replace));
  try {
    const begun = performance.now();
    const { status, stdout } = run(check ?? campaign);
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    const [seed = ''] = /^seed \d+/m.exec(stdout) ?? [];
    const [first = ''] = /^ {2}.*$/m.exec(stdout) ?? [];
    console.log(
      `${status === 1 ? 'noticed' : 'FAILED '} ${what} (${check ? check[0] : seed}, ${seconds} s)${first.slice(0, 160)}`,
    );
    return status === 1;
  } finally {
    writeFileSync(path, text);
  }
}

function run(check: readonly string[]): { status: number | null; stdout: string } {
  const env = { ...process.env, TAP_TIMEOUT: '200' };
  return spawnSync(process.execPath, check, { cwd: tree, env, encoding: 'utf8', timeout: PATIENCE_MS });
}
