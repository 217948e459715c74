import t from 'tap';
import { DAY_MS, HOUR_MS } from '../../../src/kit/units.ts';
import type { Answer } from '../box.ts';
import { EPS, measuring, NOWHERE } from '../measuring.ts';

const KEY = '0192f000-0000-7000-8000-0000000000f1';

t.test('commands to a device', async t => {
  const { box, device, other, virtual, now, center } = await measuring(t);
  const path = `/api/v2/devices/${device}/commands`;
  const iso = (ms: number) => new Date(ms).toISOString();
  const send = (body: object, options = {}) => box.post(path, body, options);
  const queued = async (): Promise<number> => (await box.get('/api/v2/commands')).json.total;

  t.test('a command is queued as it is asked for', async t => {
    const { status, json, headers } = await send({
      ...{
        payloadHex: '0aFF',
        format: 7,
        priority: 2.5,
        confirmed: true,
        ref: 'valve',
        expiresAt: iso(now() + HOUR_MS),
      },
      ...{ responsePrio: true, dlWindReq: true, expOnly: true, dlRxStatQry: true, unknown: 1 },
    });
    t.equal(status, 200);
    t.equal(headers['x-unknown-fields'], 'unknown');
    t.equal(headers.location, `/api/v2/commands/${json.id}`);
    t.same(json, {
      ...{ id: json.id, deviceId: device, clientDeviceId: EPS[0], payload: 'Cv8=', payloadHex: '0aff', format: 7 },
      ...{
        priority: 2.5,
        confirmed: true,
        expiresAt: iso(now() + HOUR_MS),
        ref: 'valve',
        status: 'pending',
        error: '',
      },
      createdAt: iso(now()),
    });
    t.same((await box.get(`/api/v2/commands/${json.id}`)).json, json);
    const { downlinks } = await center.api.call('ListDownlinkQueue', {});
    t.match(downlinks, [
      {
        ...{ que_id: json.id, ep_eui: EPS[0], prio: 2.5, response_exp: true, response_prio: true, dl_wind_req: true },
        ...{ exp_only: true, dl_rx_stat_qry: true, source: 'rest', ref: 'valve' },
      },
    ]);
  });

  t.test('by values', async t => {
    const { json } = await send({ command: 'Set interval', parameters: { minutes: 300 } });
    t.match(json, { format: 3, payloadHex: '012c', priority: 0, confirmed: false });
    t.match((await send({ command: '4', parameters: { on: true }, format: 4 })).json, { format: 4, payloadHex: '01' });
    t.match((await send({ payload: '' })).json, { payload: '', payloadHex: '' }, 'an acknowledgement alone');
  });

  t.test('what is refused queues nothing', async t => {
    const before = await queued();
    const values = { command: 'Set interval', parameters: { minutes: 1 } };
    const refusals: [body: object, status: number, token: string][] = [
      [{}, 400, 'DownlinkPayloadRequired'],
      [{ payload: null }, 400, 'DownlinkPayloadRequired'],
      [{ payload: 'AA==', payloadHex: '00' }, 400, 'MutuallyExclusiveFields'],
      [{ payload: 'AA==', ...values }, 400, 'MutuallyExclusiveFields'],
      [{ payloadHex: '00', parameters: {} }, 400, 'MutuallyExclusiveFields'],
      [{ payloadHex: '0' }, 400, 'MalformedRequest'],
      [{ payloadHex: 'zz' }, 400, 'MalformedRequest'],
      [{ payloadHex: '00'.repeat(201) }, 400, 'DownlinkPayloadTooLarge'],
      [{ payload: Buffer.alloc(201).toString('base64') }, 400, 'DownlinkPayloadTooLarge'],
      [{ command: 'Open' }, 404, 'ActuatorCommandNotFound'],
      [{ command: 'Set interval', parameters: {} }, 400, 'DownlinkEncodingFailed'],
      [{ command: 'Set interval', parameters: { minutes: 70_000 } }, 400, 'DownlinkEncodingFailed'],
      [{ ...values, format: 4 }, 400, 'DownlinkInvalidFormat'],
      [{ payloadHex: '00', format: 256 }, 400, 'DownlinkInvalidFormat'],
      [{ payloadHex: '00', priority: 1e300 }, 400, 'DownlinkInvalidPriority'],
      [{ payloadHex: '00', ref: 'é'.repeat(65) }, 400, 'DownlinkRefTooLong'],
      [{ payloadHex: '00', expiresAt: iso(now() - 1) }, 400, 'DownlinkInvalidExpiry'],
      [{ payloadHex: '00', expiresAt: iso(now() - 1), ref: 'late' }, 400, 'DownlinkInvalidExpiry'],
      [{ payloadHex: '00', expiresAt: iso(now() + 31 * DAY_MS) }, 400, 'DownlinkInvalidExpiry'],
    ];
    for (const [body, status, token] of refusals) {
      t.match(await send(body), { status, token }, JSON.stringify(body).slice(0, 90));
    }
    t.match(await box.post(`/api/v2/devices/${virtual}/commands`, values), {
      status: 400,
      token: 'PhysicalDeviceRequired',
    });
    t.match(await box.post(`/api/v2/devices/${NOWHERE}/commands`, values), { status: 404, token: 'DeviceNotFound' });
    const { key } = await box.key(['commands:read', 'downlinks:write']);
    t.match(await box.as(key).post(path, values), { status: 403, token: 'ScopeRequired' });
    t.match(await box.as({}).post(path, values), { status: 401 });
    t.equal(await queued(), before);
  });

  t.test('the same command with the same reference is queued once', async t => {
    const before = await queued();
    const values = { command: 'Set interval', parameters: { minutes: 15 }, ref: 'once' };
    const first = await send(values);
    const both = await Promise.all([send(values), send(values)]);
    t.same(
      both.map(({ json }) => json.id),
      [first.json.id, first.json.id],
    );
    const bytes = await Promise.all([send({ payloadHex: '05', ref: 'once' }), send({ payloadHex: '05', ref: 'once' })]);
    t.equal(bytes[0].json.id, bytes[1].json.id);
    t.not(bytes[0].json.id, first.json.id, 'another command may have the same text');
    const elsewhere = await box.post(`/api/v2/devices/${other}/commands`, values);
    t.not(elsewhere.json.id, first.json.id);
    t.equal(await queued(), before + 3);
    await send({ payloadHex: '05' });
    await send({ payloadHex: '05' });
    t.equal(await queued(), before + 5, 'without a reference each is one');
  });

  t.test('one key, one command', async t => {
    const before = await queued();
    const once = { headers: { 'idempotency-key': KEY } };
    const values = { command: 'Set interval', parameters: { minutes: 16 } };
    const both: Answer[] = await Promise.all([send(values, once), send(values, once)]);
    const done = both.filter(({ status }) => status === 200);
    t.ok(done.length >= 1);
    for (const { status, token } of both) if (status !== 200) t.equal(token, 'RequestIDReused', 'it is still running');
    const again = await send(values, once);
    t.match(again, { status: 200, json: { id: done[0]?.json.id } });
    t.equal(again.headers['idempotency-replayed'], 'true');
    t.same(again.json, done[0]?.json, 'the first answer');
    t.match(await send({ payloadHex: '00' }, once), { status: 409, token: 'RequestIDReused' });
    await box.delete(`/api/v2/commands/${again.json.id}`);
    t.match((await send(values, once)).json, { status: 'pending' }, 'whatever has become of it');
    t.equal(await queued(), before + 1);
  });

  t.test('commands are listed, newest first', async t => {
    const list = async (query = {}) => (await box.get('/api/v2/commands', { query })).json;
    const all = await list({ limit: 1000 });
    t.equal(all.commands.length, all.total);
    const ids = all.commands.map(({ id }: { id: string }) => Number(id));
    t.same(
      ids,
      [...ids].sort((a, b) => b - a),
    );
    t.match(await list({ deviceId: other }), { total: 1, commands: [{ deviceId: other }] });
    t.match(await list({ deviceId: virtual }), { total: 0, commands: [] });
    t.match(await list({ deviceId: NOWHERE }), { total: 0, commands: [] });
    t.match(await list({ status: 'revoked' }), { total: 1 });
    t.match(await list({ status: 'sent' }), { total: 0 });
    t.match(await list({ from: now() + 1 }), { total: 0 });
    t.match(await list({ to: now() + 1, limit: 2, offset: 1 }), {
      total: all.total,
      commands: [{ id: String(ids[1]) }, { id: String(ids[2]) }],
    });
    for (const [query, status, token] of [
      [{ status: 'done' }, 400, 'InvalidEnumValue'],
      [{ deviceId: 'x' }, 400, 'InvalidIDFormat'],
      [{ from: 'x' }, 400, 'InvalidTimeRange'],
      [{ from: 2e12, to: 1e12 }, 400, 'InvalidTimeRange'],
      [{ limit: 0 }, 400, 'InvalidLimit'],
    ] as const) {
      t.match(await box.get('/api/v2/commands', { query }), { status, token });
    }
  });

  t.test('a command is taken back once', async t => {
    const { json, headers } = await send({ payloadHex: '01' });
    const other = { headers: { 'if-match': '"other"' } };
    t.match(await box.delete(`/api/v2/commands/${json.id}`, undefined, other), { status: 412 });
    t.equal((await box.get(`/api/v2/commands/${json.id}`)).headers.etag, headers.etag);
    const both = await Promise.all([
      box.delete(`/api/v2/commands/${json.id}`),
      box.delete(`/api/v2/commands/${json.id}`),
    ]);
    t.same(both.map(({ token }) => token).sort(), ['DownlinkAlreadyFinished', 'OK']);
    t.match(both.find(({ token }) => token === 'OK')?.json, { id: json.id, status: 'revoked' });
    for (const method of ['GET', 'DELETE']) {
      t.match(await box.send(method, '/api/v2/commands/999999'), { status: 404, token: 'CommandNotFound' });
      t.match(await box.send(method, '/api/v2/commands/x'), { status: 400, token: 'InvalidQueueID' });
      t.match(await box.send(method, '/api/v2/commands/0'), { status: 400, token: 'InvalidQueueID' });
    }
    const { key } = await box.key(['commands:read']);
    t.match(await box.as(key).delete(`/api/v2/commands/${json.id}`), { status: 403 });
  });

  t.test('a downlink of an endpoint that no device wraps is a command, too', async t => {
    await center.endpoint({ ep_eui: '70b3d567701100ff', ep_class: 'A' });
    const { downlink } = await center.api.call('SendDownlink', {
      ep_eui: '70b3d567701100ff',
      user_data: [Buffer.of(1)],
    });
    const { json } = await box.get(`/api/v2/commands/${downlink?.que_id}`);
    t.match(json, { clientDeviceId: '70b3d567701100ff', payloadHex: '01' });
    t.notOk('deviceId' in json);
  });

  t.test('the same by the named service', async t => {
    const call = async (name: string, body: object) =>
      (
        await box.send('POST', `/actuator_command.v2.ActuatorCommandService/${name}`, {
          headers: { 'content-type': 'application/json' },
          raw: JSON.stringify({ organizationId: box.organizationId, ...body }),
        })
      ).json;
    t.match(await call('ListActuatorCommands', { deviceId: device }), {
      total: 2,
      actuatorCommands: [
        {
          id: 'Set interval',
          name: 'Set interval',
          format: 3,
          parameters: { properties: { minutes: { type: 'integer' } } },
        },
        { id: '4', name: '4', format: 4 },
      ],
    });
    t.match(await call('ListActuatorCommands', { deviceId: device, search: 'SET' }), { total: 1 });
    t.match(await call('ListActuatorCommands', { deviceId: virtual }), { total: 0 });
    const sent = await call('SendActuatorCommand', {
      ...{ deviceId: device, commandId: 'Set interval', parameters: { minutes: 2 } },
      options: { priority: 4, confirmed: true, ref: 'grpc' },
    });
    t.match(sent, { status: 'pending', payloadHex: '0002', priority: 4, confirmed: true, ref: 'grpc' });
    t.match(await call('SendActuatorCommand', { deviceId: device, payload: '' }), { payloadHex: '' });
    t.match(await call('SendActuatorCommand', { deviceId: device, payload: 'AA==', commandId: '4' }), {
      message: /^ErrTokenMutuallyExclusiveFields/,
    });
    t.match(await call('CancelCommand', { id: sent.id }), { id: sent.id, status: 'revoked' });
    t.match(await call('GetCommand', { id: sent.id }), { status: 'revoked' });
  });
});
