import t, { type Test } from 'tap';
import type { Capability } from '../../../src/domain/account/roles.ts';
import { unsaid } from '../../../src/domain/endpoint/endpoint-columns.ts';
import type { Category, EventType, NewEvent } from '../../../src/domain/event/catalog.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/kit/units.ts';
import { EventFeed } from '../../../src/rpc/event-feed.ts';
import { events } from '../../../src/rpc/events/events.ts';
import { readable } from '../../../src/rpc/readable.ts';
import { START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { at, BS, EP, openTraffic } from '../traffic.ts';

const bs_eui = BS[1];
const NEW_EP = 'fe0000000000e1aa' as Eui;
const UNKNOWN = 'fe0000000000e1bb';

/** The RPCs over a store in which a test raises events, each a minute after the one before. */
async function opened(t: Test) {
  const traffic = await openTraffic(t, '', ({ store, clock }) => events({ store, clock, feed: new EventFeed() }));
  let raised = 0;
  return {
    ...traffic,
    async raise(type: EventType, more: Partial<NewEvent> = {}): Promise<void> {
      const now = START + raised++ * MINUTE_MS;
      await traffic.store.write.events.raise({ type, org: 1, at: now, storedAt: now, ...more });
    },
  };
}

t.test('events of a base station are listed newest first, with everything that is known of them', async t => {
  const { raise, call } = await opened(t);
  const here = { station: 1, bsEui: bs_eui, sourceName: 'Roof 1' };
  await raise('basestation.connected', { ...here, data: { resumed: false, version: '1.0.0' } });
  await raise('basestation.disconnected', {
    ...here,
    at: START - MINUTE_MS,
    userId: ORGANIZATION,
    userEmail: 'a@b.example',
  });
  await raise('basestation.connected', { station: 2, bsEui: BS[2] });
  await raise('basestation.connected', { station: 1, bsEui: bs_eui, org: 2 });
  const listed = await call('ListBaseStationEvents', { bs_eui: bs_eui.toUpperCase() });
  t.match(listed, { total_count: 2, total_is_minimum: false, next_page_token: '' });
  t.same(
    listed.events.map(({ seq }) => seq),
    ['1', '2'],
    'by the time when they happened',
  );
  t.match(listed.events[1], {
    ...{ seq: '2', event_type: 'basestation.disconnected', category: 'basestation', severity: 'warning', count: 1 },
    ...{ title: 'Base station disconnected', description: '', source_type: 'base_station', source_id: bs_eui },
    ...{ source_name: 'Roof 1', ep_eui: '', bs_eui, ac_eui: '', organization_id: ORGANIZATION },
    ...{ user_id: ORGANIZATION, user_email: 'a@b.example' },
    timestamp: { seconds: String((START - MINUTE_MS) / 1000) },
    stored_at: { seconds: String((START + MINUTE_MS) / 1000) },
  });
  t.match(listed.events[0]?.data, {
    fields: { resumed: { boolValue: false }, version: { stringValue: '1.0.0' } },
  });
  t.same((await call('ListBaseStationEvents', { bs_eui: BS[2] })).total_count, 1);
});

t.test('events of an endpoint are those of its registration, whatever EUI it had', async t => {
  const { raise, call, refusal, store, advance } = await opened(t);
  const ep_eui = EP[1];
  await raise('endpoint.attached', { endpoint: 1, epEui: ep_eui, station: 1, bsEui: bs_eui });
  await raise('message.rejected', { epEui: ep_eui, station: 1, bsEui: bs_eui });
  await raise('endpoint.attached', { endpoint: 2, epEui: EP[2] });
  const types = async (eui: string, more: Partial<Parameters<typeof call<'ListEndPointEvents'>>[1]> = {}) => {
    advance(11_000);
    const { events: listed, total_count } = await call('ListEndPointEvents', { ep_eui: eui, ...more });
    t.equal(total_count, listed.length);
    return listed.map(({ event_type }) => event_type);
  };
  t.same(await types(ep_eui), ['message.rejected', 'endpoint.attached']);
  t.same(await types(ep_eui, { order_by: 'seq' }), ['endpoint.attached', 'message.rejected']);
  t.same(await types(ep_eui, { severities: ['warning'], event_types: ['message.*'] }), ['message.rejected']);
  t.same(await types(ep_eui, { start_time: at(START + MINUTE_MS) }), ['message.rejected']);
  const acting = { now: START + HOUR_MS, userId: undefined, userEmail: undefined, actor: 'operator' };
  await store.write.endpoints.update({ id: 1, changes: {}, newEui: NEW_EP }, acting);
  t.equal(await refusal('ListEndPointEvents', { ep_eui }), 'EndPointNotFound');
  t.same(await types(NEW_EP), ['endpoint.eui_changed', 'endpoint.detached', 'message.rejected', 'endpoint.attached']);
  await store.write.endpoints.remove(1, acting);
  t.equal(await refusal('ListEndPointEvents', { ep_eui: NEW_EP }), 'EndPointNotFound');
  const columns = { ...unsaid, name: 'Meter 1', ep_class: 'Z' };
  await store.write.endpoints.insert({ org: 1, eui: NEW_EP, columns, limit: undefined }, acting);
  t.same(await types(NEW_EP), ['endpoint.created'], 'nothing of the registration before');
  t.equal(await refusal('ListEndPointEvents', { ep_eui: EP[3] }), 'EndPointNotFound', "another organization's");
  t.equal(await refusal('ListEndPointEvents', { ep_eui: '' }), 'EUIRequired');
});

t.test('filters, times and order are combined, and pages hold every event once', async t => {
  const { raise, call, advance } = await opened(t);
  const here = { station: 1, bsEui: bs_eui };
  for (let n = 0; n < 3; n++) {
    await raise('basestation.connected', here);
    await raise('basestation.disconnected', here);
    await raise('endpoint.attached', { ...here, epEui: EP[1], endpoint: 1 });
  }
  const list = async (more: Partial<Parameters<typeof call<'ListBaseStationEvents'>>[1]>) => {
    advance(11_000);
    const seqs: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListBaseStationEvents', { bs_eui, page_size: 2, ...more, page_token });
      seqs.push(...page.events.map(({ seq }) => seq));
      page_token = page.next_page_token;
      advance(11_000);
      const { total_count } = await call('ListBaseStationEvents', { bs_eui, ...more });
      t.equal(page.total_count, total_count, JSON.stringify(more));
    } while (page_token);
    return seqs;
  };
  t.same(await list({}), ['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  t.same(await list({ order_by: 'timestamp asc' }), ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  t.same(await list({ order_by: 'seq' }), ['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  t.same(await list({ order_by: 'seq desc', page_size: 100 }), ['9', '8', '7', '6', '5', '4', '3', '2', '1']);
  t.same(await list({ severities: ['warning'] }), ['8', '5', '2']);
  t.same(await list({ event_types: ['basestation.*'] }), ['8', '7', '5', '4', '2', '1']);
  t.same(await list({ event_types: ['endpoint.attached', 'basestation.con*'] }), ['9', '7', '6', '4', '3', '1']);
  t.same(await list({ event_types: ['basestation'] }), [], 'an unknown kind');
  t.same(await list({ severities: ['info'], event_types: ['basestation.*'] }), ['7', '4', '1']);
  t.same(await list({ start_time: at(START + 6 * MINUTE_MS) }), ['9', '8', '7']);
  t.same(await list({ end_time: at(START + 2 * MINUTE_MS) }), ['2', '1']);
  t.same(await list({ order_by: 'seq', start_time: at(START + 4 * MINUTE_MS), end_time: at(START + 6 * MINUTE_MS) }), [
    '5',
    '6',
  ]);
});

t.test('what a list of events does not take is refused', async t => {
  const { raise, call, refusal } = await opened(t);
  const here = { station: 1, bsEui: bs_eui };
  for (let n = 0; n < 3; n++) await raise('basestation.connected', here);
  const { next_page_token: page_token } = await call('ListBaseStationEvents', { bs_eui, page_size: 1 });
  const refused = (more: Partial<Parameters<typeof call<'ListBaseStationEvents'>>[1]>) =>
    refusal('ListBaseStationEvents', { bs_eui, ...more });
  t.equal(await refused({ bs_eui: '' }), 'EUIRequired');
  t.equal(await refused({ bs_eui: '12' }), 'InvalidEUIFormat');
  t.equal(await refused({ bs_eui: BS[3] }), 'BaseStationNotFound', "another organization's");
  t.equal(await refused({ page_size: -1 }), 'InvalidPageSize');
  t.equal(await refused({ page_token: 'x' }), 'InvalidPageToken');
  t.equal(await refused({ page_token, severities: ['info'] }), 'InvalidPageToken');
  t.equal(await refused({ order_by: 'severity' }), 'InvalidOrderBy');
  t.equal(await refused({ severities: ['info', 'grave'] }), 'InvalidSeverity');
  t.equal(await refused({ event_types: ['*.connected'] }), 'InvalidArgument');
  t.equal(await refused({ event_types: Array.from({ length: 101 }, () => 'a') }), 'TooManyItems');
  t.equal(await refused({ start_time: at(START), end_time: at(START) }), 'InvalidTimeRange');
});

t.test('all events are listed, by whatever is known of them', async t => {
  const { raise, call, refusal, advance } = await opened(t);
  const here = { station: 1, bsEui: bs_eui, sourceName: 'Dach Süd' };
  const who = { userId: ORGANIZATION, userEmail: 'a@b.example' };
  await raise('basestation.ping_timeout', { ...here, data: { opId: '-7' } });
  await raise('endpoint.attached', { endpoint: 1, epEui: EP[1], bsEui: bs_eui, station: 1, sourceName: 'Meter 1' });
  await raise('endpoint.unknown_heard', { epEui: UNKNOWN, station: 2, bsEui: BS[2] });
  await raise('endpoint.keys_revealed', { endpoint: 1, epEui: EP[1], ...who });
  await raise('system.started', { org: null });
  await raise('endpoint.attached', { org: 2, endpoint: 3, epEui: EP[3] });
  const list = async (more: Partial<Parameters<typeof call<'ListEvents'>>[1]>) => {
    advance(11_000);
    const seqs: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListEvents', { page_size: 2, ...more, page_token });
      seqs.push(...page.events.map(({ seq }) => seq));
      page_token = page.next_page_token;
    } while (page_token);
    t.equal((await call('ListEvents', more)).total_count, seqs.length, JSON.stringify(more));
    return seqs.join();
  };
  t.equal(await list({}), '5,4,3,2,1');
  t.equal(await list({ order_by: 'seq' }), '1,2,3,4,5');
  t.equal(await list({ categories: ['basestation', 'system'] }), '5,1');
  t.equal(await list({ categories: ['audit'], severities: ['info'] }), '');
  t.equal(await list({ severities: ['warning'] }), '4,3,1');
  t.equal(await list({ event_types: ['endpoint.*'] }), '4,3,2');
  t.equal(await list({ ep_eui: EP[1] }), '4,2');
  t.equal(await list({ ep_eui: UNKNOWN }), '3', 'an endpoint that is not registered');
  t.equal(await list({ ep_eui: EP[3] }), '', "another organization's");
  t.equal(await list({ ep_eui: EP[1], bs_eui }), '2');
  t.equal(await list({ bs_eui }), '2,1');
  t.equal(await list({ user_id: ORGANIZATION }), '4');
  t.equal(await list({ op_id: '-7' }), '1');
  t.equal(await list({ op_id: '7' }), '');
  t.equal(await list({ search: 'SÜD' }), '1', 'name of the source');
  t.equal(await list({ search: EP[1].slice(4, -2).toUpperCase() }), '4,3,2', 'id of the source');
  t.equal(await list({ search: 'not registered' }), '3', 'title');
  t.equal(await list({ search: 'meter', categories: ['audit', 'endpoint'] }), '2');
  t.equal(await list({ start_time: at(START + MINUTE_MS), end_time: at(START + 3 * MINUTE_MS) }), '3,2');
  t.equal(await refusal('ListEvents', { categories: ['endpoint', 'weather'] }), 'InvalidEventCategory');
  t.equal(await refusal('ListEvents', { search: 'x'.repeat(101) }), 'FieldTooLong');
  t.equal(await refusal('ListEvents', { ep_eui: '1' }), 'InvalidEUIFormat');
  t.equal(await refusal('ListEvents', { user_id: '1' }), 'InvalidIDFormat');
});

t.test('events of the whole installation are for its operator', async t => {
  const { raise, call } = await opened(t);
  await raise('system.database_error', { station: 1, bsEui: bs_eui, source: 'base_station', org: null });
  const { events: listed } = await call('ListBaseStationEvents', { bs_eui });
  t.match(listed, [{ event_type: 'system.database_error', organization_id: '' }]);
  const user = able('R');
  const { categories = [], installation } = readable(user);
  t.notOk(installation);
  t.ok(categories.includes('endpoint'));
  const closed = ['integration', 'audit', 'security', 'system'] as const;
  for (const category of closed) t.notOk(categories.includes(category));
  t.match(readable(user, ['audit', 'endpoint']), { categories: ['endpoint'] }, 'closed ones are left out');
  t.throws(() => readable(user, closed), { message: 'EventCategoryForbidden' });

  t.test(
    'each category needs what the contract says, and server administrators see those of the installation',
    async t => {
      const closed = ['integration', 'audit', 'security', 'system'] as const;
      const own = (...capabilities: Capability[]) =>
        readable(able(...capabilities), ['endpoint', ...closed]).categories;
      t.same(own('R', 'I'), ['endpoint', 'integration']);
      t.same(own('R', 'A'), ['endpoint', 'audit', 'security']);
      t.same(own('R', 'E', 'B', 'K'), ['endpoint']);
      const administrator = readable({ ...able('R', 'S'), principal: { ...able('R', 'S').principal, isAdmin: true } }, [
        'endpoint',
        ...closed,
      ]);
      t.same(administrator, {
        ...{ categories: ['endpoint', ...closed], installation: true },
        onlyOfInstallation: ['integration', 'audit', 'security'],
      });

      const { raise, store } = await opened(t);
      await raise('system.started', { org: null });
      for (const org of [1, null]) await raise('security.logout', { org });
      const seen = (filter: ReturnType<typeof readable>) =>
        store.read.eventLog
          .after({ org: 1, ...filter }, 0, 100)
          .rows.map(({ event_type, org }) => `${event_type} ${org}`);
      t.same(seen(administrator), ['system.started null', 'security.logout null']);
      t.same(seen(readable(able('R', 'A'))), ['security.logout 1']);
      t.same(seen(readable(able('R'))), []);
    },
  );

  t.test('a stream depends on what its categories need, and on nothing else', async t => {
    const relied = (wanted: readonly Category[], ...capabilities: Capability[]) => {
      const call = able(...capabilities);
      readable(call, wanted);
      return [...call.reliesOn].sort();
    };
    t.same(relied([], 'R', 'I', 'A'), ['A', 'I', 'R']);
    t.same(relied(['audit'], 'R', 'I', 'A'), ['A']);
    t.same(relied(['endpoint'], 'R', 'I', 'A', 'E'), ['R']);
  });

  function able(...capabilities: Capability[]) {
    const principal = { kind: 'user', id: ORGANIZATION, email: '', capabilities } as const;
    return { principal, reliesOn: new Set<Capability>() };
  }
});
