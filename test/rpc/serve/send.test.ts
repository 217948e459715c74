import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import t from 'tap';
import type { WebResponse } from '../../../src/rpc/serve/http.ts';
import { Unsent } from '../../../src/rpc/serve/send.ts';
import { thrown } from '../../peers/thrown.ts';
import { windClock } from '../wind-clock.ts';

const MB = 1 << 20;
const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as WebResponse;

t.test('a connection is owed two of the largest answers, and no other is made beside one', t => {
  const unsent = new Unsent(windClock());
  const connection = new Socket();
  const [first, second] = [response(), response()];
  unsent.hold(connection, first, 4 * MB);
  unsent.mustHaveRoom(connection);
  unsent.hold(connection, second, 4 * MB);
  t.match(
    thrown(() => unsent.hold(connection, response(), 1)),
    { fault: 'RateLimited' },
  );
  t.match(
    thrown(() => unsent.mustHaveRoom(connection)),
    { fault: 'RateLimited' },
  );
  unsent.mustHaveRoom(new Socket());
  first.emit('close');
  unsent.mustHaveRoom(connection);
  const release = unsent.hold(connection, response(), 2 * MB);
  t.equal(unsent.bytes, 6 * MB);
  release();
  second.emit('close');
  t.equal(unsent.bytes, 0);
  t.end();
});

t.test('when all connections are owed too much, the one that has taken nothing for longest makes room', t => {
  const clock = windClock();
  const unsent = new Unsent(clock);
  const connections = Array.from({ length: 4 }, () => new Socket());
  const answers = connections.map(connection => {
    const answer = response();
    connection.once('close', () => answer.emit('close'));
    unsent.hold(connection, answer, 4 * MB);
    return answer;
  });
  const other = new Socket();
  t.match(
    thrown(() => unsent.hold(other, response(), MB)),
    { fault: 'RateLimited' },
    'none is stuck yet',
  );
  clock.advance(1999);
  answers[0]?.emit('drain');
  clock.advance(1);
  unsent.hold(other, response(), MB);
  t.same(
    connections.map(({ destroyed }) => destroyed),
    [false, true, false, false],
    'the first takes what it is sent',
  );
  t.end();
});

t.test('one that is owed little is not what makes room', t => {
  const clock = windClock();
  const unsent = new Unsent(clock);
  const [short, ...large] = Array.from({ length: 5 }, () => new Socket());
  if (short) unsent.hold(short, response(), 100);
  for (const [n, connection] of large.entries()) unsent.hold(connection, response(), n === 3 ? 4 * MB - 100 : 4 * MB);
  clock.advance(2000);
  unsent.hold(new Socket(), response(), MB);
  t.equal(short?.destroyed, false);
  t.same(
    large.map(({ destroyed }) => destroyed),
    [true, false, false, false],
  );
  t.end();
});
