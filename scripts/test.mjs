// `npm test [-- FILE…]`: installs what is missing, runs the tests and ends with the line `N passed, N failed`. A person waits four
// minutes for it, no longer: a file that takes a minute of two cores, or many processes, says `// Long` in its first line and is left out.
// `npm test -- --long`: those, and with them every table whole of which they otherwise try a part (test/whole.ts).
// `npm test -- --engine node:sqlite`: the store's tests, on that engine; `sim`: SQLite as WebAssembly, with its threads in one loop (test/sim/).
// `npm test -- --all`: what CI runs: every file, its tables in part, and what touches the driver of SQLite also on that engine.
// Behind the name of a file stand the time it took and the CPU that it, its threads and its children used, which says as much on a busy machine.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureFreshDocument, ensureInstalled, node, productEnvironment, root, run } from './install.mjs';

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

/** Of the executables; without a choice the tests have that of the source. */
const EXECUTABLES_ENGINE = 'node:sqlite';
/** Made of test code. */
const SIMULATED = 'sim';
const LONG = /^\/\/ Long\b/;
/** Tests of the store that say more on a second engine than that SQL is SQL: files, copies, threads, and the bounds of values. */
const OF_DRIVER =
  /^test\/(database|upkeep\/(backup|disk)|upgrade\/figures|domain\/(bounds|\w+\/damaged|uplink\/uplinks|message\/(messages|sealing)))\b/;
/** Where the tests' folders lie when it has room, since they wait for a disk a quarter of their time. */
const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;

ensureInstalled();
ensureFreshDocument();
const waiting = jobs(process.argv.slice(2));
const isWhole = process.argv[2] === '--long' || process.env.TEST_WHOLE === '1';
const totals = { passed: 0, failed: 0 };
const running = new Set();
const folder = testFolder();
process.once('exit', () => {
  for (const child of running) endGroup(child);
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const made = run(node, ['scripts/test-threads.ts']);
if (made.code !== 0) throw new Error(`the program cannot be joined:\n${made.output}`);
await Promise.all(Array.from({ length: JOBS }, work));
const { passed, failed } = totals;
if (passed + failed === 0) console.log('no test ran');
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
console.log(`${passed} passed, ${failed} failed`);

/** Each file that is to be run with the engine that its stores get, undefined: that of the source. Those that take long come first. */
function jobs([option, ...further]) {
  const on = (files, engine) => files.map(file => ({ file, engine }));
  const all = testFiles();
  const long = all.filter(isLong);
  const others = all.filter(file => !isLong(file));
  if (option === '--long') return on(long);
  if (option === '--engine') {
    const [engine, ...files] = further;
    return on(files.length > 0 ? files : storeTests(all).filter(file => runsOn(engine, file)), engine);
  }
  if (option === '--all') {
    const twice = storeTests(all).filter(file => OF_DRIVER.test(file));
    return [...on(twice, EXECUTABLES_ENGINE), ...on(long), ...on(others)];
  }
  return on(option === undefined ? others : [option, ...further]);
}

/** Processes and threads of their own know engines by name only. */
function runsOn(engine, file) {
  return engine !== SIMULATED || !readFileSync(join(root, file), 'utf8').includes('processEngine');
}

function isLong(file) {
  return LONG.test(readFileSync(join(root, file), 'utf8'));
}

/** A new folder for what the tests write; left behind by a run that was killed: removed by the next. */
function testFolder() {
  const parent = isRoomy(MEMORY) ? MEMORY : join(root, '.tap');
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const [, pid] = /^waystation-test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const made = mkdtempSync(join(parent, `waystation-test-${process.pid}-`));
  // For programs that tests write and run.
  symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'));
  return made;
}

function isRoomy(path) {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
}

function testFiles() {
  const all = readdirSync(join(root, 'test'), { recursive: true }).map(name => `test/${name}`);
  return all.filter(name => name.endsWith('.test.ts')).sort();
}

/** The tests that run on the engine that TEST_STORE_ENGINE names: they import `engine.ts`, mostly by way of others. */
function storeTests(all) {
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
  return all.filter(reaches);
}

async function work() {
  let several;
  let on;
  for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
    const { file, engine } = job;
    const begun = performance.now();
    if (engine !== on) {
      await several?.end();
      several = undefined;
      on = engine;
    }
    several ??= start(engine);
    const spent = cpuMs(several.pid);
    const { output, passed, failed, ended } = await several.run(file);
    const cpu = ended === undefined ? cpuMs(several.pid) - spent : Number.NaN;
    if (ended !== undefined) several = undefined;
    totals.passed += passed;
    totals.failed += failed;
    if (failed > 0) console.log(ended === undefined ? output : `${output}\nended with ${ended}`);
    console.log(
      `${failed > 0 ? 'FAILED' : 'ok    '} ${file} # time=${(performance.now() - begun).toFixed(0)}ms cpu=${cpu.toFixed(0)}ms`,
    );
  }
  await several?.end();
}

/** CPU that a process, its threads and the children it has waited for have used, in steps of 10 ms; NaN where the system does not tell. */
function cpuMs(pid) {
  try {
    const [, fields] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    const ticks = fields.split(' ').slice(11, 15).map(Number);
    return ticks.reduce((sum, each) => sum + each, 0) * 10;
  } catch {
    return Number.NaN;
  }
}

/**
 * A process that runs one file after the other. The runner of tap would take a process for each of them, with hooks on every import
 * for coverage and mocks, which are not used here.
 */
function start(engine) {
  const options = `${process.env.NODE_OPTIONS ?? ''} --import=${HOOKS}`;
  const env = {
    ...productEnvironment,
    NODE_OPTIONS: options,
    TEST_FOLDER: folder,
    ...(isWhole && { TEST_WHOLE: '1' }),
    ...(engine && { TEST_STORE_ENGINE: engine }),
  };
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
    pid: child.pid,
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
