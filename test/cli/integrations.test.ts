// Long: for CI and `npm test -- --long`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { type WebhookDelivery, WebhookReceiver } from '../../src/simulate/webhook-receiver.ts';
import { Center } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { waystation } from './waystation.ts';

// Each command is a process of its own.
t.setTimeout(120_000);

const NEAR = '70b3d59cd0000001';
const SECRET = 'canary-7c1f0a94';
const hook = {
  name: 'Hook',
  kind: 'http',
  http: { url: 'https://hooks.example/', headers: { Authorization: SECRET } },
};
const mqtt = { broker_url: 'mqtts://broker.example', username: 'box', password: SECRET };
const plant = { name: 'Plant', kind: 'mqtt', enabled: false, mqtt };

/** A data folder on which no server runs. */
async function stopped(t: Test) {
  const cwd = t.testdir();
  const dir = join(cwd, 'data');
  const center = await Center.start({ dir });
  await center.stop();
  writeFileSync(join(cwd, 'hook.json'), JSON.stringify(hook), { mode: 0o600 });
  const said: string[] = [];
  const run = async (args: readonly string[], input = '') => {
    const done = await waystation(cwd, ['integrations', ...args], {}, input);
    said.push(done.stdout, done.stderr);
    return done;
  };
  return { cwd, dir, run, said };
}

t.test('integrations are added, listed, switched and removed, on the folder and beside a server', async t => {
  const { dir, run, said } = await stopped(t);
  t.match(await run(['add', 'hook.json']), {
    code: 0,
    stdout: /^added Hook \[[0-9a-f]{8}\]: connecting\n$/,
    stderr: '',
  });
  t.match(await run(['add', 'hook.json']), { code: 1, stderr: /an integration of this name exists/ });
  {
    await using center = await Center.start({ dir });
    const added = await run(['add', '-', '--json'], JSON.stringify(plant));
    t.equal(added.code, 0, added.stderr);
    const { id } = JSON.parse(added.stdout) as { id: string };
    t.match(JSON.parse(added.stdout), { name: 'Plant', kind: 'mqtt', state: 'disabled', enabled: false, queued: '0' });
    t.match(
      (await run(['list'])).stdout,
      /^id +name +kind +state +queued +parked +last error\n.*Hook +http +connecting/,
    );
    t.match(await run(['enable', 'Plant']), { code: 0, stdout: 'Plant: connecting\n' });
    t.match(await run(['disable', id.slice(-8)]), { code: 0, stdout: 'Plant: disabled\n' });
    t.match(await center.api.call('GetIntegration', { id }), { enabled: false, mqtt: { password_set: true } });
    t.same(
      center.events().filter(type => type.startsWith('integration.')),
      ['integration.created', 'integration.created', 'integration.updated', 'integration.updated'],
    );
    t.notMatch(center.log.join(''), SECRET);
  }
  t.match(await run(['remove', 'Hook']), { code: 0, stdout: 'removed\n' });
  t.match(await run(['remove', 'Hook']), { code: 1, stderr: /no such integration/ });
  t.match(JSON.parse((await run(['list', '--json'])).stdout), [{ name: 'Plant' }]);
  t.notMatch(said.join(''), SECRET, 'no command says a secret');
  for (const file of readdirSync(dir, { withFileTypes: true }).filter(each => each.isFile())) {
    t.notOk(readFileSync(join(dir, file.name), 'latin1').includes(SECRET), `nor is it in ${file.name}`);
  }
});

t.test('what is wrong with a description is said, without what is in it', async t => {
  const { run, said } = await stopped(t);
  const loopback = { ...hook, http: { ...hook.http, url: 'http://127.0.0.1/' } };
  const wrong: readonly (readonly [unknown, RegExp])[] = [
    [`{"password": "${SECRET}"`, /is not JSON/],
    [{ ...hook, name: '' }, /integration\.name is required/],
    [loopback, /127\.0\.0\.1 is a loopback .*integrations\.allow_targets/],
    [{ ...hook, nonsense: 1 }, /nonsense is no field/],
  ];
  for (const [description, why] of wrong) {
    const text = typeof description === 'string' ? description : JSON.stringify(description);
    t.match(await run(['add', '-'], text), { code: 1, stdout: '', stderr: why });
  }
  t.match(await run(['add', 'nowhere.json']), { code: 1, stderr: /nowhere\.json/ });
  t.equal((await run(['add'])).code, 2);
  t.notMatch(said.join(''), SECRET);
});

