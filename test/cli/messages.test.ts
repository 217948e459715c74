// Long: for CI and `npm test -- --long`.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Center, until } from '../peers/center.ts';
import { METER, uplink } from '../peers/telegrams.ts';
import { spec, TYPE } from './blueprints.ts';
import { bareEnvironment, main, waystation } from './waystation.ts';

t.setTimeout(300_000);

const STATION = '70b3d59cd0000001';
const WINDOW_MS = 500;
const AT = Date.UTC(2026, 10, 20, 12);
const LATER = { from: '2026-11-20', to: '2026-11-21' };

/** A center that has stored messages of one endpoint with a model, before there was a blueprint for it. */
async function heard(t: Test) {
  const cwd = t.testdir();
  const center = await Center.start({ dir: join(cwd, 'data'), now: AT });
  const manufacturer = await center.api.call('CreateManufacturer', { manufacturer: { name: 'Maker' } });
  const model = await center.api.call('CreateDeviceModel', {
    device_model: { manufacturer_id: manufacturer.id, name: 'Sensor' },
  });
  await center.endpoint({ ep_eui: METER, device_model_id: model.id });
  const station = await center.baseStation({ bsEui: STATION });
  for (const [at, payload] of ['00d620', '00d7', '00d800'].entries()) {
    const rxTime = BigInt(AT + at * 1000) * 1_000_000n;
    await station.start('ulData', uplink({ packetCnt: at + 1, userData: Buffer.from(payload, 'hex'), rxTime }));
    await center.clock.advance(WINDOW_MS);
  }
  await station[Symbol.asyncDispose]();
  // A window that has closed by the clock is stored a moment later.
  await until(async () => (await center.api.call('ListMessages', {})).messages.length === 3);
  const create = async (given: Parameters<typeof spec>[0]) => {
    const blueprint = { device_model_id: model.id, spec_json: JSON.stringify(spec(given)) };
    return (await center.api.call('CreateBlueprint', { blueprint })).id ?? '';
  };
  const statuses = async () => {
    const { messages } = await center.api.call('ListMessages', {});
    return messages.map(({ decode_status }) => decode_status).toReversed();
  };
  const run = (...args: string[]) => waystation(cwd, args);
  /** The pauses between steps are over at some time. */
  const runInTime = async (...args: string[]) => {
    let done = false;
    const ended = run(...args).finally(() => {
      done = true;
    });
    while (!done) await center.clock.advance(10);
    return ended;
  };
  return { cwd, center, run, runInTime, create, statuses };
}

t.test('stored messages are decoded again, while the server runs and when it does not', async t => {
  const { center, run, runInTime, create, statuses } = await heard(t);
  await using _center = center;
  t.same(await statuses(), ['skipped', 'skipped', 'skipped']);
  const { messages } = await center.api.call('ListMessages', {});
  t.match(messages[0], { decode_error: 'no_blueprint', decode_hint: /give the endpoint a device model/ });
  await create({});
  const redecode = (...more: string[]) =>
    runInTime('messages', 'redecode', '--from', LATER.from, '--to', LATER.to, ...more);
  const first = await redecode('--endpoint', METER);
  t.match(first, {
    code: 0,
    stdout: '3 messages looked at, 3 changed\nnow 2 decoded, 1 failed, 0 without a blueprint\n',
  });
  t.same(await statuses(), ['success', 'failed', 'success']);
  t.match((await redecode()).stdout, /^3 messages looked at, 0 changed\n/);
  const some = await runInTime(
    'messages',
    'redecode',
    '--from',
    '2026-11-20T12:00:01Z',
    '--to',
    '2026-11-20T12:00:02',
    '--json',
  );
  t.same(JSON.parse(some.stdout), { looked: 1, changed: 0, success: 0, failed: 1, skipped: 0, rest_from: null });
  t.match(await redecode('--endpoint', 'fe00000000000099'), { code: 1, stderr: /no such endpoint/i });
  t.match(await run('messages', 'redecode', '--from', LATER.to, '--to', LATER.from), { code: 2 });
  t.match(await run('messages', 'redecode', '--from', 'yesterday', '--to', LATER.to), { code: 2 });
  t.match(await run('messages', 'redecode', '--help'), {
    code: 0,
    stdout: /Example:\n {2}\$ waystation messages redecode/,
  });
  await center.stop();
  t.match(
    (await run('messages', 'redecode', '--from', LATER.from, '--to', LATER.to)).stdout,
    /^3 messages looked at, 0 changed\nnow 2 decoded, 1 failed/,
  );
});

