import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openStore } from '../../src/compose/store.ts';
import { openDb } from '../../src/database/driver.ts';
import type { Editor } from '../../src/domain/blueprint/catalog.ts';
import { addValue, noDay } from '../../src/domain/value/day.ts';
import { MOST_NAMES, rowOf, valueRows } from '../../src/domain/value/value-rows.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import { engine } from '../database/engine.ts';
import { judgedAt } from '../peers/time.ts';
import { newModel, spec } from './blueprint/log-catalog.ts';
import { openEmpty } from './database.ts';

const NOW = Date.UTC(2026, 5, 1);
const ACTING = { now: NOW, userId: undefined, userEmail: undefined, actor: 'test' };
const EDITOR: Editor = { ...ACTING, org: 1, administrator: true };

const organization = (org: number) =>
  `INSERT INTO organization (id, uuid, name, name_key, created_at, updated_at) VALUES (${org}, 'o${org}', 'o${org}', 'o${org}', 0, 0)`;

async function box(t: Test) {
  const path = join(t.testdir(), 'waystation.db');
  const made = openEmpty(path, engine);
  for (const org of [1, 2]) {
    made.exec(organization(org));
  }
  made.close();
  const store = await openStore({ path, engine, synchronous: 'normal' });
  t.teardown(() => store.close());
  /** More rows like the only one of a table, until there are so many. @param others what differs in each, as SQL of `n` */
  const fillUp = (table: string, count: number, others: Readonly<Record<string, string>> = {}) => {
    const db = openDb(path, { engine, mode: 'writer', synchronous: 'normal' });
    const columns = db.prepare(`SELECT name FROM pragma_table_info('${table}') WHERE name <> 'id'`).all() as {
      name: string;
    }[];
    const names = columns.map(({ name }) => name);
    const values = names.map(name => others[name] ?? (name === 'uuid' ? 'hex(randomblob(16))' : name));
    db.exec(
      `WITH RECURSIVE c (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM c WHERE n < ${count})
       INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM c, (SELECT * FROM ${table} ORDER BY id LIMIT 1)`,
    );
    db.close();
  };
  return { store, fillUp };
}

/** What became of writes that were sent at once. */
async function outcomes(writes: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(writes);
  return settled
    .map(each => {
      if (each.status === 'fulfilled') return 'made';
      if (each.reason instanceof Fault) return `${each.reason.fault} ${each.reason.about.limit}`;
      throw each.reason;
    })
    .sort();
}

t.test(
  'of two at once for the last place of an organization, one is made, and another organization has its own',
  async t => {
    const { store, fillUp } = await box(t);
    const { write } = store;
    const silence = (org: number | null) => write.alerts.silence({ org, until: NOW + 1e9, reason: 'r' }, ACTING);
    const media = (org: number, n: number) => {
      const image = { uuid: `m${org} ${n}`, filename: '', contentType: 'image/png', content: Buffer.of(1) };
      return write.media.create(org, image, ACTING);
    };
    const dashboard = (org: number) =>
      write.dashboards.create(org, { name: 'd', description: '', is_default: 0, columns: 12 }, ACTING);
    let made = 0;
    const manufacturer = (org: number) =>
      write.manufacturers.insert(
        { name: `M ${++made}`, code: undefined, description: '', website: '', contact_email: '', system: false },
        { ...EDITOR, org },
      );

    for (const [table, most, token, add, others] of [
      ['alert_silence', 500, 'TooManyItems', silence, {}],
      ['media', 1000, 'TooManyItems', (org: number) => media(org, ++made), {}],
      ['dashboard', 100, 'TooManyItems', dashboard, { is_default: '0' }],
      [
        ...(['manufacturer', 1000, 'TooManyItems', manufacturer] as const),
        { name: "'N ' || n", name_key: "'n ' || n", code: "'n-' || n" },
      ],
    ] as const) {
      await add(1);
      fillUp(table, most - 1, others);
      t.same(await outcomes([add(1), add(1), add(1)]), [`${token} ${most}`, `${token} ${most}`, 'made'], table);
      t.same(await outcomes([add(2)]), ['made'], `${table} of another organization`);
    }
    t.same(await outcomes([silence(null)]), ['made'], 'the installation has its own silences');
    await write.alerts.tick(...judgedAt(NOW + 1e9));
    t.same(
      await outcomes([write.alerts.silence({ org: 1, until: NOW + 2e9, reason: 'r' }, { ...ACTING, now: NOW + 1e9 })]),
      ['made'],
    );
  },
);

