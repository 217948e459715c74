import { encode } from '@msgpack/msgpack';
import t from 'tap';
import { until } from '../peers/center.ts';
import { BS, connected, hear, scene } from './scene.ts';

const NUMBERS: readonly [name: string, code: Buffer, stored: number][] = [
  ['5 as uint64', Buffer.from('cf0000000000000005', 'hex'), 5],
  ['5 as int64', Buffer.from('d30000000000000005', 'hex'), 5],
  ['5 as float64', Buffer.from('cb4014000000000000', 'hex'), 5],
  ['1.5', Buffer.from('cb3ff8000000000000', 'hex'), -1],
  ['NaN', Buffer.from('cb7ff8000000000000', 'hex'), -1],
  ['a text', Buffer.from('a135', 'hex'), -1],
  ['-5', Buffer.from('fb', 'hex'), -1],
];

t.test(
  'a center declines with a code of any width, and one that is none counts as unknown (SCACI 3.2, 8.1)',
  async t => {
    await using center = await scene(t);
    await using station = await center.baseStation({ bsEui: BS });
    const app = await connected(center);
    let packetCnt = 0;
    for (const [name, code, stored] of NUMBERS) {
      await hear(center, station, ++packetCnt);
      const { opId } = await app.until('ulData');
      const payload = encode({ command: 'error', opId, message: 'no' }, { useBigInt64: true });
      payload[0] = 0x84;
      app.payloads(Buffer.concat([payload, encode('code'), code]));
      t.match(await app.next(), { command: 'errorAck', opId }, name);
      await until(() => center.rows('SELECT 1 FROM center_operation').length === 0);
      await until(() => center.rows(`SELECT 1 FROM center_error WHERE code = ${stored}`).length === 1);
    }
    t.strictSame(
      center.rows('SELECT code, typeof(code) AS type FROM center_error ORDER BY code').map(row => ({ ...row })),
      [
        { code: -1, type: 'integer' },
        { code: 5, type: 'integer' },
      ],
    );
  },
);
