// `npm test [-- FILE…]`: installs what is missing, runs the tests and ends with the line `N passed, N failed`.
// `npm test -- --engine node:sqlite`: the store's tests only, on that engine.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureInstalled, root } from './install.mjs';
import { testFile } from './test-file.mjs';

/** More than the two cores of a small machine: tests wait for threads and sockets, too. */
const JOBS = 3;

ensureInstalled();
const [option, engine, ...further] = process.argv.slice(2);
const onEngine = option === '--engine';
const named = onEngine ? further : process.argv.slice(2);
const waiting = named.length > 0 ? named : onEngine ? storeTests() : testFiles();
const totals = { passed: 0, failed: 0 };
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
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const { passed, failed } = await testFile(file, onEngine ? { TEST_STORE_ENGINE: engine } : {});
    totals.passed += passed;
    totals.failed += failed;
  }
}
