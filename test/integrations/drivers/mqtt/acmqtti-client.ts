import type { UpItem } from '../../../../src/domain/integration/integration-records.ts';
import type { Reception } from '../../../../src/domain/message/reception.ts';
import type { Item } from '../../../../src/integrations/driver.ts';
import { DeliveryItem } from '../../../../src/integrations/item.ts';
import type { Eui } from '../../../../src/kit/eui.ts';
import { readExactly } from '../../../peers/exact-json.ts';
import { message, up } from '../../items.ts';
import { ORG } from './scene.ts';

/** A way in which clients in the field have their topics. */
export interface Form {
  readonly acmqttiVersion: '0.1' | '0.3';
  readonly euiCase: 'lower' | 'upper';
}

export const FORMS: readonly Form[] = (['0.1', '0.3'] as const).flatMap(acmqttiVersion =>
  (['lower', 'upper'] as const).map(euiCase => ({ acmqttiVersion, euiCase })),
);

/** What a client has understood of an uplink. */
export interface Understood {
  readonly epEui: string;
  readonly isDuplicate: boolean;
  readonly packetCnt: bigint;
  readonly data: readonly number[];
  readonly bsEui: bigint | null;
  readonly rxTime: bigint;
  readonly receptions: number;
}

/**
 * Reads an uplink as public clients do: each key without a default, numbers with all their digits, and of the duplicates the first
 * reception only. @throws where they raise
 */
export function understood(topic: string, text: string, { acmqttiVersion, euiCase }: Form): Understood {
  const [prefix, , ...levels] = topic.split('/');
  if (prefix !== 'mioty') throw new Error(topic);
  if (acmqttiVersion === '0.3' && levels.shift() !== 'v1') throw new Error(topic);
  const [epEui = '', name, ...more] = levels;
  const digits = euiCase === 'upper' ? '[0-9A-F]{2}' : '[0-9a-f]{2}';
  if (!new RegExp(`^(${digits}-){7}${digits}$`).test(epEui) || more.length > 0) throw new Error(topic);
  if (name !== 'uplink' && name !== 'uplinkDuplicate') throw new Error(topic);

  const uplink = objectOf(readExactly(text));
  const stations = listOf(at(uplink, 'baseStations')).map(objectOf);
  for (const station of stations) {
    for (const key of ['eqSnr', 'rssi', 'snr']) numberOrNull(at(station, key));
    longOrNull(at(station, 'bsEui'));
    long(at(station, 'rxTime'));
    const subpackets = at(station, 'subpackets');
    if (subpackets !== null) for (const list of Object.values(objectOf(subpackets))) listOf(list);
  }
  for (const component of Object.values(objectOf(at(uplink, 'components')))) {
    at(objectOf(component), 'unit');
    at(objectOf(component), 'value');
  }
  const meta = objectOf(at(uplink, 'meta'));
  for (const key of ['name', 'vendor']) at(meta, key);
  at(uplink, 'typeEui');
  long(at(uplink, 'format'));
  if (long(at(uplink, 'cnt')) !== long(at(uplink, 'packetCnt'))) throw new Error('two counters');
  const [first = {}] = stations;
  return {
    epEui: epEui.replaceAll('-', '').toLowerCase(),
    isDuplicate: name === 'uplinkDuplicate',
    packetCnt: long(at(uplink, 'packetCnt')),
    data: listOf(at(uplink, 'data')).map(byte => Number(long(byte))),
    bsEui: longOrNull(at(first, 'bsEui')),
    rxTime: long(at(first, 'rxTime')),
    receptions: stations.length,
  };
}

/** Uplinks of the kinds that there are in the field, and what a client must have understood of each. */
export function mixedUplinks(count: number): readonly { readonly item: Item; readonly expected: Understood }[] {
  return Array.from({ length: count }, (_each, index) => {
    const place = index + 1;
    const shape = SHAPES[index % SHAPES.length] ?? {};
    const epEui = (0x70b3d56770110000n + BigInt(index % 97)).toString(16) as Eui;
    const bsEui = (0xfedcba9876543210n + BigInt(index)).toString(16) as Eui;
    const rxTime = 1_768_903_200_123_456_789n + BigInt(index);
    const bytes = Uint8Array.from({ length: index % 246 }, (_byte, n) => (n * 7 + index) % 256);
    const heard = (shape.receptions ?? [{}]).map(
      (each, n): Reception => ({ station: n + 1, opId: n, rxTime, snr: 7.5 - n, rssi: -95.2, ...each }),
    );
    const made: UpItem = up(place, { epEui });
    const item: UpItem = {
      ...made,
      message: {
        ...message,
        seq: place,
        epEui,
        packetCnt: place,
        userData: bytes,
        receptions: heard,
        flags: shape.flags ?? 0,
      },
      decoded: shape.isDecoded
        ? made.decoded
        : { ...made.decoded, status: 'no_blueprint', typeEui: '', values: undefined, shown: [] },
      stations: new Map(
        shape.isStationKnown === false ? [] : heard.map(({ station }) => [station, { bsEui, name: '' }]),
      ),
      device: shape.isDecoded ? made.device : undefined,
    };
    return {
      item: new DeliveryItem(item, { ...DELIVERER, includeSubpackets: index % 2 === 0 }, false),
      expected: {
        epEui,
        isDuplicate: shape.flags === DUPLICATE,
        packetCnt: BigInt(place),
        data: [...bytes],
        bsEui: shape.isStationKnown === false ? null : BigInt(`0x${bsEui}`),
        rxTime,
        receptions: heard.length,
      },
    };
  });
}

interface Shape {
  readonly receptions?: readonly Partial<Reception>[];
  readonly isDecoded?: boolean;
  readonly isStationKnown?: false;
  readonly flags?: number;
}

const DUPLICATE = 8;
const DELIVERER = { installation: 'i', integrationId: 'g', organizationId: ORG };
const subpackets = { snr: [7.1, 6.9], rssi: [-95, -96], frequency: [868_180_000, 868_200_000] };
const SHAPES: readonly Shape[] = [
  // AVA: everything that there is.
  { receptions: [{ eqSnr: 6.9, subpackets: { ...subpackets, phase: [1, 2] }, profile: 'eu1' }], isDecoded: true },
  // Diehl: levels only.
  { receptions: [{}] },
  // Miromico: several stations, of which not each has everything.
  { receptions: [{ eqSnr: 5 }, { subpackets }, {}], isDecoded: true },
  { receptions: [{ snr: Number.NaN }, {}] },
  { isStationKnown: false },
  { flags: DUPLICATE, receptions: [{}, { eqSnr: 1 }] },
];

type Keys = Readonly<Record<string, unknown>>;

function at(from: Keys, key: string): unknown {
  if (!Object.hasOwn(from, key)) throw new Error(`there is no ${key} in ${Object.keys(from).join()}`);
  return from[key];
}

function objectOf(value: unknown): Keys {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${value} is no object`);
  return { ...value };
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${value} is no list`);
  return value;
}

function numberOrNull(value: unknown): void {
  if (value !== null && typeof value !== 'number' && typeof value !== 'bigint')
    throw new Error(`${value} is no number`);
}

function long(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`);
  return BigInt(value);
}

function longOrNull(value: unknown): bigint | null {
  return value === null ? null : long(value);
}