t.test('so are widgets, device models and blueprints', async t => {
  const { store, fillUp } = await box(t);
  const { write } = store;
  const { uuid } = await write.dashboards.create(1, { name: 'd', description: '', is_default: 0, columns: 12 }, ACTING);
  const look = { kind: 'text', title: '', query: '{}', settings: '{}' } as const;
  const widget = () => write.dashboards.addWidget(1, uuid, look as never, ACTING);
  await widget();
  fillUp('widget', 49, { y: 'n * 4' });
  t.same(await outcomes([widget(), widget()]), ['TooManyItems 50', 'made']);

  const first = await write.blueprints.insertWithModel(newModel('Meter', spec()), EDITOR);
  const { manufacturer: _, ...given } = newModel('Other', spec()).model as never as Record<string, never>;
  let made = 0;
  const model = () =>
    write.deviceModels.insert(
      { ...(given as object), name: `Q ${++made}`, manufacturer: first.manufacturer } as never,
      EDITOR,
    );
  const { document } = newModel('Meter', spec()).blueprint;
  const blueprint = () =>
    write.blueprints.insert(
      { model: first.model, name: '', description: '', version: `v${++made}`, isDefault: false, document },
      EDITOR,
    );
  fillUp('blueprint', 4999, { version: "'n' || n", is_default: '0' });
  t.same(await outcomes([blueprint(), blueprint()]), ['TooManyItems 5000', 'made']);
  fillUp('device_model', 4999, { name: "'N ' || n", name_key: "'n ' || n", code: "'n-' || n" });
  t.same(await outcomes([model(), model()]), ['TooManyItems 5000', 'made']);
});

t.test('a user has ten keys in all organizations, and keeps no other from making some', async t => {
  const { store, fillUp } = await box(t);
  let made = 0;
  const key = (org: number, user?: string) =>
    store.write.apiKeys.insert(
      {
        ...{ org, name: `key ${++made}`, user: user === undefined ? undefined : { id: user, email: user } },
        ...{
          scopes: ['*'],
          expiresAt: null,
          prefix: `ws${String(made).padStart(6, '0')}`,
          hash: Buffer.alloc(32, made),
        },
      },
      ACTING,
    );
  for (let n = 0; n < 9; n++) await key(1 + (n % 2), 'ann');
  t.same(await outcomes([key(1, 'ann'), key(2, 'ann')]), ['ApiKeyLimitReached 10', 'made']);
  t.same(await outcomes([key(1, 'ben')]), ['made']);
  for (let n = 0; n < 99; n++) await key(1);
  t.same(await outcomes([key(1), key(1)]), ['ApiKeyLimitReached 100', 'made'], 'services have a hundred beside them');
  t.same(await outcomes([key(1, 'ben'), key(2)]), ['made', 'made']);
  fillUp('api_key', 10_000, {
    ...{
      org: '2',
      user_id: 'NULL',
      key_type: "'service_account'",
      name: "'old ' || n",
      prefix: "'o' || n",
      expires_at: '1',
    },
  });
  t.same(await outcomes([key(2)]), ['ApiKeyLimitReached 10000'], 'expired ones are not without end');
});

t.test('values bring in so many names of an organization, and leave out the others', t => {
  const db = openEmpty(join(t.testdir(), 'waystation.db'), engine);
  t.teardown(() => db.close());
  for (const org of [1, 2]) {
    db.exec(organization(org));
    db.exec(
      `INSERT INTO endpoint (id, org, eui, name, ep_class, created_at, updated_at) VALUES (${org}, ${org}, 'e${org}', '', 'Z', 0, 0)`,
    );
  }
  db.exec(`WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${MOST_NAMES - 2})
    INSERT INTO value_key (name, org) SELECT 'n' || n, 1 FROM c`);
  const rows = valueRows(db);
  const write = (endpoint: number, names: readonly string[]) => {
    const day = noDay();
    for (const name of names) addValue(day, name, 60, 1);
    // As it is done: once for the names, once with their numbers.
    for (let times = 0; times < 3; times++) {
      const packed = rows.packed([{ row: rowOf(20_000, endpoint), day }], true);
      db.atomic(() => rows.write(packed));
      if (packed.names.length === 0)
        return [...(rows.daysOf(endpoint, 20_000, 20_001).get(20_000)?.values.keys() ?? [])];
    }
    throw new Error('names without end');
  };
  t.same(write(1, ['n1', 'a', 'b', 'c', 'd']), ['n1', 'a', 'b']);
  t.same(write(2, ['a', 'c', 'd']), ['a', 'c', 'd'], 'another organization has its own');
  t.same(write(1, ['c', 'e', 'n2']), ['c', 'n2'], 'and what is known serves all');
  t.end();
});
