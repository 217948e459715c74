import t from 'tap';
import { consistentReads } from '../../src/database/consistent.ts';
import { fileTrouble } from '../../src/kit/faults/file-trouble.ts';
import { T0 } from '../domain/message/log-store.ts';
import { IoError } from '../sim/files.ts';
import { Machine } from '../sim/machine.ts';
import { DATABASE } from '../sim/node-files.ts';
import { Chance } from '../sim/random.ts';
import { newSimulator } from '../sim/simulator.ts';

const machine = new Machine(await newSimulator(), new Chance(1), T0);
machine.boot(new Map());
process.once('exit', () => machine.cut());
const { disk, engine } = machine;
const writer = engine.open(DATABASE, 'writer');
writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE line (n INTEGER PRIMARY KEY); INSERT INTO line VALUES (1)');
const reader = engine.open(DATABASE, 'reader');
const count = reader.prepare('SELECT count(*) AS n FROM line');
const lines = () => (count.get() as { n: number }).n;
const consistent = consistentReads(reader);

t.test('several reads see one state, also those within others', async t => {
  const seen = consistent(() => {
    const first = lines();
    writer.exec('INSERT INTO line VALUES (2)');
    return [first, consistent(lines), lines()];
  });
  t.same(seen, [1, 1, 1]);
  t.equal(lines(), 2);
});

t.test('an error of the disk among them is what they end with, and the next ones work', async t => {
  writer.exec('INSERT INTO line VALUES (3)');
  disk.before = act => {
    if (act === 'read') throw new IoError('EIO', DATABASE);
  };
  let cause: unknown;
  try {
    consistent(lines);
  } catch (thrown) {
    cause = thrown;
  }
  disk.before = undefined;
  t.equal(fileTrouble(cause), 'damaged', String(cause));
  t.equal(consistent(lines), 3);
});