/** A receiver that answers as a test says. */
async function webhook(t: Test) {
  const received: WebhookDelivery[] = [];
  const conduct = { status: 200 };
  const receiver = await WebhookReceiver.start({
    ...{ host: '127.0.0.1', port: 0, secret: undefined, delayMs: 0, downlinks: [] },
    now: () => Date.now(),
    after: (_ms, act) => act(),
    onReceived: each => received.push(each),
    get status() {
      return conduct.status;
    },
  });
  t.teardown(() => receiver[Symbol.asyncDispose]());
  return { received, conduct, url: `http://127.0.0.1:${receiver.port}/` };
}

const allowing = { integrations: { allow_targets: ['127.0.0.1'] } };

t.test('a test shows every step on the way, and whether it works', async t => {
  const { dir, run } = await stopped(t);
  const { received, conduct, url } = await webhook(t);
  {
    await using center = await Center.start({ dir, settings: allowing });
    const integration = { kind: 'http', name: 'Plant', enabled: false, http: { url } };
    await center.api.call('CreateIntegration', { integration });
    const done = await run(['test', 'Plant']);
    t.match(done, {
      code: 0,
      stderr: '',
      stdout:
        /^step +time +detail\nname found +ok +\d+ ms .*\naddress allowed +ok .*\nconnected +ok .*\naccepted +ok +\d+ ms +the target has taken it\nIt works\.\n$/,
    });
    t.match(received, [{ event: 'test', items: [{ v: 1, event: 'test' }] }]);
    conduct.status = 422;
    t.match(await run(['test', 'Plant']), { code: 1, stdout: /\naccepted +failed .*422.*\nIt does not work\.\n$/ });
    const json = await run(['test', 'Plant', '--json']);
    t.equal(json.code, 1);
    t.match(JSON.parse(json.stdout), { ok: false, steps: [{ name: 'resolved', ok: true }, {}, {}, { ok: false }] });
    t.match(await run(['test', 'Elsewhere']), { code: 1, stdout: '', stderr: /no such integration/ });
  }
  t.match(await run(['test', 'Plant']), { code: 1, stdout: '', stderr: /the service does not run/ });
});

t.test('a replay is begun, shown while it waits, and sent again when it may be', async t => {
  const { dir, run } = await stopped(t);
  const { received, url } = await webhook(t);
  await using center = await Center.start({ dir, settings: allowing });
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  await using near = await center.baseStation({ bsEui: NEAR });
  for (const packetCnt of [1, 2, 3]) await near.start('ulData', uplink({ packetCnt }));
  await center.clock.advance(1000);
  const integration = { kind: 'http', name: 'Plant', enabled: false, http: { url } };
  const { id } = await center.api.call('CreateIntegration', { integration });
  const wrong = [
    [['--from', '2026-01-02', '--to', '2026-01-01'], /--to comes after --from/],
    [['--from', '2026-01-01', '--event-types', 'up,nonsense'], /One of: up, attach,/],
    [['--from', '2999-01-01'], /no valid range/],
  ] as const;
  for (const [args, why] of wrong) t.match(await run(['replay', 'Plant', ...args]), { stdout: '', stderr: why });
  t.equal((await run(['replay', 'Plant'])).code, 2, 'from when has to be said');
  t.match(await run(['replay', 'Plant', '--from', '2020-01-01', '--event-types', 'up']), {
    code: 0,
    stdout: '3 items are sent again as soon as the integration is enabled\n',
  });
  t.match((await run(['list'])).stdout, /\nPlant: a replay of .* UTC has 3 items left as soon as .* enabled\n$/);
  t.match(JSON.parse((await run(['list', '--json'])).stdout), [{ replays: [{ state: 'waiting', left: 3 }] }]);
  await center.api.call('UpdateIntegration', {
    integration: { id, enabled: true },
    update_mask: { paths: ['enabled'] },
  });
  const again = () => received.flatMap(({ items }) => items.filter(({ replay }) => replay === true));
  while (again().length < 3) await center.clock.advance(10);
  t.same(
    again().map(({ event, packetCnt }) => [event, packetCnt]),
    [1, 2, 3].map(packetCnt => ['up', packetCnt]),
  );
  const done = await run(['replay', 'Plant', '--from', '2020-01-01', '--to', '2020-01-02', '--json']);
  t.match(JSON.parse(done.stdout), { state: 'running', left: 0 });
  const begun = await run(['replay', 'Plant', '--from', '2020-01-01', '--event-types', 'up']);
  t.equal(begun.stdout, '3 items are sent again\n');
  while (again().length < 6) await center.clock.advance(10);
  t.equal(new Set(again().map(({ deliveryId }) => deliveryId)).size, 3, 'each has its id of before');
});

