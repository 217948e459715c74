import t from 'tap';
import { uuid7 } from '../../../src/kit/uuid.ts';
import type { Figures } from '../../../src/rpc/integrations/integration-wire.ts';
import { START } from '../caller.ts';
import { openIntegrations, targets } from './scene.ts';

const OTHER = '0192f000-0000-7000-8000-0000000000ee';
/** One of another organization. */
const FOREIGN = `
  INSERT INTO integration (id, uuid, org, name, kind, enabled, settings, revision, created_at, updated_at)
    VALUES (99, '${OTHER}', 2, 'Foreign', 'http', 1, '{"url":"https://x.example"}', 1, 0, 0);
  INSERT INTO integration_progress (integration, log_cursor, event_cursor) VALUES (99, 0, 0);`;

const failing: Figures = {
  ...{ state: 'failing', queued: 100_000, behindSeconds: 4711, nextAttemptAt: START + 5000, delivered: 12 },
  ...{ lastError: 'no route', lastErrorAt: START },
};

async function scene(t: import('tap').Test) {
  const opened = await openIntegrations(t, FOREIGN);
  const { create, advance, row, figures, call } = opened;
  const ids: string[] = [];
  for (const integration of [
    { ...targets.mqtt, name: 'beta', description: 'to the PLANT' },
    { ...targets.http, name: 'Alpha' },
    { ...targets.nats, name: 'gamma', enabled: false },
    { ...targets.http, name: 'delta' },
  ]) {
    ids.push((await create(integration)).id);
    advance(1000);
  }
  figures.set(row(ids[0] ?? '').id, failing);
  figures.set(row(ids[2] ?? '').id, { ...failing, state: 'connected' });
  const names = async (more: Parameters<typeof call<'ListIntegrations'>>[1] = {}) =>
    (await call('ListIntegrations', more)).integrations.map(({ name }) => name);
  return { ...opened, ids, names };
}

t.test('integrations are listed in order, page by page', async t => {
  const { names, call } = await scene(t);
  const orders = {
    '': ['Alpha', 'beta', 'delta', 'gamma'],
    'name desc': ['gamma', 'delta', 'beta', 'Alpha'],
    'kind asc': ['Alpha', 'delta', 'beta', 'gamma'],
    'created_at asc': ['beta', 'Alpha', 'gamma', 'delta'],
    'created_at desc': ['delta', 'gamma', 'Alpha', 'beta'],
  };
  for (const [order_by, expected] of Object.entries(orders)) {
    t.same(await names({ order_by }), expected, order_by);
    const paged: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListIntegrations', { order_by, page_size: 1, page_token });
      t.equal(page.total_count, 4);
      paged.push(...page.integrations.map(({ name }) => name));
      page_token = page.next_page_token;
    } while (page_token !== '');
    t.same(paged, expected, `${order_by}, one at a time`);
  }
  t.equal((await call('ListIntegrations', { page_size: 4 })).next_page_token, '', 'the last page is exactly full');
});

t.test('a list is filtered by kind, state and words', async t => {
  const { names, refusal, call } = await scene(t);
  t.same(await names({ kind: 'http' }), ['Alpha', 'delta']);
  t.same(await names({ state: 'failing' }), ['beta']);
  t.same(await names({ state: 'connecting' }), ['Alpha', 'delta'], 'those of which nothing is known yet');
  t.same(await names({ state: 'disabled' }), ['gamma'], 'whatever was known of it before');
  t.same(await names({ state: 'paused' }), []);
  t.same(await names({ search: 'plant' }), ['beta']);
  t.same(await names({ search: 'ALPHA' }), ['Alpha']);
  t.same(await names({ search: 'ta', kind: 'http' }), ['delta']);
  t.equal((await call('ListIntegrations', { search: 'ta' })).total_count, 2);
  t.equal(await refusal('ListIntegrations', { kind: 'kafka' }), 'InvalidIntegrationKind');
  t.equal(await refusal('ListIntegrations', { state: 'broken' }), 'InvalidEnumValue');
  t.equal(await refusal('ListIntegrations', { order_by: 'state' }), 'InvalidOrderBy');
  t.equal(await refusal('ListIntegrations', { page_size: -1 }), 'InvalidPageSize');
  t.equal(await refusal('ListIntegrations', { page_token: 'x' }), 'InvalidPageToken');
  t.equal(await refusal('ListIntegrations', { search: 'a'.repeat(101) }), 'FieldTooLong');
});

