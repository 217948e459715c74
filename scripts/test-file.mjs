// How one test file is run, for `test.mjs` and `test-peers.mjs`.
import { spawn } from 'node:child_process';
import { node, productEnvironment, root } from './install.mjs';

/** For one file, seconds: it takes a few, but the machine may have other things to do. Then it says what it was waiting for. */
const TIMEOUT_S = 240;
/** A file that does not end by itself after that is ended, with whatever it has started. */
const FILE_TIMEOUT_MS = (TIMEOUT_S + 60) * 1000;

const running = new Set();
process.once('exit', () => {
  for (const child of running) endGroup(child);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** Runs one file, tells what became of it, and how many of its assertions passed and failed. */
export async function testFile(file, environment = {}) {
  const begun = performance.now();
  const { output, ended } = await runFile(file, environment);
  const found = countsOf(output);
  // A file that ends badly without a failed assertion, or says nothing, has failed as well.
  if (ended !== 0 && found.failed === 0) found.failed = 1;
  if (found.failed > 0) console.log(`${output}\nended with ${ended}`);
  console.log(`${found.failed > 0 ? 'FAILED' : 'ok    '} ${file} # time=${(performance.now() - begun).toFixed(0)}ms`);
  return found;
}

/**
 * Runs one file as it runs by hand. The runner of tap would do the same with hooks on every import for coverage and mocks, which
 * are not used here and which double the time.
 */
function runFile(file, environment) {
  const env = { ...productEnvironment, ...environment, TAP_TIMEOUT: String(TIMEOUT_S) };
  const child = spawn(node, [file], { cwd: root, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  }
  const late = setTimeout(() => endGroup(child), FILE_TIMEOUT_MS);
  return new Promise(resolve => {
    const end = ended => {
      clearTimeout(late);
      running.delete(child);
      resolve({ output, ended });
    };
    child.once('error', error => end(String(error)));
    child.once('close', (code, signal) => end(code ?? signal));
  });
}

/** Assertions, from the last line of a whole report. */
function countsOf(output) {
  const summaries = [...output.matchAll(/^# \{ total: (\d+)(?:, pass: (\d+))?(?:, fail: (\d+))?.*\}$/gm)];
  const [, , pass = '0', fail = '0'] = summaries.at(-1) ?? [];
  return { passed: Number(pass), failed: Number(fail) || (summaries.length === 0 ? 1 : 0) };
}

function endGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
