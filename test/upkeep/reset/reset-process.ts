// Ends a reset before the step of the given number by SIGKILL: `node reset-process.ts DIR NUMBER`.
import { join } from 'node:path';
import { configFrom } from '../../../src/config/load.ts';
import { RemainsOfBox } from '../../../src/upkeep/reset/remains.ts';
import { reset } from '../../../src/upkeep/reset/reset.ts';

const [dir = '', number] = process.argv.slice(2);
let left = Number(number);
using box = new RemainsOfBox(configFrom({ data_dir: dir, store: { path: join(dir, 'waystation.db') } }));
reset(box, () => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
});
