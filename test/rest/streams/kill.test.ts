// Long: for CI and `npm test -- --long`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { openApi } from '../../../src/cli/api.ts';
import { SimulatedStation } from '../../../src/simulate/base-station.ts';
import { startCenterProcess } from '../../bench/rig/process.ts';
import { endpointEui, provision } from '../../bench/rig/rig.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { EventReader } from './reader.ts';

const SETTINGS = { PLATFORM_LIMITS_REQUESTS_PER_S: '0', PLATFORM_LIMITS_REST_REQUESTS_PER_S: '0' };
const ENDPOINTS = 8;

t.test('a reader misses nothing and gets nothing twice when the process is killed', async t => {
  const dataDir = join(t.testdir(), 'data');
  mkdirSync(dataDir);
  let center = await startCenterProcess(dataDir, SETTINGS);
  t.teardown(() => center.kill('SIGKILL'));
  let api = openApi(center.ports.gateway);
  const { ca, stations } = await provision(dataDir, api, 1, ENDPOINTS);
  const { raw_key, api_key } = await api.call('CreateApiKey', {
    api_key: { name: 'reader', scopes: ['messages:read'] },
  });
  const organizationId = api_key?.organization_id ?? '';
  const headers = { 'x-api-key': raw_key, 'x-organization-id': organizationId };
  const path = `/api/v2/streams/messages?organizationId=${organizationId}`;

  let packetCnt = 0;
  /** Sends until the service center is gone, or enough is acknowledged. */
  const sending = async (count: number): Promise<number> => {
    const [own] = stations;
    if (!own) throw new Error('no station');
    const { bsEui, cert, key } = own;
    const station = await SimulatedStation.connect({
      host: '127.0.0.1',
      port: center.ports.bssci,
      ca,
      cert,
      key,
      bsEui,
    });
    let answered = 0;
    const telegram = async (n: number): Promise<void> => {
      const epEui = euiOf(endpointEui(1 + (n % ENDPOINTS)));
      const rxTime = BigInt(Date.now()) * 1_000_000n;
      await station.start('ulData', uplink({ epEui, packetCnt: ++packetCnt, rxTime })).then(
        () => answered++,
        () => undefined,
      );
    };
    for (let n = 0; n < count; n += ENDPOINTS) {
      await Promise.all(Array.from({ length: ENDPOINTS }, (_, k) => telegram(n + k)));
      if (answered < n) break;
    }
    await station.close().catch(() => undefined);
    return answered;
  };

  const seen: string[] = [];
  const read = async (reader: EventReader, enough: () => boolean): Promise<void> => {
    for (let block = await reader.next(); block; block = await reader.next()) {
      seen.push(block.id ?? '');
      if (enough()) return;
    }
  };
  const first = await EventReader.open(t, center.ports.gateway, path, {
    headers: { ...headers, 'last-event-id': '0' },
  });
  const sent = sending(4000);
  await read(first, () => seen.length === 100);
  center.kill('SIGKILL');
  await center.exited;
  await read(first, () => false);
  const acknowledged = await sent;
  api.close();

  center = await startCenterProcess(dataDir, SETTINGS);
  api = openApi(center.ports.gateway);
  const last = first.lastEventId ?? '';
  const second = await EventReader.open(t, center.ports.gateway, path, {
    headers: { ...headers, 'last-event-id': last },
  });
  const more = await sending(80);
  t.equal(more, 80);
  const stored = async () => {
    const found: string[] = [];
    for (let page_token = ''; ; ) {
      const page = await api.call('ListMessages', { page_size: 100, page_token, order_by: 'seq asc' });
      found.push(...page.messages.map(({ seq }) => String(seq)));
      page_token = page.next_page_token;
      if (page_token === '') return found;
    }
  };
  let all: string[] = [];
  await read(second, () => seen.length >= acknowledged + more);
  all = await stored();
  t.ok(all.length >= acknowledged + more, `${all.length} stored, ${acknowledged + more} acknowledged`);
  while (seen.length < all.length) await read(second, () => seen.length >= all.length);
  t.same(seen, all, 'each once, in order');
  second.close();
  api.close();
  center.kill('SIGTERM');
  await center.exited;
});
