import { dirname } from 'node:path';
import t from 'tap';
import type { Db } from '../../src/database/driver.ts';
import { T0 } from '../domain/message/log-store.ts';
import { type Image, LOSSES } from './disk.ts';
import { Machine } from './machine.ts';
import { DATABASE } from './node-files.ts';
import { Chance } from './random.ts';
import { newSimulator } from './simulator.ts';

const simulator = await newSimulator();
const { examiner } = simulator;
const machine = new Machine(simulator, new Chance(1), T0);
machine.boot(new Map());
process.once('exit', () => machine.cut());

const db = machine.engine.open(DATABASE, 'writer');
db.exec(`PRAGMA journal_mode = WAL; CREATE TABLE line (n INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON line (text);
  INSERT INTO line VALUES (1, 'first');
  CREATE TABLE untouched (n INTEGER PRIMARY KEY); INSERT INTO untouched VALUES (1); PRAGMA wal_checkpoint(TRUNCATE)`);
machine.disk.syncFolder(dirname(DATABASE));

const image = (loss: (typeof LOSSES)[number] = 'nothing dropped'): Image =>
  machine.disk.after(loss, new Chance(2)).image;
const lines = (seen: Db) => (seen.prepare('SELECT count(*) AS n FROM line').get() as { n: number }).n;
/** What the one that looks sees, and whether it was sound before. */
function look(of: Image, anew = false): { n: number; isKnown: boolean; wrong: readonly string[] } {
  let [n, known] = [0, false];
  const wrong = examiner[anew ? 'anew' : 'look'](of, (seen, isKnown) => {
    [n, known] = [lines(seen), isKnown];
    const [row] = seen.prepare('PRAGMA integrity_check(1)').all() as { integrity_check: string }[];
    return row?.integrity_check === 'ok' ? [] : [String(row?.integrity_check)];
  });
  return { n, isKnown: known, wrong };
}

t.test('a connection that stays open sees of each image what a new one does', async t => {
  const images: Image[] = [];
  for (let n = 2; n < 12; n++) {
    machine.disk.before = act => {
      if (act === 'write' || act === 'sync') images.push(...LOSSES.map(image));
    };
    db.exec(`INSERT INTO line VALUES (${n}, 'line ${n}')`);
    if (n % 4 === 0) db.exec('PRAGMA wal_checkpoint(RESTART)');
  }
  machine.disk.before = undefined;
  const chance = new Chance(3);
  const mixed = Array.from({ length: 60 }, () => chance.of(images));
  const kept = mixed.map(one => look(one).n);
  t.same(
    kept,
    mixed.map(one => look(one, true).n),
  );
  t.ok(new Set(kept).size > 5, 'they hold different things');
});

t.test('what is known to be sound is the same file with the same log, and nothing else', async t => {
  const whole = image();
  t.match(look(whole, true), { isKnown: false, wrong: [] });
  t.match(look(whole), { isKnown: true });
  const file = whole.get(DATABASE)?.copy();
  const log = whole.get(`${DATABASE}-wal`)?.copy();
  if (!file || !log) throw new Error('there is no log');
  log.write(Buffer.from('torn'), log.size);
  t.match(look(new Map([...whole, [`${DATABASE}-wal`, log]])), { isKnown: true }, 'behind its end it may be torn');
  const other = log.copy();
  other.write(Buffer.from('torn'), 100);
  t.match(look(new Map([...whole, [`${DATABASE}-wal`, other]])), { isKnown: false });
  file.write(Buffer.alloc(100, 0xa5), file.size - 4096);
  const damaged = look(new Map([...whole, [DATABASE, file]]));
  t.equal(damaged.isKnown, false);
  t.not(damaged.wrong.length, 0, 'and what is damaged is found');
});
