import t, { type Test } from 'tap';
import type { RuleName } from '../../../src/domain/alert/rules.ts';
import type { AlertSource, Observation } from '../../../src/domain/alert/seen.ts';
import { alerts } from '../../../src/rpc/alerts/alerts.ts';
import { judgedAt } from '../../peers/time.ts';
import { START } from '../caller.ts';
import { ORGANIZATION } from '../harness.ts';
import { BS, EP, openTraffic } from '../traffic.ts';

const BOX: AlertSource = { type: 'service_center', id: '', org: null };

async function opened(t: Test) {
  const traffic = await openTraffic(t, '', ({ store }) => alerts({ store }));
  const { store } = traffic;
  const see = (rule: RuleName, source: AlertSource, level: number, at: number, more: Partial<Observation> = {}) =>
    store.write.alerts.observe({ rule, source, level, at: START + at, ...more } as Observation);
  const acting = { userId: undefined, userEmail: 'ada@example.org', actor: 'ada', now: START + 90 };
  const ids = async (more: Parameters<typeof traffic.call<'ListAlerts'>>[1] = {}) =>
    (await traffic.call('ListAlerts', more)).alerts.map(({ rule, source_id }) => `${rule} ${source_id}`);
  return { ...traffic, see, acting, ids };
}

t.test('an alert shows what is wrong, since when, where, and what to do', async t => {
  const { see, call, store, acting } = await opened(t);
  const source = { type: 'endpoint', id: 1, org: 1 } as const;
  await see('endpoint_silent', source, 3, 0, { data: { intervalSeconds: 60 } });
  const [first] = (await call('ListAlerts', {})).alerts;
  t.match(first, {
    ...{
      rule: 'endpoint_silent',
      severity: 'warning',
      category: 'endpoint',
      status: 'new',
      title: 'Endpoint is silent',
    },
    ...{ source_type: 'endpoint', source_id: EP[1], count: 1, resolution: '', organization_id: ORGANIZATION },
    description: /has sent nothing for 3 of its intervals\. Check its battery, and whether it was moved or covered\.$/,
    first_seen_at: { seconds: String(START / 1000) },
    data: { fields: { intervalSeconds: { numberValue: 60 } } },
    ...{ acknowledged_at: null, resolved_at: null, event_id: '' },
  });
  await store.write.alerts.acknowledge(first?.id ?? '', 'on it', { org: 1, installation: true }, acting);
  await store.write.alerts.silence({ org: 1, sourceId: EP[1], until: START + 3_600_000, reason: 'moved' }, acting);
  const [second] = (await call('ListAlerts', {})).alerts;
  t.match(second, { status: 'acknowledged', acknowledged_by: 'ada@example.org', note: 'on it' });
  t.match(second?.data, {
    fields: { silencedUntil: { stringValue: new Date(START + 3_600_000).toISOString() } },
  });
});

t.test('one is found by its uuid, whatever became of it', async t => {
  const { see, ids, call } = await opened(t);
  await see('backup', BOX, 1, 0);
  await see('endpoint_silent', { type: 'endpoint', id: 1, org: 1 }, 10, 5);
  const [, backup] = (await call('ListAlerts', {})).alerts;
  await see('backup', BOX, 0, 6);
  t.same(await ids({ alert_id: backup?.id ?? '' }), ['backup ']);
  t.same(await ids({ alert_id: backup?.id ?? '', statuses: ['new'] }), [], 'unless statuses are given');
  t.same(await ids({ alert_id: '01a20ac0-e9c5-7ece-a3f3-d9ad1f0c2a9b' }), []);
  await t.rejects(call('ListAlerts', { alert_id: 'backup' }), /InvalidIDFormat/);
});

t.test('open ones come first, then the graver, then the newer; pages go on where the one before ended', async t => {
  const { see, ids, call } = await opened(t);
  const station = (id: number) => ({ type: 'base_station', id, org: 1 }) as const;
  await see('listener', { ...BOX, id: 'web' }, 1, 0);
  await see('listener', { ...BOX, id: 'web' }, 0, 1);
  await see('basestation_status', station(1), 1, 2);
  await see('basestation_status', station(2), 1, 3);
  await see('backup', BOX, 1, 4);
  await see('endpoint_silent', { type: 'endpoint', id: 1, org: 1 }, 10, 5);
  const statuses = ['new', 'acknowledged', 'resolved'];
  const inOrder = await ids({ statuses });
  t.same(
    inOrder.map(text => text.split(' ')[0]),
    [...['endpoint_silent', 'backup', 'basestation_status', 'basestation_status', 'listener']],
  );
  t.same(inOrder.slice(2, 4), [`basestation_status ${BS[2]}`, `basestation_status ${BS[1]}`]);
  for (const order_by of ['severity desc', 'severity asc', 'last_seen_at desc', 'last_seen_at asc']) {
    const all = await ids({ statuses, order_by });
    const paged: string[] = [];
    let page_token = '';
    do {
      const page = await call('ListAlerts', { statuses, order_by, page_size: 2, page_token });
      t.equal(page.total_count, 5);
      paged.push(...page.alerts.map(({ rule, source_id }) => `${rule} ${source_id}`));
      page_token = page.next_page_token;
    } while (page_token !== '');
    t.same(paged, all, order_by);
  }
  t.equal((await ids({ statuses, order_by: 'severity asc' }))[0], inOrder[3 - 1], 'the mildest open one');
});