t.test('what is parked is shown, and sent again', async t => {
  const { dir, run } = await stopped(t);
  const { received, conduct, url } = await webhook(t);
  {
    await using center = await Center.start({ dir, settings: allowing });
    await center.endpoint({ ep_eui: METER, name: 'meter' });
    const integration = { kind: 'http', name: 'Plant', http: { url } };
    const { id } = await center.api.call('CreateIntegration', { integration });
    t.equal((await run(['parked', 'Plant'])).stdout, 'Nothing is parked.\n');
    t.equal((await run(['retry', 'Plant'])).stdout, 'Nothing to send again.\n');
    conduct.status = 422;
    await using near = await center.baseStation({ bsEui: NEAR });
    for (const packetCnt of [1, 2, 3]) await near.start('ulData', uplink({ packetCnt }));
    await center.clock.advance(1000);
    for (let parked = '0'; parked !== '3'; ) ({ parked } = await center.api.call('GetIntegration', { id }));
    t.match(
      (await run(['parked', 'Plant'])).stdout,
      /^stream +place +event +since +reason\nlog +\d+ +up +\d{4}-.* UTC +.*422.*\nlog .*\nlog .*422.*\n$/,
    );
    const { parked, total } = JSON.parse((await run(['parked', 'Plant', '--json'])).stdout) as {
      parked: { place: number }[];
      total: number;
    };
    t.equal(total, 3);
    t.match(await run(['retry', 'Plant']), { code: 1, stdout: '3 refused again\n', stderr: '' });
    conduct.status = 200;
    const first = String(parked[0]?.place);
    t.match(await run(['retry', 'Plant', '--place', first]), { code: 0, stdout: '1 accepted\n' });
    t.match(await run(['retry', 'Plant', '--place', first]), { code: 0, stdout: 'Nothing to send again.\n' });
    t.match(JSON.parse((await run(['retry', 'Plant', '--json'])).stdout), {
      accepted: 2,
      refused: 0,
      gone: 0,
      left: 0,
    });
    t.same(
      received.slice(-3).map(({ items: [item] }) => [item?.packetCnt, item?.replay]),
      [1, 2, 3].map(packetCnt => [packetCnt, undefined]),
    );
    t.equal(new Set(received.map(({ deliveryId }) => deliveryId)).size, 3);
    t.match(await center.api.call('GetIntegration', { id }), { parked: '0', delivered: '3' });
    await center.api.call('UpdateIntegration', {
      integration: { id, enabled: false },
      update_mask: { paths: ['enabled'] },
    });
    t.match(await run(['retry', 'Plant']), { code: 1, stderr: /nothing is delivered to Plant: enable it first/ });
  }
  t.equal((await run(['parked', 'Plant'])).stdout, 'Nothing is parked.\n', 'also on the folder');
  t.match(await run(['retry', 'Plant']), { code: 1, stderr: /the service does not run/ });
});
