import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import { onceStore } from '../../../src/domain/once/once-store.ts';
import type { SensorTemplateGiven } from '../../../src/domain/sensor-template/sensor-template-columns.ts';
import {
  MAX_TEMPLATES,
  templateReader,
  templateStore,
} from '../../../src/domain/sensor-template/sensor-template-store.ts';
import { systemTemplates } from '../../../src/domain/sensor-template/system.ts';
import { fault } from '../../../src/kit/faults/faults.ts';
import { parseUuid } from '../../../src/kit/uuid.ts';
import { openEmpty } from '../database.ts';

const ACTING = { now: Date.UTC(2026, 10, 23), userId: 'u', userEmail: 'u', actor: 'u' };
const LATER = { ...ACTING, now: ACTING.now + 1 };
const AIR: SensorTemplateGiven = {
  ...{ name: 'Air', description: '', kind: 'temperature', unit: '°C', value_type: 'number', default_key: 'air' },
  ...{ min: -40, max: 85, decimals: 1 },
};
const EVERYTHING = { org: 1, search: undefined, kind: undefined, limit: 1000, offset: 0 };

function opened(t: Test) {
  const db = openEmpty(':memory:');
  t.teardown(() => db.close());
  db.exec(
    "INSERT INTO organization (id, uuid, name, created_at, updated_at) VALUES (1, 'a', 'a', 0, 0), (2, 'b', 'b', 0, 0)",
  );
  const used = new Set<string>();
  const templates = {
    ...templateReader(db),
    ...templateStore(db, { ...onceStore(db), inUse: (_org, uuid) => used.has(uuid) }),
  };
  return { db, used, ...templates, count: (org: number) => templates.list({ ...EVERYTHING, org }).total };
}

t.test('those of the system are the same for every organization, and are never changed', t => {
  const { find, list, change, remove } = opened(t);
  t.ok(systemTemplates.size >= 30);
  for (const [uuid, template] of systemTemplates) {
    t.equal(parseUuid(uuid), uuid);
    t.equal(find(1, uuid), template);
    t.equal(find(2, uuid), template);
    t.throws(() => change(1, uuid, { name: 'mine' }, undefined, ACTING), fault('SystemCatalogProtected'));
    t.throws(() => remove(1, uuid, undefined, ACTING), fault('SystemCatalogProtected'));
  }
  t.equal(new Set([...systemTemplates.values()].map(({ name }) => name)).size, systemTemplates.size);
  const known = [...systemTemplates.keys()].slice(0, 36).join();
  t.equal(createHash('sha256').update(known).digest('hex').slice(0, 8), 'be6e8b7f', 'devices refer to them');
  t.equal(list(EVERYTHING).total, systemTemplates.size);
  t.end();
});

t.test('one of an organization is its own', t => {
  const { create, find, change, remove, count } = opened(t);
  const made = create(1, AIR, ACTING);
  t.match(made, { ...AIR, version: 1, isSystem: false, created_at: ACTING.now, updated_at: ACTING.now });
  t.same(find(1, made.uuid), made);
  t.equal(find(2, made.uuid), undefined);
  t.throws(() => change(2, made.uuid, { unit: 'K' }, undefined, ACTING), fault('SensorTemplateNotFound'));
  t.throws(() => remove(2, made.uuid, undefined, ACTING), fault('SensorTemplateNotFound'));
  t.equal(count(1), systemTemplates.size + 1);
  t.equal(count(2), systemTemplates.size);
  t.end();
});

t.test('only a change that changes something makes another version', t => {
  const { create, find, change } = opened(t);
  const { uuid, ...made } = create(1, AIR, ACTING);
  t.same(change(1, uuid, { unit: '°C' }, ['1'], LATER), { uuid, ...made });
  const changed = change(1, uuid, { name: 'Émile', max: null }, ['0', '1'], LATER);
  t.match(changed, { name: 'Émile', max: null, min: -40, version: 2, created_at: ACTING.now, updated_at: LATER.now });
  t.same(find(1, uuid), changed);
  t.throws(() => change(1, uuid, { unit: 'K' }, ['1'], LATER), fault('ConcurrentModification'));
  t.throws(() => change(1, uuid, { max: -41 }, ['*'], LATER), fault('FieldOutOfRange'));
  t.same(find(1, uuid), changed);
  t.end();
});

t.test('one that sensors were made of stays', t => {
  const { create, remove, find, used } = opened(t);
  const { uuid } = create(1, AIR, ACTING);
  used.add(uuid);
  t.throws(() => remove(1, uuid, undefined, ACTING), fault('SensorTemplateInUse'));
  used.clear();
  t.throws(() => remove(1, uuid, ['7'], ACTING), fault('ConcurrentModification'));
  remove(1, uuid, ['1'], ACTING);
  t.equal(find(1, uuid), undefined);
  t.throws(() => remove(1, uuid, undefined, ACTING), fault('SensorTemplateNotFound'));
  t.end();
});

t.test('a list goes by name without regard to case, and to who made the rows', t => {
  const { create, list } = opened(t);
  create(1, { ...AIR, name: 'zebra' }, ACTING);
  create(1, { ...AIR, name: 'äpfel', kind: 'custom' }, ACTING);
  create(1, { ...AIR, name: 'Aal' }, ACTING);
  create(1, { ...AIR, name: 'co₂ CONCENTRATION' }, ACTING);
  const all = list(EVERYTHING).rows.map(({ name }) => name);
  t.equal(all[0], 'Aal');
  t.same(all.slice(-2), ['zebra', 'äpfel']);
  for (let offset = 0; offset < all.length; offset += 7) {
    const { rows, total } = list({ ...EVERYTHING, limit: 7, offset });
    t.same(
      rows.map(({ name }) => name),
      all.slice(offset, offset + 7),
    );
    t.equal(total, all.length);
  }
  t.same(list({ ...EVERYTHING, offset: 5000 }), { rows: [], total: all.length });
  t.equal(list({ ...EVERYTHING, search: 'ÄPF' }).total, 1);
  t.same(
    list({ ...EVERYTHING, search: 'concentration' })
      .rows.map(({ isSystem }) => isSystem)
      .sort(),
    [false, true],
  );
  const custom = list({ ...EVERYTHING, kind: 'custom' }).rows;
  t.ok(custom.length > 1 && custom.every(({ kind }) => kind === 'custom'));
  t.end();
});

t.test('an organization has a bounded number of them, and none when it is gone', t => {
  const { db, create, removeAll, count } = opened(t);
  create(2, AIR, ACTING);
  db.atomic(() => {
    for (let n = 0; n < MAX_TEMPLATES; n++) create(1, AIR, ACTING);
  });
  t.throws(() => create(1, AIR, ACTING), fault('TooManyItems'));
  removeAll(1);
  t.equal(count(1), systemTemplates.size);
  t.equal(count(2), systemTemplates.size + 1);
  t.end();
});