t.test('filters, and what they refuse', async t => {
  const { see, ids, refusal } = await opened(t);
  await see('backup', BOX, 1, 0);
  await see('endpoint_silent', { type: 'endpoint', id: 1, org: 1 }, 3, 10_000);
  await see('clock', BOX, 1, 20_000);
  await see('clock', BOX, 0, 30_000);
  t.same((await ids()).length, 2, 'by itself only what is open');
  t.same((await ids({ statuses: ['resolved'] })).length, 1);
  t.same((await ids({ severities: ['warning'] })).length, 1);
  t.same((await ids({ rules: ['backup', 'clock'] })).length, 1);
  t.same(await ids({ source_id: (EP[1] ?? '').toUpperCase() }), [`endpoint_silent ${EP[1]}`]);
  t.same((await ids({ start_time: { seconds: START / 1000 + 5 } })).length, 1);
  t.same((await ids({ end_time: { seconds: START / 1000 + 5 } })).length, 1);
  t.equal(await refusal('ListAlerts', { statuses: ['open'] }), 'InvalidAlertStatus');
  t.equal(await refusal('ListAlerts', { severities: ['bad'] }), 'InvalidSeverity');
  t.equal(await refusal('ListAlerts', { rules: ['nothing'] }), 'InvalidEnumValue');
  t.equal(await refusal('ListAlerts', { order_by: 'rule' }), 'InvalidOrderBy');
});

t.test('the summary counts what the list shows', async t => {
  const { see, call, store, acting } = await opened(t);
  for (const id of [1, 2]) await see('endpoint_silent', { type: 'endpoint', id, org: 1 }, 3, id);
  await see('endpoint_silent', { type: 'endpoint', id: 3, org: 2 }, 3, 3);
  await see('backup', BOX, 1, 4);
  const [grave] = (await call('ListAlerts', { severities: ['error'] })).alerts;
  await store.write.alerts.acknowledge(grave?.id ?? '', '', { org: 1, installation: true }, acting);
  const summary = await call('GetAlertSummary', {});
  t.match(summary, {
    ...{ critical: 0, error: 1, warning: 2, info: 0, unacknowledged: 2 },
    by_rule: { endpoint_silent: 2, backup: 1 },
  });
  t.same(
    summary.recent.map(({ rule }) => rule),
    ['backup', 'endpoint_silent', 'endpoint_silent'],
  );
  t.equal(summary.oldest_open_at?.nanos, 1_000_000);
  for (const severity of ['error', 'warning'] as const) {
    t.equal((await call('ListAlerts', { severities: [severity] })).total_count, summary[severity]);
  }
});

t.test('ten thousand open alerts are listed in pages, each once', async t => {
  const { store, call } = await opened(t);
  const seen = Array.from({ length: 10_000 }, (_, n): Observation => {
    const source = { type: 'application_center', id: n.toString(16).padStart(16, '0'), org: 1 } as const;
    return { rule: 'downlink_failing', source, level: 3, at: START + (n % 100) };
  });
  await store.write.alerts.tick(...judgedAt(START, seen));
  const found = new Set<string>();
  let page_token = '';
  do {
    const page = await call('ListAlerts', { page_size: 100, page_token });
    t.equal(page.total_count, 10_000);
    for (const { id } of page.alerts) found.add(id);
    page_token = page.next_page_token;
  } while (page_token !== '');
  t.equal(found.size, 10_000);
});

t.test('two at once: acknowledging beside clearing, sights beside ticks, two acknowledgements', async t => {
  const { see, call, store, acting } = await opened(t);
  const scope = { org: 1, installation: true };
  for (let round = 0; round < 20; round++) {
    const at = round * 1000;
    await see('backup', BOX, 1, at);
    const [alert] = (await call('ListAlerts', {})).alerts;
    const acknowledge = () => store.write.alerts.acknowledge(alert?.id ?? '', '', scope, acting);
    const clear = () => see('backup', BOX, 0, at + 1);
    const both = round % 2 === 0 ? [acknowledge(), clear()] : [clear(), acknowledge()];
    const [first, second] = await Promise.allSettled(both);
    t.equal(first?.status, 'fulfilled');
    t.equal(second?.status, round % 2 === 0 ? 'fulfilled' : 'rejected', 'nothing is acknowledged that is resolved');
    t.equal((await call('ListAlerts', {})).total_count, 0);
  }
  const source = { type: 'base_station', id: 1, org: 1 } as const;
  await Promise.all([
    see('basestation_offline', source, 1, 50_000),
    store.write.alerts.tick(...judgedAt(START + 50_000)),
    store.write.alerts.tick(...judgedAt(START + 350_000)),
    see('basestation_offline', source, 1, 350_001),
  ]);
  const [away] = (await call('ListAlerts', {})).alerts;
  t.match(away, { rule: 'basestation_offline', count: 1 });
  const twice = () => store.write.alerts.acknowledge(away?.id ?? '', 'me', scope, acting);
  await Promise.all([twice(), twice()]);
  const raised = await store.scan.eventLists.list(
    ...([new AbortController().signal, { org: 1, installation: true, types: ['alert.acknowledged'] }] as const),
    ...([{ by: 'seq', descending: false }, 100, undefined, START] as const),
  );
  t.equal(raised.rows.filter(({ data }) => data.includes(away?.id ?? '-')).length, 1);
});
