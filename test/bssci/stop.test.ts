import { connect as connectTcp } from 'node:net';
import { connect } from 'node:tls';
import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { RawStation } from '../peers/raw-station.ts';
import { BS, BS2, Center, conOf } from './center.ts';

const eui = (number: number) => (0xfe00000000001000n + BigInt(number)).toString(16) as Eui;
const MANY = 40;

t.test('a stop ends every station at whatever it is, begins no session any more, and stores all of it', async t => {
  await using center = await Center.start(t.testdir());
  const id = center.station(BS);
  center.station(BS2);
  const many = Array.from({ length: MANY }, (_, number) => eui(number));
  for (const each of many) center.station(each);
  const sessions = await Promise.all(many.map(each => center.connect(each)));
  const { ca } = center.authority;
  const options = { host: '127.0.0.1', port: center.bssci.port, ca, allowHalfOpen: true };
  const deaf = new RawStation(connect({ ...options, ...(await center.certificate(BS)) }), 'MIOTYB01');
  deaf.send(conOf(BS));
  await deaf.until('conRsp');
  deaf.send({ command: 'conCmp', opId: 0 });
  await center.online(id);
  const silent = await center.dial(BS2);
  const answering = await center.dial(BS2);
  answering.send(conOf(BS2));
  await answering.until('conRsp');
  const half = connectTcp(center.bssci.port, '127.0.0.1');
  const cut = new Promise(resolve => half.once('close', resolve));
  half.on('error', () => {});
  await new Promise(resolve => half.once('connect', resolve));

  let over = false;
  const stopped = center.bssci.stop().then(() => {
    over = true;
  });
  // It is too late to begin a session.
  answering.send({ command: 'conCmp', opId: 0 });
  silent.send(conOf(BS2));
  await Promise.all([cut, silent.closed, answering.closed, ...sessions.map(({ closed }) => closed)]);
  t.same(silent.received, []);
  await center.clock.advance(1999);
  t.notOk(over, 'who does not go has its time');
  await center.clock.advance(1);
  await stopped;
  await center.stored();
  t.same(center.rows('SELECT state, count(*) AS count FROM session GROUP BY state'), [
    { state: 'disconnected', count: MANY + 1 },
  ]);
  t.same(center.rows('SELECT count(*) AS open FROM presence WHERE disconnected_at IS NULL'), [{ open: 0 }]);
  t.equal(center.events().filter(type => type === 'basestation.disconnected').length, MANY + 1);
  t.same(center.errors, []);
  await deaf.close();
});
