import { once } from 'node:events';
import { connect } from 'node:net';
import t, { type Test } from 'tap';
import { createMetrics } from '../../src/health/metrics.ts';
import { type ComponentHealth, componentOf } from '../../src/health/probes.ts';
import { type HealthOptions, startHealth } from '../../src/health/server.ts';
import { fail } from '../../src/kit/faults/finding.ts';
import { until } from '../peers/center.ts';
import { windClock } from '../rpc/wind-clock.ts';

const component = (name: string, healthy: boolean, essential: boolean): ComponentHealth =>
  componentOf(name, essential, 3, healthy ? [] : [{ check: name, ...fail('gone', 'look for it') }]);

async function serve(t: Test, options: Partial<HealthOptions> & { all?: ComponentHealth[] } = {}) {
  const { all = [component('core', true, true), component('web', true, false)], ...rest } = options;
  const server = await startHealth({
    host: '127.0.0.1',
    port: 0,
    components: ['core', 'database'],
    probes: { all: async () => all },
    ready: () => true,
    version: '1.2.3',
    supportUntil: '2031-12-31',
    edition: 'community',
    runTime: { ms: 42_500, startedAt: 1000 },
    ...rest,
  });
  t.teardown(() => server.stop());
  const url = `http://127.0.0.1:${server.port}`;
  return { ...server, get: (path: string, init?: RequestInit) => fetch(url + path, init) };
}

t.test('/health shows the status of the service and the components of this port', async t => {
  const { get } = await serve(t);
  const response = await get('/health');
  t.equal(response.status, 200);
  t.equal(response.headers.get('content-type'), 'application/json');
  t.strictSame(await response.json(), {
    status: 'healthy',
    version: '1.2.3',
    support_until: '2031-12-31',
    edition: 'community',
    uptime_s: 42,
    components: [{ name: 'core', healthy: true, latency_ms: 3, detail: '' }],
  });
});

t.test('/health answers 200 while degraded and 503 when the service cannot work', async t => {
  const degraded = await (await serve(t, { all: [component('web', false, false)] })).get('/health');
  t.equal(degraded.status, 200);
  t.match(await degraded.json(), { status: 'degraded' });
  const unhealthy = await (await serve(t, { all: [component('database', false, true)] })).get('/health');
  t.equal(unhealthy.status, 503);
  t.match(await unhealthy.json(), { status: 'unhealthy', components: [{ name: 'database', detail: 'gone' }] });
});

t.test('live says that the process answers, ready that it can be used', async t => {
  const starting = await serve(t, { ready: () => false });
  t.equal((await starting.get('/health/live')).status, 200);
  t.equal((await starting.get('/health/ready')).status, 503);
  const ill = await serve(t, { all: [component('database', false, true)] });
  t.equal((await ill.get('/health/live')).status, 200);
  t.equal((await ill.get('/health/ready')).status, 503);
  t.equal((await (await serve(t)).get('/health/ready')).status, 200);
});

t.test('other paths are not found, other methods not allowed', async t => {
  const { get } = await serve(t);
  t.equal((await get('/')).status, 404);
  t.equal((await get('/metrics')).status, 404, 'no metrics on a port without them');
  const post = await get('/health', { method: 'POST', body: 'x' });
  t.equal(post.status, 405);
  t.equal(post.headers.get('allow'), 'GET, HEAD');
  t.equal((await get('/health?verbose', { method: 'HEAD' })).status, 200);
});

t.test('headers beyond the limit are refused', async t => {
  const { get } = await serve(t);
  t.equal((await get('/health', { headers: { 'x-long': 'x'.repeat(10_000) } })).status, 431);
});

t.test('a probe that fails to answer at all is a 500, not a crash', async t => {
  const { get } = await serve(t, { probes: { all: () => Promise.reject(new Error('broken')) } });
  t.equal((await get('/health')).status, 500);
  t.equal((await get('/health/live')).status, 200);
});

t.test('stopping does not wait for idle connections', async t => {
  const server = await serve(t);
  const idle = connect(server.port, '127.0.0.1');
  await new Promise(resolve => idle.once('connect', resolve));
  const closed = new Promise(resolve => idle.once('close', resolve));
  await server.stop();
  await closed;
  t.pass('stopped');
});

