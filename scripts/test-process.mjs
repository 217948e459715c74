// Runs the test files that scripts/test.mjs names, one after the other, in one process: what they share is loaded once. Each goes
// as it goes by hand, and is over when nothing of it is left that would keep a process alive.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import t from 'tap';
import './test-pool.mjs';

const surroundings = () => JSON.stringify([process.cwd(), process.umask(), process.env]);
let running;
let counted = { total: 0, pass: 0, fail: 0 };
let endTests;

// The runner of tap ends its report when the event loop is empty for the first time: here that is the end of the first file.
const others = process.listeners('beforeExit');
t.register();
t.pipe(process.stdout);
for (const listener of process.listeners('beforeExit')) {
  if (others.includes(listener)) continue;
  process.off('beforeExit', listener);
  endTests = listener;
}
// tap leaves the folder of the project for that of a test that it removes, though it is not in there.
process.chdir = () => undefined;
// They would reach every file that follows.
for (const hook of ['after', 'afterEach', 'before', 'beforeEach', 'teardown']) {
  t[hook] = () => {
    throw new Error(`t.${hook} outside of a test: process.once('exit', …), or a function that the tests call`);
  };
}
process.on('beforeExit', finish);
process.on('message', run);
process.channel.ref();

async function run({ file, mark, timeoutMs }) {
  // No more of them.
  if (file === undefined) return process.disconnect();
  process.channel.unref();
  running = { file, mark, surroundings: surroundings(), loaded: false };
  t.setTimeout(timeoutMs);
  t.testdirName = resolve(process.env.TEST_FOLDER ?? '.tap/fixtures', file.replaceAll(/[^\w.]+/g, '-'));
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (cause) {
    t.fail(cause instanceof Error ? cause.stack : String(cause));
  }
  running.loaded = true;
}

function finish() {
  if (!running) return;
  // Its tests wait for what never comes: the report says which, and this process ends.
  if (!running.loaded || !t.idle) return endTests();
  if (t.ended) return leave('a test file ends the whole report');
  const { file, mark, surroundings: before } = running;
  if (surroundings() !== before)
    t.fail('the folder, the umask and the environment of the process are left as they were');
  if (process.exitCode) t.fail(`the exit code is ${process.exitCode}`);
  process.exitCode = undefined;
  // An assertion is counted with the next one: this one is counted with the next file.
  t.pass(`the end of ${file}`);
  const { total, pass, fail } = t.counts;
  const [found, passed, failed] = [total - counted.total, pass - counted.pass, fail - counted.fail];
  counted = { total: total + 1, pass: pass + 1, fail };
  running = undefined;
  process.channel.ref();
  if (found === 0) console.log('no test in it');
  process.stdout.write(`${mark} ${passed} ${failed || Number(found === 0)}\n`);
}

function leave(sentence) {
  console.error(sentence);
  process.exit(1);
}
