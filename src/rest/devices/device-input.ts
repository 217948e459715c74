import type { Configuration } from '../../domain/device/configuration.ts';
import type { GivenImage } from '../../domain/device/device-store.ts';
import { fault } from '../../kit/faults/faults.ts';
import { oneOf, text, uuid } from '../../rpc/checks.ts';
import { type At, type Check, type InputContext, list, type Maybe, readInput, saying } from '../../rpc/input.ts';
import { jsonOf } from '../../rpc/wire.ts';
import type { ImageIn, PhysicalDeviceIn } from '../schema.gen.ts';

const MAX_IMAGES = 20;
const MAX_POSITION = 2 ** 31 - 1;
const CLIENT_ID_MAX = 128;

type Wire<T> = Partial<T> | null | undefined;

/** What a request says of a physical device; what is absent is undefined. */
export interface GivenDevice {
  readonly client: string | undefined;
  readonly connection: string | undefined;
  readonly configuration: Configuration;
}

const id = text(CLIENT_ID_MAX);

/** `null` is as absent, but what is there and empty is missing. */
const named =
  (missing: 'ClientDeviceIDRequired' | 'ConnectionIDRequired'): Check<Maybe<string>, string | undefined> =>
  (wire, at) =>
    wire === undefined || wire === null ? undefined : id(wire, at) || at.refuse('presence', missing);

/** Where something stands that would be stored as something else: a whole number beyond 2^53, or half a letter (clarification T6). */
function unfit(json: unknown): string | undefined {
  if (typeof json === 'number') return Number.isInteger(json) && !Number.isSafeInteger(json) ? '' : undefined;
  if (typeof json === 'string') return json.isWellFormed() ? undefined : '';
  if (typeof json !== 'object' || json === null) return undefined;
  for (const [key, value] of Object.entries(json)) {
    const below = key.isWellFormed() ? unfit(value) : '';
    if (below !== undefined) return `/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}${below}`;
  }
  return undefined;
}

/** Null or absent is undefined. */
export const physicalDevice: Check<Wire<PhysicalDeviceIn>, GivenDevice | undefined> = (wire, at) => {
  if (!wire) return undefined;
  const client = at.in('client_device_id');
  const connection = at.in('connection_id');
  const configuration = at.in('configuration');
  return {
    client: client.try(() => named('ClientDeviceIDRequired')(wire.client_device_id, client)),
    connection: connection.try(() => named('ConnectionIDRequired')(wire.connection_id, connection)),
    configuration: configuration.try(() => {
      const json = wire.configuration ? jsonOf(wire.configuration) : {};
      const pointer = unfit(json);
      return pointer === undefined ? json : configuration.refuse('format', 'InvalidDeviceConfiguration', { pointer });
    }),
  };
};

/** A physical device that is bound for the first time names both ids. */
export function bothIds({ client, connection }: GivenDevice): { client: string; connection: string } {
  if (client === undefined) throw fault('ClientDeviceIDRequired', { field: 'device.physical_device.client_device_id' });
  if (connection === undefined) throw fault('ConnectionIDRequired', { field: 'device.physical_device.connection_id' });
  return { client, connection };
}

const image: Check<Partial<ImageIn>, Omit<GivenImage, 'position'> & { position: number | undefined }> = (wire, at) => {
  const position = wire.position ?? undefined;
  const inside = at.in('position');
  if (position !== undefined && !(position >= 0)) {
    inside.try(() => inside.refuse('range', 'FieldOutOfRange', { min: 0, max: MAX_POSITION }));
  }
  const media = at.in('media_id');
  // What comes out as the id of an image may come back as such.
  return { media: media.try(() => uuid(wire.media_id ?? wire.id, media)), isCover: wire.is_cover ?? false, position };
};

/** In the order of their positions, which are the places in the list where none is given. */
export const images: Check<Maybe<readonly Partial<ImageIn>[]>, readonly GivenImage[]> = (wire, at) => {
  const all = list(image, MAX_IMAGES)(wire, at).map((each, place) => ({ ...each, position: each.position ?? place }));
  if (all.filter(({ isCover }) => isCover).length > 1) at.refuse('range', 'MultipleCoverImages');
  if (new Set(all.map(({ media }) => media)).size < all.length) {
    at.refuse('range', 'InvalidArgument', { reason: 'a media item that is there twice' });
  }
  return all;
};

const MAX_IDS = 100;

/** Ids of sensor templates, or of sensors. */
export const ids = list(uuid, MAX_IDS);

const ORDERS = ['name', '-name', 'createdAt', '-createdAt', 'lastSeen', '-lastSeen'] as const;

const order = oneOf(ORDERS, 'InvalidOrderBy');

export const sort: Check<Maybe<string>, (typeof ORDERS)[number]> = saying(order, (wire, at) =>
  wire ? order(wire, at) : 'name',
);

/** Checks what can be checked only when it is known what is stored. @throws BadInput */
export function checked<T>(context: InputContext, check: (at: At) => T): T {
  const input = { names: [], read: (_: object, at: At) => check(at.in('device').in('physical_device')) };
  return readInput(input, {}, context, ['device']);
}
