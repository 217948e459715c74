import { execFileSync } from 'node:child_process';
import t from 'tap';
import { curlOfRest, curlOfRpc } from '../../web/model/text/curl.ts';

/** What a shell makes of a line: the words that curl would get. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', `curl() { for word; do printf '%s\\0' "$word"; done; }\n${line}`], {
    env: { TOKEN: 'T', KEY: 'K' },
  })
    .toString()
    .split('\0')
    .slice(0, -1);

t.test('a call is one line for a shell, whatever is in it', async t => {
  const request = `{"search":"o'Neill $(id) \\\\ "x""}`;
  t.same(wordsOf(curlOfRpc('http://box:9090', 'a.v1.Service/ListThings', request, 'none')), [
    ...['http://box:9090/a.v1.Service/ListThings', '-H', 'content-type: application/json', '-d', request],
  ]);
  t.same(wordsOf(curlOfRpc('http://box', 'a.v1.Service/Get', '{}', 'token')).slice(1, 3), [
    '-H',
    'authorization: Bearer T',
  ]);
  const path = "/api/v2/system/health?organizationId=1&q=a'b";
  t.same(wordsOf(curlOfRest('http://box', { method: 'GET', path, body: undefined }, 'none')), [
    ...[`http://box${path}`, '-H', 'x-api-key: K'],
  ]);
  t.same(wordsOf(curlOfRest('http://box', { method: 'POST', path: '/api/v2/x', body: '{"a":1}' }, 'token')), [
    ...['-X', 'POST', 'http://box/api/v2/x', '-H', 'authorization: Bearer T'],
    ...['-H', 'content-type: application/json', '-d', '{"a":1}'],
  ]);
});
