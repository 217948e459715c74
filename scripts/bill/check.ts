// `node scripts/bill/check.ts`: compares everything that is installed with the stored list of weaknesses. Exits with 1 where something stands open.
import { fileURLToPath } from 'node:url';
import { installed, knownWeaknesses, openPoints } from './advisories.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const known = knownWeaknesses(root);
const all = installed(root);
const open = openPoints(known, all);
for (const point of open) console.error(point);
const list =
  known.retrieved === null
    ? 'an empty list that was never filled'
    : `${known.advisories.length} advisories of ${known.retrieved}`;
console.log(`${all.length} components compared with ${list}: ${open.length} open`);
process.exitCode = open.length === 0 ? 0 : 1;
