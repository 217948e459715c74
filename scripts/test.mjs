// `npm test [-- FILE…]`: installs what is missing, runs the tests and ends with the line `N passed, N failed`.
// `npm test -- --engine node:sqlite`: the store's tests only, on that engine. `npm test -- --long`: those that take long, which CI runs too.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, node, productEnvironment, root, run } from './install.mjs';

/** More than the two cores of a small machine: tests wait for threads and sockets, too. */
const JOBS = 3;
/** For one file, seconds: it takes a few, but the machine may have other things to do. Then it says what it was waiting for. */
const TIMEOUT_S = 240;
/** A file that does not end by itself after that is ended, with whatever it has started. */
const FILE_TIMEOUT_MS = (TIMEOUT_S + 60) * 1000;
/** Every process that a test starts loads them, too. */
const HOOKS = new URL('test-hooks.mjs', import.meta.url).href;
/** Begins the line that says how a file went: none that a test writes. */
const MARK = `# ${randomUUID()}`;

/**
 * A person waits four minutes for `npm test`, no longer: these take a minute of two cores, or many processes, and are for CI and for who
 * changes what they are about.
 */
const LONG = new Set([
  'test/bench/fleet.test.ts',
  'test/cli/alerts.test.ts',
  'test/cli/blueprint-import.test.ts',
  'test/cli/every-command.test.ts',
  'test/cli/integrations.test.ts',
  'test/cli/root.test.ts',
  'test/cli/simulate.test.ts',
  'test/contract/contract.test.ts',
  'test/domain/blueprint/codec/property.test.ts',
  'test/domain/message/sealing.test.ts',
  'test/domain/value/values.test.ts',
  'test/e2e/downlink-values.test.ts',
  'test/fault/announcements.test.ts',
  'test/fault/commands.test.ts',
  'test/fault/deliveries.test.ts',
  'test/fault/kill.test.ts',
  'test/fault/notices.test.ts',
  'test/identity/gate.test.ts',
  'test/identity/isolation/isolation.test.ts',
  'test/identity/matrix.test.ts',
  'test/identity/signin/signin.test.ts',
  'test/model/rules.test.ts',
  'test/model/store.test.ts',
  'test/model/wire.test.ts',
  'test/package/bundle.test.ts',
  'test/protocol/skip.test.ts',
  'test/rest/client.test.ts',
  'test/rest/manual.test.ts',
  'test/rest/repeated.test.ts',
  'test/rest/streams/kill.test.ts',
  'test/rpc/organization.test.ts',
  'test/rpc/serve/unread-answers.test.ts',
  'test/upkeep/backup/answers.test.ts',
]);

ensureInstalled();
const [option, engine, ...further] = process.argv.slice(2);
const onEngine = option === '--engine';
const isLong = option === '--long';
const named = onEngine ? further : isLong ? [] : process.argv.slice(2);
const waiting =
  named.length > 0 ? named : onEngine ? storeTests() : testFiles().filter(file => LONG.has(file) === isLong);
for (const file of LONG) if (!existsSync(join(root, file))) throw new Error(`${file} is named as long, and not there`);
const totals = { passed: 0, failed: 0 };
const running = new Set();
process.once('exit', () => {
  for (const child of running) endGroup(child);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const made = run(node, ['scripts/test-threads.ts']);
if (made.code !== 0) throw new Error(`the program cannot be joined:\n${made.output}`);
await Promise.all(Array.from({ length: JOBS }, work));
const { passed, failed } = totals;
if (passed + failed === 0) console.log('no test ran');
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

function testFiles() {
  const all = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name}`);
  return all.filter(name => name.endsWith('.test.ts')).sort();
}

/** The tests that run on the engine that TEST_STORE_ENGINE names: they import `engine.ts`, mostly by way of others. */
function storeTests() {
  const known = new Map();
  const reaches = file => {
    if (!file.startsWith('test/')) return false;
    if (file.endsWith('/engine.ts')) return true;
    if (!known.has(file)) {
      known.set(file, false);
      const text = readFileSync(join(root, file), 'utf8');
      const imported = [...text.matchAll(/^(?:import .*|\}) from '(\.[^']+)';$/gm)].map(([, name]) =>
        join(dirname(file), name),
      );
      known.set(file, imported.some(reaches));
    }
    return known.get(file);
  };
  return testFiles().filter(reaches);
}

async function work() {
  let several;
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const begun = performance.now();
    several ??= start();
    const { output, passed, failed, ended } = await several.run(file);
    if (ended !== undefined) several = undefined;
    totals.passed += passed;
    totals.failed += failed;
    if (failed > 0) console.log(ended === undefined ? output : `${output}\nended with ${ended}`);
    console.log(`${failed > 0 ? 'FAILED' : 'ok    '} ${file} # time=${(performance.now() - begun).toFixed(0)}ms`);
  }
  await several?.end();
}

/**
 * A process that runs one file after the other. The runner of tap would take a process for each of them, with hooks on every import
 * for coverage and mocks, which nobody uses here.
 */
function start() {
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${HOOKS}`;
  const env = { ...productEnvironment, NODE_OPTIONS: options, ...(onEngine && { TEST_STORE_ENGINE: engine }) };
  const child = spawn(node, ['scripts/test-process.mjs'], {
    ...{ cwd: root, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  let output = '';
  let over = () => {};
  let hasFailed = false;
  const found = new RegExp(`^${MARK} (\\d+) (\\d+)\n`, 'm');
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      output += text;
      const [line, passed, failed] = found.exec(output) ?? [];
      if (line === undefined) return;
      hasFailed ||= failed !== '0';
      over({ passed: Number(passed), failed: Number(failed) });
    });
  }
  const end = ended => {
    running.delete(child);
    // A file that ends its process has failed, whatever it says.
    over({ passed: 0, failed: 1, ended });
  };
  child.once('error', error => end(String(error)));
  child.once('close', (code, signal) => end(code ?? signal));
  return {
    run(file) {
      output = '';
      const late = setTimeout(() => endGroup(child), FILE_TIMEOUT_MS);
      return new Promise(resolve => {
        over = how => {
          clearTimeout(late);
          resolve({ output, ...how });
        };
        child.send({ file, mark: MARK, timeoutMs: TIMEOUT_S * 1000 });
      });
    },
    end() {
      output = '';
      child.send({});
      return new Promise(resolve => {
        over = ({ ended }) => {
          // Something of its files came up when they were over.
          if (ended !== 0 && !hasFailed) {
            totals.failed++;
            console.log(`${output}\nended with ${ended}`);
          }
          resolve();
        };
      });
    },
  };
}

function endGroup({ pid }) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}
