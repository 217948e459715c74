// `npm test [-- FILE…]`: installs what is missing, runs the tests and ends with the line `N passed, N failed`.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ensureInstalled, productEnvironment, root, run } from './install.mjs';

/** More than the two cores of a small machine: tests wait for threads and sockets, too. */
const JOBS = 3;
/** For one file, seconds: it takes a few, but the machine may have other things to do. */
const TIMEOUT_S = 120;

ensureInstalled();
// As it is installed, tap compiles every file of every test with the TypeScript compiler, ten times slower than Node.js strips them.
if (!existsSync(join(root, '.tap', 'plugins'))) run('tap', ['build']);
const named = process.argv.slice(2);
const files = named.length > 0 ? named : testFiles();
const { passed, failed } = files.length > 0 ? await runTests(files) : { passed: 0, failed: 0 };
if (passed + failed === 0) console.log('no test ran');
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

function testFiles() {
  const all = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name}`);
  return all.filter(name => name.endsWith('.test.ts')).sort();
}

/** One line per file; the whole protocol of a file that failed. Totals count assertions. */
async function runTests(files) {
  const args = ['--disable-coverage', `--jobs=${JOBS}`, `--timeout=${TIMEOUT_S}`, '--reporter=tap', ...files];
  const tap = spawn('tap', args, { cwd: root, env: productEnvironment, stdio: ['ignore', 'pipe', 'inherit'] });
  const code = new Promise(resolve => {
    tap.on('error', () => resolve(1));
    tap.on('close', status => resolve(status ?? 1));
  });
  let totals;
  let block = [];
  let showing = false;
  for await (const line of createInterface({ input: tap.stdout })) {
    const end = /^(ok|not ok) \d+ - (.*)$/.exec(line);
    const summary = /^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?.*\}/.exec(line);
    if (summary) {
      totals = summary.slice(1).map(Number);
      showing = false;
    } else if (line.startsWith('# Subtest: ')) {
      block = [];
      showing = false;
    } else if (end) {
      // What follows a failed file, up to the next one, says how its process ended.
      showing = end[1] === 'not ok';
      if (showing) console.log(block.join('\n'));
      console.log(`${showing ? 'FAILED' : 'ok    '} ${end[2]}`);
      block = [];
    } else if (showing) console.log(line);
    else block.push(line);
  }
  const ended = await code;
  const [, passed = 0, failed = 0] = totals ?? [];
  const failures = failed || 0;
  return { passed: passed || 0, failed: ended === 0 ? failures : Math.max(1, failures) };
}