t.test('two blueprints are compared by the newest stored messages', async t => {
  const { cwd, center, run, create } = await heard(t);
  await using _center = center;
  const old = await create({});
  writeFileSync(join(cwd, 'new.json'), JSON.stringify(spec({ version: '2', unit: 'K' })));
  writeFileSync(join(cwd, 'other.json'), JSON.stringify(spec({ typeEui: '70b3d56770ff0009' })));
  const compared = await run('blueprint', 'compare', old, 'new.json');
  t.equal(compared.code, 0, compared.stderr);
  t.equal(
    compared.stdout,
    [
      `2026-11-20T12:00:02.000Z  ${METER}  #3  00d800`,
      '   name         first    second',
      '*  temperature  21.6 °C  21.6 K',
      '',
      `2026-11-20T12:00:01.000Z  ${METER}  #2  00d7`,
      '   name               first                                                              second',
      '   (does not decode)  payload_too_short: flags at bit 16: 4 bits are needed, 0 are left  payload_too_short: flags at bit 16: 4 bits are needed, 0 are left',
      '',
      `2026-11-20T12:00:00.000Z  ${METER}  #1  00d620`,
      '   name         first    second',
      '*  temperature  21.4 °C  21.4 K',
      '   low          true     true',
      '',
      '3 messages, 2 with differences',
      '',
    ].join('\n'),
  );
  const last = JSON.parse((await run('blueprint', 'compare', old, 'new.json', '--last', '1', '--json')).stdout);
  t.match(last, { differing: 1, messages: [{ packetCnt: 3, differs: true, second: { values: [{ unit: 'K' }] } }] });
  t.match(
    await run('blueprint', 'compare', 'new.json', old),
    { code: 0, stdout: /^\* .*21\.6 K +21\.6 °C$/m },
    'by its Type EUI',
  );
  t.match(await run('blueprint', 'compare', old, old), { code: 0, stdout: /3 messages, 0 with differences/ });
  t.match(await run('blueprint', 'compare', 'other.json', old), { code: 1, stderr: /no such blueprint/ });
  t.match(await run('blueprint', 'compare', old, '0192f000-0000-7000-8000-0000000000ff'), {
    code: 1,
    stderr: /no such blueprint/,
  });
  t.match(await run('blueprint', 'compare', old, 'none.json'), { code: 1, stderr: /none\.json does not exist/ });
  t.equal((await center.api.call('GetBlueprint', { id: old })).type_eui, TYPE);
});

t.test('Ctrl-C ends it between two steps, and it says where to go on', async t => {
  const { cwd, center, create } = await heard(t);
  await using _center = center;
  await create({});
  // Time stands still: the pause after the first step lasts until the command ends it.
  const args = ['messages', 'redecode', '--from', LATER.from, '--to', LATER.to];
  const child = spawn(process.execPath, [main, ...args], { cwd, env: bareEnvironment });
  let output = '';
  child.stdout.on('data', chunk => {
    output += chunk;
  });
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
  const { messages } = await center.api.call('ListMessages', {});
  t.equal(messages.length, 3);
  for (;;) {
    const { messages: now } = await center.api.call('ListMessages', { decode_status: 'success' });
    if (now.length > 0) break;
  }
  child.kill('SIGINT');
  t.equal(await ended, 1);
  t.match(
    output,
    /^3 messages looked at, 3 changed\nnow 2 decoded, 1 failed, 0 without a blueprint\nstopped early; go on with --from 2026-11-2\dT.*Z --to 2026-11-21T00:00:00\.000Z\n$/,
  );
});

t.test('messages are followed until Ctrl-C, which is no failure', async t => {
  const cwd = t.testdir();
  await using center = await Center.start({ dir: join(cwd, 'data'), now: AT });
  await center.endpoint({ ep_eui: METER, name: 'meter' });
  await using station = await center.baseStation({ bsEui: STATION });
  const child = spawn(process.execPath, [main, 'messages', 'follow'], { cwd, env: bareEnvironment });
  const ended = new Promise(resolve => child.once('close', (code, signal) => resolve(code ?? signal)));
  let said = '';
  child.stdout.on('data', chunk => {
    said += String(chunk);
  });
  // It shows what comes from its start on, and does not say when that is.
  for (let packetCnt = 1; !said.includes('\n') && child.exitCode === null; packetCnt++) {
    const rxTime = BigInt(center.clock.now()) * 1_000_000n;
    await station.start('ulData', uplink({ packetCnt, userData: Buffer.from('00d620', 'hex'), rxTime }));
    await center.clock.advance(WINDOW_MS);
  }
  t.match(
    said,
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${METER} meter  00d620  \\(#\\d+, -?\\d+\\.\\d dBm, 1 station\\)\n`),
  );
  child.kill('SIGINT');
  t.equal(await ended, 0);
});

t.test('nothing is followed without the service', async t => {
  const cwd = t.testdir();
  const center = await Center.start({ dir: join(cwd, 'data') });
  await center.stop();
  t.match(await waystation(cwd, ['messages', 'follow']), { code: 1, stderr: /this needs the service: start it first/ });
  t.match(await waystation(cwd, ['status']), { code: 1, stderr: /this needs the service/ });
});
