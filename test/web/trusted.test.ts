import { once } from 'node:events';
import { get } from 'node:https';
import t from 'tap';
import { Center } from '../peers/center.ts';
import { operatorPair, putPair } from '../peers/operator-pair.ts';
import { TinyConsole } from './tiny-console.ts';

t.setTimeout(120_000);

t.test('only with a certificate of the operator a browser is told to come by TLS alone', async t => {
  const dir = t.testdir({ own: {}, given: {} });
  const { ca: _, ...files } = putPair(dir, await operatorPair(100));
  for (const [name, gateway_tls, expected] of [
    ['own', { enabled: true }, undefined],
    ['given', { enabled: true, ...files }, 'max-age=15768000'],
  ] as const) {
    await using center = await Center.start({
      ...{ dir: `${dir}/${name}`, consoleSource: new TinyConsole(), settings: { gateway_tls } },
    });
    for (const path of ['/', '/stations']) {
      const asked = get(`https://127.0.0.1:${center.ports.gateway}${path}`, { rejectUnauthorized: false });
      const [response] = await once(asked, 'response');
      response.resume();
      t.equal(response.headers['strict-transport-security'], expected, `${name} ${path}`);
    }
  }
});
