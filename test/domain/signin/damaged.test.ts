import t from 'tap';
import { contents } from '../../../src/domain/contents.ts';
import { startOver } from '../../../src/domain/start-over.ts';
import { openLog, populate, T0 } from '../message/log-store.ts';

const ALL = ['organization', 'event', 'user', 'sign_in', 'refresh_token', 'token_secret', 'known_network'];

function scene(t: Parameters<typeof openLog>[0]) {
  const log = openLog(t);
  populate(log, 1, 1);
  const { db } = log;
  db.exec(`INSERT INTO sign_in (uuid, user, user_id, began_at, ends_at, expires_at) VALUES ('s', 1, 'u', 0, 9, 9);
    INSERT INTO refresh_token (hash, sign_in, expires_at) SELECT zeroblob(32), id, 9 FROM sign_in`);
  const rows = () => db.prepare('SELECT count(*) AS n FROM refresh_token JOIN sign_in ON sign_in.id = sign_in').get();
  return { db, rows };
}

t.test('no user is signed in with an older copy of what tells who is', async t => {
  const found = { why: 'x', aside: undefined, snapshot: undefined, rejected: [] };
  for (const lost of ['user', 'sign_in', 'refresh_token']) {
    const { db, rows } = scene(t);
    const whole = ALL.filter(table => table !== lost);
    contents.settle(db, { ...found, salvage: { whole, partial: [], left: [lost] } }, T0);
    t.same(rows(), { n: 0 }, lost);
  }
  const { db, rows } = scene(t);
  contents.settle(db, { ...found, salvage: { whole: ALL, partial: [], left: ['posting'] } }, T0);
  t.same(rows(), { n: 1 }, 'nothing of that was lost');
});

t.test('no user is signed in in a backup that takes the place of what was there', async t => {
  const { db, rows } = scene(t);
  startOver(db, T0);
  t.same(rows(), { n: 0 });
});
