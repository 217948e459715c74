import type { DomainItem, EventItem, NoticeItem, UpItem } from '../../src/domain/integration/integration-records.ts';
import type { StoredMessage } from '../../src/domain/message/log.ts';
import type { Eui } from '../../src/kit/eui.ts';

export const EP = '70b3d56770110001' as Eui;
export const BS = '0011223344556677' as Eui;
const FAR = '0011223344556688' as Eui;

export const message: StoredMessage = {
  seq: 184467,
  org: 1,
  endpoint: 4,
  epEui: EP,
  epName: 'Room 12',
  typeEui: null,
  deviceModel: null,
  packetCnt: 1234,
  rxTime: 1_768_903_200_123_456_789n,
  storedAt: 1_768_903_200_700,
  userData: Uint8Array.of(0, 41, 1),
  format: 0,
  flags: 1,
  receptions: [
    {
      ...{ station: 2, opId: 5, rxTime: 1_768_903_200_123_456_789n, snr: 3, rssi: -99, rxDuration: 250_000_000n },
      subpackets: { snr: [2.5], rssi: [-99], frequency: [868_180_000] },
    },
    {
      ...{ station: 1, opId: 9, rxTime: 1_768_903_200_123_456_800n, snr: 7.5, rssi: -95.2, eqSnr: 6.9 },
      ...{ profile: 'eu1', mode: 'ulp', subpackets: { snr: [7.1], rssi: [-95.2], frequency: [868_180_000] } },
    },
  ],
  skipped: 0,
  decodeStatus: 'success',
  decodeError: '',
  decoding: 1,
  vmMacType: null,
};

export function up(place: number, over: Partial<UpItem> = {}): UpItem {
  return {
    ...{ stream: 'log', place, event: 'up', epEui: EP, storedAt: 1_768_903_200_700 + place },
    message: { ...message, seq: place, epEui: over.epEui ?? EP },
    decoded: {
      ...{ status: 'success', error: '', blueprint: '0198c0de-0000-7000-8000-0000000000bb', version: '1.0' },
      typeEui: 'fca84a0300000001',
      values: new Map<string, number | bigint | null>([
        ['temperature', 21.5],
        ['humidity', 48],
        ['total', 9_007_199_254_740_993n],
        ['broken', null],
      ]),
      shown: [
        { name: 'temperature', key: '"temperature"', unit: '°C', label: 'Temperature' },
        { name: 'humidity', key: '"humidity"', unit: '%', label: '' },
        { name: 'total', key: '"total"', unit: '', label: '' },
        { name: 'broken', key: '"broken"', unit: '', label: '' },
      ],
    },
    stations: new Map([
      [1, { bsEui: BS, name: 'near' }],
      [2, { bsEui: FAR, name: 'far' }],
    ]),
    device: {
      ...{ epEui: EP, name: 'Room 12', tags: { floor: '2' }, typeEui: '' },
      ...{ deviceModel: 'febris-co2', manufacturer: 'sentinum' },
    },
    ...over,
  };
}

export function notice(place: number, over: Partial<NoticeItem> = {}): NoticeItem {
  return {
    ...{ stream: 'log', place, event: 'attach', at: 1_768_903_200_000, storedAt: 1_768_903_200_100, epEui: EP },
    bsEui: undefined,
    device: undefined,
    content: {},
    ...over,
  };
}

export function event(place: number, over: Partial<EventItem['row']> = {}): EventItem {
  return {
    ...{ stream: 'events', place, event: 'event', storedAt: 1_768_903_200_100, epEui: EP, bsEui: undefined },
    row: {
      ...{ seq: place, uuid: '0198c0de-0000-7000-8000-0000000000cc', org: 1, event_type: 'downlink.sent' },
      ...{ category: 'downlink', severity: 'info', source_type: 'endpoint', source_id: EP, source_name: 'Room 12' },
      ...{ ep_eui: EP, bs_eui: null, ac_eui: null, user_id: null, user_email: null, timestamp_at: 1_768_903_200_000 },
      ...{
        stored_at: 1_768_903_200_100,
        title: 'Downlink sent',
        data: '{"queId":"17","txTime":"1768903200123456789"}',
      },
      ...{ count: 1, description: '', moved_ms: 0 },
      ...over,
    },
  };
}

/** A small item of an endpoint, where nothing matters but its place. */
export function plainItem(place: number, endpoint: number, stream: 'log' | 'events' = 'log'): DomainItem {
  const epEui = endpoint.toString(16).padStart(16, '0') as Eui;
  return stream === 'log' ? notice(place, { epEui }) : { ...event(place), epEui };
}
