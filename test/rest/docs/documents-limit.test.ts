import t from 'tap';
import { RestBox } from '../box.ts';

t.test('the document counts as what an address asks without a key, also when the client has it', async t => {
  await using box = await RestBox.start(t.testdir(), { settings: { limits: { rest_requests_per_s: 1 } } });
  const stranger = box.as({});
  const asked = { query: { organizationId: undefined } };
  const { status, headers } = await stranger.get('/api/openapi.json', asked);
  t.equal(status, 200);
  const known = { ...asked, headers: { 'if-none-match': headers.etag ?? '' } };
  const statuses: number[] = [];
  let last: Awaited<ReturnType<typeof stranger.get>> | undefined;
  for (let n = 0; n < 20 && last?.status !== 429; n++) {
    last = await stranger.get('/api/openapi.json', known);
    statuses.push(last.status);
  }
  t.match(last, { status: 429, token: 'RateLimited' }, `${statuses}`);
  t.ok(Number(last?.headers['retry-after']) > 0);
  t.ok(statuses.includes(304));
});
