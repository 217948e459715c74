import t from 'tap';
import { image } from '../../domain/media/images.ts';
import { RestBox } from '../box.ts';

t.setTimeout(60_000);

t.test('an image that is deleted leaves the devices that show it, which have another cover', async t => {
  await using box = await RestBox.start(t.testdir());
  const upload = async () =>
    (await box.send('POST', '/api/v2/media', { raw: image('rgba.png'), headers: { 'content-type': 'image/png' } }))
      .json;
  const [a, b, c] = [await upload(), await upload(), await upload()];
  const images = [{ mediaId: a.id }, { mediaId: b.id, isCover: true }, { mediaId: c.id }];
  const device = (await box.post('/api/v2/devices', { name: 'pump', images })).json;
  const other = (await box.post('/api/v2/devices', { name: 'other', images: [{ mediaId: a.id }] })).json;
  const shown = async (id: string) => {
    const { json, headers } = await box.get(`/api/v2/devices/${id}`);
    const images = json.images as { id: string; isCover: boolean; url: string }[];
    return { images, etag: headers.etag, updatedAt: json.updatedAt };
  };
  const before = await shown(device.id);
  t.match(before.images, [{ isCover: false }, { id: b.id, isCover: true }, {}]);
  const bytes = await box.as({}).get(before.images[2]?.url ?? '', { query: { organizationId: undefined } });
  t.match(bytes, { status: 200, headers: { 'content-type': 'image/png' } });
  const othersBefore = await shown(other.id);
  await box.center.clock.advance(1000);
  t.equal((await box.delete(`/api/v2/media/${b.id}`)).status, 200);
  const after = await shown(device.id);
  t.match(after.images, [
    { id: a.id, isCover: true },
    { id: c.id, isCover: false },
  ]);
  t.equal(after.images.length, 2);
  t.not(after.etag, before.etag);
  t.not(after.updatedAt, before.updatedAt);
  t.same((await shown(other.id)).etag, othersBefore.etag, 'who does not show it is as before');
  t.equal((await box.delete(`/api/v2/media/${c.id}`)).status, 200);
  t.match((await shown(device.id)).images, [{ id: a.id, isCover: true }], 'a cover stays one');
  const gone = await Promise.all([box.delete(`/api/v2/media/${a.id}`), box.delete(`/api/v2/devices/${other.id}`)]);
  t.same(
    gone.map(({ status }) => status),
    [200, 200],
  );
  t.same((await shown(device.id)).images, []);
});

t.test('a sensor template that a device has is not deleted', async t => {
  await using box = await RestBox.start(t.testdir());
  const template = (await box.post('/api/v2/sensor-templates', { name: 'Air' })).json;
  const device = (await box.post('/api/v2/devices', { name: 'pump', sensorTemplateIds: [template.id] })).json;
  const there = `/api/v2/sensor-templates/${template.id}`;
  t.match(await box.delete(there), { status: 400, token: 'SensorTemplateInUse' });
  const [removed, attached] = await Promise.all([
    box.delete(`/api/v2/devices/${device.id}`),
    box.post('/api/v2/devices', { name: 'next', sensorTemplateIds: [template.id] }),
  ]);
  t.same([removed.status, attached.status], [200, 200]);
  t.match(await box.delete(there), { token: 'SensorTemplateInUse' });
  const ends = await Promise.all([box.delete(`/api/v2/devices/${attached.json.id}`), box.delete(there)]);
  t.equal(ends[0].status, 200);
  t.ok([200, 400].includes(ends[1].status));
});
