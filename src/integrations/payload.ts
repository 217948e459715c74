import type { Value, ValueDescription } from '../domain/blueprint/codec/blueprint.ts';
import type { Device, DomainItem, EventItem, NoticeItem, UpItem } from '../domain/integration/integration-records.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import { messageUuid } from '../domain/message/identity.ts';
import { best, byQuality, type Reception, statedTime } from '../domain/message/reception.ts';
import { MS_NS, SECOND_NS } from '../kit/units.ts';

/** A JSON object as integrations.md section 1 describes it: camelCase keys, no nulls, 64-bit values as decimal text. */
export type Payload = Readonly<Record<string, unknown>>;

/** What a payload says beside its item. */
export interface PayloadView {
  readonly deliveryId: string;
  readonly organizationId: string;
  /** Whether receptions show their parts. */
  readonly subpackets: boolean;
  readonly replay: boolean;
}

/** What a target gets of an item (integrations section 1). */
export function payloadOf(item: DomainItem, view: PayloadView): Payload {
  if (item.event === 'up') return upPayload(item, view);
  return item.event === 'event' ? eventPayload(item, view) : noticePayload(item, view);
}

/** What a test by hand sends. @param at milliseconds */
export function testPayload(
  { deliveryId, organizationId }: Pick<PayloadView, 'deliveryId' | 'organizationId'>,
  at: number,
): Payload {
  return { v: 1, event: 'test', deliveryId, organizationId, seq: '0', time: iso(at), message: 'This is a test.' };
}

const envelope = (event: string, seq: number, { deliveryId, organizationId, replay }: PayloadView) => ({
  v: 1,
  event,
  deliveryId,
  organizationId,
  ...(replay && { replay }),
  seq: String(seq),
});

function upPayload({ message, decoded, stations, device, epEui, place }: UpItem, view: PayloadView): Payload {
  const { receptions, userData } = message;
  const heard = receptions.length > 1 ? receptions.toSorted(byQuality) : receptions;
  const top = best(receptions);
  const bytes = Buffer.from(userData.buffer, userData.byteOffset, userData.byteLength);
  const known = device ?? { epEui, name: message.epName, typeEui: '' };
  return present({
    ...envelope('up', place, view),
    messageId: messageUuid(message.seq, message.storedAt),
    time: isoNs(message.rxTime),
    device: deviceOf({ ...known, typeEui: decoded.typeEui || known.typeEui }),
    epEui,
    packetCnt: message.packetCnt,
    format: message.format,
    data: bytes.toString('base64'),
    dataHex: bytes.toString('hex'),
    rxTime: String(message.rxTime),
    rxDuration: decimal(receptions[0]?.rxDuration),
    bsEui: stations.get(top.station)?.bsEui,
    ...radioOf(top),
    profile: said(top.profile),
    mode: said(top.mode),
    ...unpackFlags(message.flags),
    baseStations: heard.map(reception => {
      const { subpackets } = reception;
      return present({
        bsEui: stations.get(reception.station)?.bsEui,
        rxTime: String(statedTime(reception)),
        ...radioOf(reception),
        subpackets: view.subpackets ? subpackets && present({ ...subpackets }) : undefined,
      });
    }),
    decodeStatus: decoded.status,
    decodeError: said(decoded.error),
    decoded: decoded.values && decodedOf(decoded.values),
    components: decoded.values && componentsOf(decoded.values, decoded.shown),
    blueprintId: said(decoded.blueprint),
    blueprintVersion: said(decoded.version),
  });
}

function noticePayload({ event, place, at, epEui, bsEui, device, content }: NoticeItem, view: PayloadView): Payload {
  const about = { time: iso(at), device: device && deviceOf(device), epEui, bsEui };
  return present({ ...envelope(event, place, view), ...about, ...content });
}

/** Its own `id` and `timestamp` are `eventId` and `time`. */
function eventPayload({ row }: EventItem, view: PayloadView): Payload {
  return present({
    ...envelope('event', row.seq, view),
    time: iso(row.timestamp_at),
    eventId: row.uuid,
    eventType: row.event_type,
    category: row.category,
    severity: row.severity,
    title: row.title,
    description: said(row.description),
    sourceType: row.source_type,
    sourceId: said(row.source_id),
    sourceName: said(row.source_name),
    epEui: said(row.ep_eui),
    bsEui: said(row.bs_eui),
    acEui: said(row.ac_eui),
    userId: said(row.user_id),
    userEmail: said(row.user_email),
    storedAt: iso(row.stored_at),
    data: JSON.parse(row.data) as unknown,
    count: row.count,
  });
}

function deviceOf({ epEui, name, tags, typeEui, deviceModel, manufacturer }: Partial<Device>): Payload {
  const texts = { typeEui: said(typeEui), deviceModel: said(deviceModel), manufacturer: said(manufacturer) };
  return present({ epEui, name: said(name), tags, ...texts });
}

function radioOf({ snr, rssi, eqSnr }: Reception) {
  return { snr, rssi, eqSnr };
}

function decodedOf(values: ReadonlyMap<string, Value>): Payload {
  return Object.fromEntries([...values].flatMap(([name, value]) => (isKnown(value) ? [[name, plain(value)]] : [])));
}

function componentsOf(values: ReadonlyMap<string, Value>, shown: readonly ValueDescription[]): Payload {
  const units = new Map(shown.map(({ name, unit }) => [name, unit]));
  return Object.fromEntries(
    [...values].flatMap(([name, value]) => {
      const unit = units.get(name);
      return isKnown(value) ? [[name, { value: plain(value), ...(unit && { unit }) }]] : [];
    }),
  );
}

/** No number is none that JSON has. */
const isKnown = (value: Value): value is Exclude<Value, null> =>
  value !== null && (typeof value !== 'number' || Number.isFinite(value));

const plain = (value: Exclude<Value, null>) => (typeof value === 'bigint' ? String(value) : value);

const decimal = (value: bigint | undefined) => (value === undefined ? undefined : String(value));

/** What is unknown or absent has no key, nor has a number that JSON has not. */
function present(all: Readonly<Record<string, unknown>>): Payload {
  const known: Record<string, unknown> = {};
  for (const name in all) {
    const value = all[name];
    if (value === undefined || value === null || (typeof value === 'number' && !Number.isFinite(value))) continue;
    known[name] = value;
  }
  return known;
}

/** A text that says nothing when it is empty. */
const said = (text: string | null | undefined) => text || undefined;

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function isoNs(ns: bigint): string {
  const fraction = ((ns % SECOND_NS) + SECOND_NS) % SECOND_NS;
  return `${iso(Number((ns - fraction) / MS_NS)).slice(0, 20)}${String(fraction).padStart(9, '0')}Z`;
}
