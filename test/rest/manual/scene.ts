import type { Test } from 'tap';
import { MINUTE_MS, MS_NS } from '../../../src/kit/units.ts';
import { until } from '../../peers/center.ts';
import { euiOf, uplink } from '../../peers/telegrams.ts';
import { RestBox } from '../box.ts';

/** The base station of the manual. */
const BS = '70b3d59cd0000001';
/** Temperature and humidity, as the sensor of the manual sends them. */
const PAYLOADS = [
  [0x00, 0xd2, 0x01, 0xc4],
  [0x00, 0xd7, 0x01, 0xc2],
];

/**
 * What a reader of the manual has: a box with the catalog, a key, and a sensor that a base station hears.
 * @param scopes those of the key
 */
export async function readerScene(t: Test, edition: 'community' | 'enterprise', scopes: readonly string[]) {
  const box = await RestBox.start(t.testdir(), { edition, withCatalog: true });
  t.teardown(() => box[Symbol.asyncDispose]());
  const { center, organizationId } = box;
  const { key } = await box.key(scopes);
  return {
    box,
    center,
    variables: {
      BASE: `http://127.0.0.1:${center.ports.gateway}`,
      KEY: key['x-api-key'] ?? '',
      ORG: organizationId,
    },
    /** The sensor sends; resolves when that can be read. */
    async send(epEui: string): Promise<void> {
      const asked = { base_station: { bs_eui: BS } };
      if (box.enterprise) await box.enterprise.call('CreateBaseStation', asked, box.owner);
      else await center.api.call('CreateBaseStation', asked);
      const station = await center.baseStation({ bsEui: BS, register: false });
      for (const [n, bytes] of PAYLOADS.entries()) {
        const rxTime = BigInt(center.clock.now() - (PAYLOADS.length - n) * MINUTE_MS) * MS_NS;
        const userData = Uint8Array.from(bytes);
        await station.start('ulData', uplink({ epEui: euiOf(epEui), packetCnt: n + 1, rxTime, userData }));
      }
      await center.clock.advance(500);
      const [{ id }] = (await box.get('/api/v2/devices', { query: { clientDeviceId: epEui } })).json.devices;
      const received = async () => (await box.get(`/api/v2/devices/${id}/messages`)).json.total;
      await until(async () => (await received()) === PAYLOADS.length);
    },
  };
}
