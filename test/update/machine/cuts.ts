/**
 * Cuts an update at random points, of the one who updates or of all power, several times each, for every kind of release: whatever is cut, the
 * box ends with the old program or with the new one, and serves.
 * Usage: node test/update/machine/cuts.ts [--points 10000] [--seed N]
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { random as sequence } from '../../domain/message/log-store.ts';
import { cutRun, qualities } from './model-box.ts';

const { values: options } = parseArgs({
  options: {
    points: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const MOST_CUTS = 6;
const random = sequence(Number(options.seed));
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const points = new Map<string, number>();
const wrong: string[] = [];
let cuts = 0;
while (cuts < Number(options.points)) {
  const run = { quality: pick(qualities), manager: pick(['unit', 'child'] as const), torn: random() < 0.5 };
  const key = `${run.quality} ${run.manager}`;
  const most = points.get(key) ?? (await cutRun({ ...run, kind: 'kill', at: undefined, again: [] })).points;
  points.set(key, most);
  const again = Array.from({ length: Math.floor(random() * MOST_CUTS) }, () => Math.floor(random() * most));
  const cut = { ...run, kind: pick(['kill', 'power'] as const), at: Math.floor(random() * most), again };
  wrong.push(...(await cutRun(cut)).wrong);
  cuts += 1 + again.length;
}
console.log(`seed ${options.seed}: ${cuts} cuts, ${wrong.length} wrong`);
for (const each of wrong.slice(0, 20)) console.error(each);
process.exitCode = wrong.length === 0 ? 0 : 1;