t.test('figures come from who delivers, and from the store', async t => {
  const { ids, call, store, row, figures } = await scene(t);
  const [id = '', , off = ''] = ids;
  const { id: key } = row(id);
  await store.write.integrations.advance({ id: key, stream: 'log', cursor: 0, delivered: 9, at: START });
  await store.write.integrations.failed({ id: key, error: 'refused', at: START + 1 });
  await store.write.integrations.park({
    id: key,
    items: [{ stream: 'log', place: 1, reason: 'too large' }],
    at: START,
  });
  t.match(await call('GetIntegration', { id }), {
    ...{ state: 'failing', queued: '100000', behind_seconds: '4711', delivered: '12', parked: '1', dropped: '0' },
    ...{ next_attempt_at: { seconds: String(START / 1000 + 5) }, last_success_at: { seconds: String(START / 1000) } },
    ...{ last_error: 'no route', last_error_at: { seconds: String(START / 1000), nanos: 0 } },
  });
  figures.delete(key);
  t.match(await call('GetIntegration', { id }), {
    ...{ last_error: 'refused', last_error_at: { seconds: String(START / 1000), nanos: 1_000_000 } },
  });
  await store.write.integrations.advance({ id: key, stream: 'log', cursor: 1, delivered: 1, at: START + 2 });
  t.match(await call('GetIntegration', { id }), { last_error: '', last_error_at: null }, 'it was delivered since');
  t.match(await call('GetIntegration', { id: off }), { state: 'disabled', queued: '0', next_attempt_at: null });
});

t.test('an integration of another organization is not there', async t => {
  const { names, call, refusal, store } = await scene(t);
  t.notOk((await names()).includes('Foreign'));
  t.equal(await refusal('GetIntegration', { id: OTHER }), 'IntegrationNotFound');
  t.equal(await refusal('DeleteIntegration', { id: OTHER }), 'IntegrationNotFound');
  const update = { integration: { id: OTHER, name: 'mine' }, update_mask: { paths: ['name'] } };
  t.equal(await refusal('UpdateIntegration', update), 'IntegrationNotFound');
  t.equal(store.read.integrations.find(2, OTHER)?.name, 'Foreign');
  t.match(await call('CreateIntegration', { integration: { ...targets.http, name: 'Foreign' } }), { name: 'Foreign' });
});

t.test('one that is deleted is gone with its cursors, once', async t => {
  const { ids, call, refusal, events, names } = await scene(t);
  const [id = ''] = ids;
  t.same(await call('DeleteIntegration', { id }), {});
  t.equal(await refusal('DeleteIntegration', { id }), 'IntegrationNotFound');
  t.equal(await refusal('GetIntegration', { id }), 'IntegrationNotFound');
  t.equal(await refusal('GetIntegration', {}), 'IDRequired');
  t.equal(await refusal('DeleteIntegration', { id: 'no' }), 'InvalidIDFormat');
  t.equal(await refusal('DeleteIntegration', { id: uuid7(START) }), 'IntegrationNotFound');
  t.match(events().at(-1), {
    event_type: 'integration.deleted',
    data: { integrationId: id, kind: 'mqtt', name: 'beta' },
  });
  t.same(await names(), ['Alpha', 'delta', 'gamma']);
});

t.test('a change beside its deletion is made, or finds nothing', async t => {
  const { ids, refusal } = await scene(t);
  const [id = ''] = ids;
  const update = { integration: { id, name: 'late' }, update_mask: { paths: ['name'] } };
  const [deleted, changed] = await Promise.all([
    refusal('DeleteIntegration', { id }),
    refusal('UpdateIntegration', update),
  ]);
  t.equal(deleted, 'none');
  t.equal(changed, 'IntegrationNotFound');
});
