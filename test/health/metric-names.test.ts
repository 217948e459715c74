import t from 'tap';
import { createMetrics } from '../../src/health/metrics.ts';

interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: ReadonlySet<string>;
}

/** Words of a name that say a unit which is not the base of its kind, or an abbreviated one. */
const ODD_UNITS =
  /(^|_)(((nano|micro|milli|centi|kilo|kibi|mega|mibi|giga|gibi)\w+)|minutes|hours|days|weeks|bits|fahrenheit|s|sec|secs|ms|us|ns|b|kb|mb|gb|tb|m|h|d)(_|$)/;
const TYPES = /(^|_)(counter|gauge|histogram|summary)(_|$)/;

/** What a checker of Prometheus' rules (`promtool check metrics`) says about one family. */
function faults({ name, type, help, labels }: Family): string[] {
  const found: string[] = [];
  const wrong = (when: boolean, what: string) => when && found.push(`${name} ${what}`);
  wrong(help.trim() === '', 'has no help');
  wrong(type === 'counter' && !name.endsWith('_total'), 'is a counter and does not end in _total');
  wrong(type !== 'counter' && name.endsWith('_total'), 'ends in _total and is no counter');
  wrong(/_(bucket|count|sum)$/.test(name), 'has the ending of a histogram');
  wrong(!/^[a-z][a-z0-9_]*$/.test(name), 'is not in small letters');
  wrong(ODD_UNITS.test(name), 'has a unit that is no base unit');
  wrong(TYPES.test(name), 'names its type');
  for (const label of labels) {
    wrong(!/^[a-z][a-z0-9_]*$/.test(label), `has the label ${label}`);
    wrong(label === 'le' && type !== 'histogram', 'has the label of a bucket');
    wrong(label === 'quantile' && type !== 'summary', 'has the label of a quantile');
  }
  return found;
}

/** The families of a page in the text format. */
function families(page: string): Family[] {
  const all = new Map<string, { type: string; help: string; labels: Set<string> }>();
  const of = (name: string) => {
    const family = all.get(name) ?? { type: '', help: '', labels: new Set<string>() };
    all.set(name, family);
    return family;
  };
  for (const line of page.split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (kind === 'HELP') of(name).help = rest;
    if (kind === 'TYPE') of(name).type = rest;
    const [, sample = '', labels = ''] = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (sample === '') continue;
    const base = sample.replace(/_(bucket|count|sum)$/, '');
    const family = all.get(sample) ?? all.get(base) ?? of(sample);
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) family.labels.add(label);
  }
  return [...all].map(([name, family]) => ({ name, ...family }));
}

async function everything(): Promise<string> {
  const metrics = createMetrics();
  metrics.bssci.uplink('received');
  metrics.bssci.frame('ulData', 'in');
  metrics.bssci.protocolError(71);
  metrics.bssci.stationsOnline(1);
  metrics.scaci.frame('ulData', 'out');
  metrics.scaci.protocolError(22);
  metrics.scaci.centersOnline(1);
  metrics.store.commit(4, 12, 3);
  metrics.store.queueDepth(1);
  metrics.store.size(1, 2);
  metrics.store.diskFree(3);
  metrics.rpc.call('GetSystemStatus', 'OK', 0.01);
  metrics.rpc.streamsOpen(1);
  metrics.certificates.endsAt('bssci', 1_800_000_000_000);
  metrics.integrations.states(() => [
    { kind: 'http', state: 'delivering', count: 2 },
    { kind: 'mqtt', state: 'failing', count: 1 },
  ]);
  return (await metrics.text()).body;
}

t.test('every metric is named as Prometheus names them, with a help text, in base units', async t => {
  const page = await everything();
  const all = families(page);
  t.ok(all.length > 20);
  t.same(all.flatMap(faults), []);
  t.match(page, /^waystation_certificate_expiry_timestamp_seconds\{listener="bssci"\} 1800000000$/m);
  t.match(page, /^waystation_integrations\{kind="http",state="delivering"\} 2$/m);
});

t.test('a badly named metric is found', async t => {
  const family = { type: 'gauge', help: 'x', labels: new Set<string>() };
  for (const name of ['a_days', 'a_total', 'a_ms', 'milliseconds_a', 'a_count', 'someThing', 'my_gauge']) {
    t.equal(faults({ ...family, name }).length, 1, name);
  }
  t.equal(faults({ ...family, name: 'a', type: 'counter' }).length, 1);
  t.equal(faults({ ...family, name: 'a', help: '' }).length, 1);
  t.equal(faults({ ...family, name: 'a', labels: new Set(['camelCase']) }).length, 1);
  t.same(faults({ ...family, name: 'process_resident_memory_bytes' }), []);
});

t.test('an API method cannot grow the number of series beyond its bound', async t => {
  const metrics = createMetrics();
  for (let index = 0; index < 2000; index++) metrics.rpc.call(`Made${index}`, 'OK', 1);
  const { body } = await metrics.text();
  t.equal(body.split('\n').filter(line => line.startsWith('waystation_rpc_duration_seconds_count{')).length, 257);
});

t.test('integrations are counted anew at each look: a state that none is in any more is gone', async t => {
  const metrics = createMetrics();
  let state = 'connecting';
  metrics.integrations.states(() => [{ kind: 'http', state, count: 1 }]);
  const lines = async () =>
    (await metrics.text()).body.split('\n').filter(line => line.startsWith('waystation_integrations{'));
  t.same(await lines(), ['waystation_integrations{kind="http",state="connecting"} 1']);
  state = 'delivering';
  t.same(await lines(), ['waystation_integrations{kind="http",state="delivering"} 1']);
});
