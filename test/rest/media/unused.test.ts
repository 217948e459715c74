import { join } from 'node:path';
import t, { type Test } from 'tap';
import { sweepMedia } from '../../../src/compose/sweeps.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { mediaAddresses } from '../../../src/rest/media/addresses.ts';
import { media } from '../../../src/rest/media/media.ts';
import { image } from '../../domain/media/images.ts';
import { ORGANIZATION, openCaller, START } from '../caller.ts';

const organization_id = ORGANIZATION;
const OTHER = '0192f000-0000-7000-8000-0000000000ff';

async function opened(t: Test, path: string) {
  const addresses = mediaAddresses(Buffer.alloc(32, 1));
  const api = await openCaller(t, path, scene => [media({ ...scene, addresses })]);
  await api.store.write.installation.establish({}, ORGANIZATION, START);
  const make = () =>
    api.call('rest.v1.RestService/CreateMedia', {
      ...{ organization_id, content: image('rgba.png'), content_type: 'image/png', content_disposition: '' },
    });
  return { ...api, make };
}

t.test('images that nothing shows go after a day, however many there are', async t => {
  const { store, make, refusal } = await opened(t, join(t.testdir(), 'box.db'));
  const made = await Promise.all(Array.from({ length: 40 }, make));
  const missing = async () => {
    const tokens = made.map(({ id }) => refusal('rest.v1.RestService/GetMedia', { organization_id, id }));
    return (await Promise.all(tokens)).filter(token => token === 'MediaNotFound').length;
  };
  for (let now = START; now < START + DAY_MS; now += HOUR_MS) await sweepMedia(store, credibleMs(now));
  t.equal(await missing(), 0);
  await sweepMedia(store, credibleMs(START + DAY_MS));
  t.equal(await missing(), 40);
});

t.test('an image that a device shows stays as long as the device', async t => {
  const { store, make, refusal } = await opened(t, join(t.testdir(), 'box.db'));
  const { id } = await make();
  const acting = { now: START, userId: undefined, userEmail: undefined, actor: '' };
  const images = [{ media: id, isCover: true, position: 0 }];
  const asked = { org: 1, name: 'pump', interval: undefined, physical: undefined, images, templates: [], keys: [] };
  const { device } = await store.write.devices.create(asked, acting);
  const find = () => refusal('rest.v1.RestService/GetMedia', { organization_id, id });
  for (let day = 0; day < 5; day++) await sweepMedia(store, credibleMs(START + day * DAY_MS));
  t.equal(await find(), 'none');
  await store.write.devices.remove(1, device.uuid, undefined, undefined, acting);
  await sweepMedia(store, credibleMs(START + 5 * DAY_MS));
  t.equal(await find(), 'none');
  await sweepMedia(store, credibleMs(START + 6 * DAY_MS));
  t.equal(await find(), 'MediaNotFound');
});

t.test('another organization sees no image', async t => {
  const { make, as, call } = await opened(t, join(t.testdir(), 'box.db'));
  const { id } = await make();
  const stranger = as({ principal: { kind: 'operator', id: 'o', email: '' }, org: 2, organizationId: OTHER });
  for (const method of ['rest.v1.RestService/GetMedia', 'rest.v1.RestService/DeleteMedia'] as const) {
    t.equal(await stranger.refusal(method, { organization_id: OTHER, id }), 'MediaNotFound');
    t.equal(await stranger.refusal(method, { organization_id, id }), 'OrganizationContextMismatch');
    t.equal(await stranger.refusal(method, { organization_id: '', id }), 'OrganizationIDRequired');
  }
  t.ok((await call('rest.v1.RestService/GetMedia', { organization_id, id })).content.length > 0);
});

t.test('of an image that is read while it is deleted all comes, or nothing', async t => {
  const { make, call, refusal } = await opened(t, join(t.testdir(), 'box.db'));
  const { id, size_bytes } = await make();
  const ask = { organization_id, id };
  const reads = Array.from({ length: 5 }, () =>
    call('rest.v1.RestService/GetMedia', ask).then(
      ({ content }) => content.length,
      error => String(error.status.token),
    ),
  );
  const ends = [call('rest.v1.RestService/DeleteMedia', ask), refusal('rest.v1.RestService/DeleteMedia', ask)];
  t.same(await Promise.all(ends), [{ id, deleted: true }, 'MediaNotFound']);
  for (const read of await Promise.all(reads))
    t.ok(read === size_bytes || read === 'ErrTokenMediaNotFound', String(read));
});
