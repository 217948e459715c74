import t from 'tap';
import { EventReader } from '../rest/streams/reader.ts';
import { Enterprise, type Headers } from './scene.ts';

// A service center of its own, and hundreds of streams.
t.setTimeout(60_000);

t.test('callers of one organization leave half of all streams to others, over gRPC and as events', async t => {
  await using box = await Enterprise.start(t.testdir());
  const root = await box.signIn('root@example.org');
  /** Keys of services in an organization that is new. */
  const organization = async (name: string, count: number) => {
    const { id } = (await box.call('CreateOrganization', { organization: { name } }, root)) as { id: string };
    const there = { 'x-organization-id': id };
    const keys: Headers[] = [];
    for (let n = 0; n < count; n++) {
      const api_key = { name: `${name} ${n}`, scopes: ['*'] };
      const { raw_key } = await box.call('CreateApiKey', { api_key }, { ...root, ...there });
      keys.push({ ...there, authorization: `Bearer ${raw_key}` });
    }
    return { id, keys };
  };
  const cancel: (() => void)[] = [];
  const byGrpc = async (headers: Headers): Promise<string> => {
    const stream = box.open('StreamEvents', {}, headers);
    cancel.push(stream.cancel);
    return stream.opened;
  };
  const asEvents = async (headers: Headers): Promise<string> => {
    const path = `/api/v2/streams/messages?organizationId=${headers['x-organization-id']}`;
    const reader = await EventReader.open(t, box.center.ports.gateway, path, { headers });
    cancel.push(() => reader.close());
    return reader.response.statusCode === 200 ? 'OK' : String(reader.response.statusCode);
  };
  const opened = async (headers: Headers, count: number, open = byGrpc) => {
    const tokens: string[] = [];
    for (let n = 0; n < count; n++) tokens.push(await open(headers));
    return tokens.filter(token => token === 'OK').length;
  };

  const [greedy, other, third] = [
    await organization('Greedy', 9),
    await organization('Other', 3),
    await organization('Third', 1),
  ];
  let taken = 0;
  for (const [n, key] of greedy.keys.slice(0, 8).entries()) taken += await opened(key, 33, n % 2 ? asEvents : byGrpc);
  t.ok(taken > 96 && taken < 128, `${taken} streams of eight callers of one organization`);
  t.equal(await byGrpc(greedy.keys[8] as Headers), 'OK', 'a ninth caller of theirs comes in as well');

  const [ann, ben, cid] = other.keys as [Headers, Headers, Headers];
  t.equal(await opened(ann, 33, asEvents), 32, 'a caller of another organization has all that one may have');
  t.equal(await byGrpc(ben), 'OK');
  t.ok((await opened(ben, 33)) > 12);
  t.ok((await opened(cid, 33)) > 4, 'a caller who comes later has some, too');
  t.ok((await opened(third.keys[0] as Headers, 8)) === 8, 'and so has a third organization');
  t.equal(await byGrpc(ann), 'TooManyStreams');
  t.equal(await asEvents(ann), '429');
  for (const end of cancel) end();
});