t.test('a connection that comes when all places are taken gets that of the one that was idle longest', async t => {
  const { port, get } = await serve(t);
  const closed: number[] = [];
  const open = async (name: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('close', () => closed.push(name));
    await once(socket, 'connect');
    return socket;
  };
  const sockets = [];
  for (let name = 0; name < 64; name++) sockets.push(await open(name));
  // The first asks for something, so that the second was idle longest; half a request is none.
  sockets[0]?.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  if (sockets[0]) await once(sockets[0], 'data');
  sockets[1]?.write('GET /health HTTP/1.1\r\n');
  const probe = () => get('/health', { headers: { connection: 'close' } });
  t.equal((await probe()).status, 200, 'the probe is answered');
  await until(() => closed.length > 0);
  t.same(closed, [1]);
  for (let name = 64; name < 128; name++) sockets.push(await open(name));
  t.equal((await probe()).status, 200);
  for (const socket of sockets) socket.destroy();
});

t.test('a port that is taken is an error of the start', async t => {
  const { port } = await serve(t);
  await t.rejects(serve(t, { port }), { code: 'EADDRINUSE' });
});

t.test('metrics are served in the text format', async t => {
  const metrics = createMetrics();
  metrics.bssci.uplink('received');
  metrics.bssci.uplink('received');
  metrics.bssci.frame('ulData', 'in');
  metrics.store.commit(4, 12, 3);
  metrics.rpc.call('GetSystemStatus', 'OK', 0.2);
  metrics.rpc.call('StreamMessages', 'OK', undefined);
  const { get } = await serve(t, { metrics });
  const response = await get('/metrics');
  t.match(response.headers.get('content-type'), /^text\/plain/);
  const text = await response.text();
  t.match(text, /^waystation_uplinks_total\{outcome="received"\} 2$/m);
  t.match(text, /^waystation_bssci_frames_total\{command="ulData",direction="in"\} 1$/m);
  t.match(text, /^waystation_commit_seconds_sum 0\.004$/m);
  t.match(text, /^waystation_write_seconds_sum 0\.003$/m);
  t.match(text, /^waystation_rpc_calls_total\{method="GetSystemStatus",code="OK"\} 1$/m);
  t.match(text, /^waystation_rpc_duration_seconds_bucket\{le="0.3",method="GetSystemStatus"\} 1$/m);
  t.notMatch(text, /^waystation_rpc_duration_seconds_count\{method="StreamMessages"/m);
  t.match(text, /^nodejs_eventloop_lag_seconds /m);
});

t.test('two centers count apart', async t => {
  const [one, other] = [createMetrics(), createMetrics()];
  one.bssci.stationsOnline(5);
  t.match((await one.text()).body, /^waystation_base_stations_online 5$/m);
  t.match((await other.text()).body, /^waystation_base_stations_online 0$/m);
});

t.test('names that peers make up cannot grow the number of series', async t => {
  const metrics = createMetrics();
  for (let index = 0; index < 2000; index++) metrics.bssci.frame(`made-up-${index}`, 'in');
  const { body } = await metrics.text();
  const series = body.split('\n').filter(line => line.startsWith('waystation_bssci_frames_total{'));
  t.equal(series.length, 257);
  t.match(body, /command="other",direction="in"\} 1744/);
});

t.test('a probe that reads nothing has one page made at a time, and is ended', async t => {
  const clock = windClock();
  let made = 0;
  const text = async () => {
    made++;
    return { contentType: 'text/plain', body: 'x'.repeat(3 << 20) };
  };
  const { port, get } = await serve(t, { metrics: { text }, clock });
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  client.pause();
  client.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(400));
  await until(() => made > 0);
  for (let n = 0; n < 20; n++) await get('/health/live', { headers: { connection: 'close' } });
  t.ok(made <= 12, `${made} pages were made for 400 requests`);
  const closed = once(client, 'close');
  clock.advance(60_000);
  client.resume();
  await closed;
  t.ok(made <= 12, 'what it reads then brings no more');
});
