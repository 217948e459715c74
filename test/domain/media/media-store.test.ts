import t, { type Test } from 'tap';
import { MAX_IMAGE_BYTES, MAX_IMAGES, mediaReader, mediaStore } from '../../../src/domain/media/media-store.ts';
import { onceStore } from '../../../src/domain/once/once-store.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { credibleMs } from '../../../src/kit/time/clock.ts';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import { uuid7 } from '../../../src/kit/uuid.ts';
import { openEmpty } from '../database.ts';

const NOW = Date.UTC(2026, 10, 23);
const at = (now: number) => ({ now, userId: 'u', userEmail: 'u', actor: 'u' });

function opened(t: Test) {
  const db = openEmpty(':memory:');
  t.teardown(() => db.close());
  db.exec(
    "INSERT INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'a', 'a', 0, 0), (2, 'b', 'b', 0, 0)",
  );
  const shown = new Set<number>();
  const taken: number[] = [];
  const media = {
    ...mediaReader(db),
    ...mediaStore(db, { ...onceStore(db), refersTo: id => shown.has(id), removed: id => taken.push(id) }),
  };
  const make = (content: Uint8Array = Buffer.of(1, 2, 3), org = 1, now = NOW) =>
    media.create(org, { uuid: uuid7(now), filename: 'a.png', contentType: 'image/png', content }, at(now));
  const sweep = (now: number) => {
    for (let after: number | undefined = 0; after !== undefined; ) after = media.sweep(after, credibleMs(now));
  };
  const contents = () => (db.prepare('SELECT count(*) AS count FROM media_content').get() as { count: number }).count;
  return { db, shown, taken, ...media, make, sweep, contents };
}

t.test('an image is what was given, and of its organization', t => {
  const { make, find, findAnywhere, content, remove, contents, taken } = opened(t);
  const row = make(Buffer.of(0, 255, 7));
  t.match(row, { filename: 'a.png', content_type: 'image/png', size: 3, created_at: NOW });
  t.same(find(1, row.uuid), row);
  t.equal(find(2, row.uuid), undefined);
  t.same(findAnywhere(row.uuid), row);
  t.same([...(content(row.id) ?? [])], [0, 255, 7]);
  t.throws(() => remove(2, row.uuid, undefined, at(NOW)), fault('MediaNotFound'));
  t.throws(() => remove(1, row.uuid, ['2'], at(NOW)), fault('ConcurrentModification'));
  t.same(taken, []);
  remove(1, row.uuid, ['1'], at(NOW));
  t.same(taken, [row.id], 'what shows it is told');
  t.throws(() => remove(1, row.uuid, undefined, at(NOW)), fault('MediaNotFound'));
  t.equal(contents(), 0);
  t.equal(content(row.id), undefined);
  t.end();
});

t.test('what nothing shows for a day goes', t => {
  const { make, find, sweep, shown, contents } = opened(t);
  const [never, always, late] = [make(), make(), make()];
  shown.add(always.id);
  for (let now = NOW; now < NOW + DAY_MS; now += HOUR_MS) sweep(now);
  t.ok(find(1, never.uuid));
  shown.add(late.id);
  sweep(NOW + DAY_MS);
  t.equal(find(1, never.uuid), undefined);
  t.ok(find(1, always.uuid));
  t.ok(find(1, late.uuid), 'one that is shown by then stays');
  shown.clear();
  sweep(NOW + 9 * DAY_MS);
  sweep(NOW + 10 * DAY_MS - 1);
  t.equal(contents(), 2, 'the day begins when nothing shows it any more');
  sweep(NOW + 10 * DAY_MS);
  t.equal(contents(), 0);
  t.end();
});

t.test('a clock that was set back keeps an image longer, not for ever', t => {
  const { make, sweep, contents } = opened(t);
  make(undefined, 1, NOW + 900 * DAY_MS);
  sweep(NOW);
  sweep(NOW + DAY_MS - 1);
  t.equal(contents(), 1);
  sweep(NOW + DAY_MS);
  t.equal(contents(), 0);
  t.end();
});

t.test('an organization has room for so many images', t => {
  const { db, make, contents } = opened(t);
  const large = Buffer.alloc(MAX_IMAGE_BYTES);
  db.atomic(() => {
    for (let n = 0; n < 25; n++) make(large);
    make(large.subarray(0, 3 * 1024 * 1024));
  });
  t.throws(() => make(), fault('StorageFull'));
  make(Buffer.of(1), 2);
  db.exec('DELETE FROM media');
  t.equal(contents(), 0);
  db.atomic(() => {
    for (let n = 0; n < MAX_IMAGES; n++) make();
  });
  t.throws(() => make(), fault('TooManyItems'));
  t.end();
});

t.test('images of a deleted organization go some at a time', t => {
  const { make, removeSome, contents } = opened(t);
  for (let n = 0; n < 40; n++) make();
  make(undefined, 2);
  let steps = 1;
  while (removeSome(1)) steps++;
  t.equal(steps, 3);
  t.equal(contents(), 1);
  t.end();
});
