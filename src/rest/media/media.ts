import type { Store } from '../../domain/domain.ts';
import { BadImage } from '../../domain/media/image/bad-image.ts';
import { type Picture, pictureOf } from '../../domain/media/image/image.ts';
import type { MediaRow } from '../../domain/media/media-columns.ts';
import { MAX_IMAGE_BYTES } from '../../domain/media/media-store.ts';
import { fault } from '../../kit/faults/faults.ts';
import { type Clock, momentOf } from '../../kit/time/clock.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import { asIs, uuid } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId } from '../input.ts';
import type { MediaContentOut, MediaOut } from '../schema.gen.ts';
import { MEDIA_PATH, type MediaAddresses } from './addresses.ts';
import { dispositionOf, filenameIn, imageName, inlineDisposition } from './disposition.ts';
import { fileOfForm } from './form.ts';

/** An image never changes. */
const VERSION = 1;
/** What a form has beside the image. */
const FORM_BYTES = 64 * 1024;
const NAMED = `${MEDIA_PATH}/{id}`;
const SERVICE = 'rest.v1.RestService';

/** Whatever the bytes are, a browser is to take them for an image, or for nothing. */
const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-site',
};
/** By its address one image is found for ever, and by no client that should not. */
const CACHED = 'private, max-age=3600, immutable';

const example = {
  ...{ id: '0198c0de-0000-7000-8000-000000000081', filename: 'pump-room.jpg', contentType: 'image/jpeg' },
  sizeBytes: 182_044,
  url: `${MEDIA_PATH}/0198c0de-0000-7000-8000-000000000081?expires=1768906800&signature=Qm9fV2F5c3RhdGlvbl9zaWduYXR1cmVfZXhhbXBsZQ`,
  createdAt: '2026-01-20T10:00:00.000Z',
};

/** Images that devices show (REST section 14.3). */
export function media({ store, clock, addresses }: { store: Store; clock: Clock; addresses: MediaAddresses }): Group {
  const contentOf = async ({ told }: Call, row: MediaRow | undefined): Promise<MediaContentOut> => {
    const content = row && (await store.scan.media.content(row.id));
    if (!content) throw fault('MediaNotFound');
    told.version = VERSION;
    told.headers = {
      ...HARMLESS,
      'cache-control': CACHED,
      'content-disposition': inlineDisposition(row.filename),
    };
    return { content, content_type: row.content_type };
  };

  return group('Media', [
    method(`${SERVICE}/CreateMedia`, {
      http: {
        at: `POST ${MEDIA_PATH}`,
        id: 'createMedia',
        summary: 'Keeps an image for devices to show',
        upload: {
          types: ['image/', 'multipart/form-data'],
          ...{ bytes: 'content', type: 'content_type', disposition: 'content_disposition', tooLarge: 'MediaTooLarge' },
        },
        maxBytes: MAX_IMAGE_BYTES + FORM_BYTES,
        example: { response: example },
      },
      ...{ access: 'org', needs: 'E', scope: 'media:write' },
      input: fields({
        ...{ organization_id: organizationId, content: asIs<Uint8Array>, content_type: asIs<string> },
        content_disposition: asIs<string>,
      }),
      async handle(request, call) {
        const { picture, disposition } = readImage(request);
        const id = uuid7(clock.now());
        const given = filenameIn(dispositionOf(disposition));
        const filename = imageName(given, picture.contentType, id);
        const image = { uuid: id, filename, contentType: picture.contentType, content: picture.bytes };
        const row = await store.write.media.create(call.org, image, acting(call, clock));
        call.told.version = VERSION;
        call.told.location = `${MEDIA_PATH}/${row.uuid}`;
        return toWire(row, addresses);
      },
    }),
    method(`${SERVICE}/GetMedia`, {
      http: {
        at: `GET ${NAMED}`,
        id: 'getMedia',
        summary: 'Reads the bytes of an image',
        open: { query: 'signature', method: `${SERVICE}/GetSignedMedia` },
        download: { bytes: 'content', type: 'content_type', types: ['image/png', 'image/jpeg', 'image/webp'] },
      },
      ...{ access: 'org', needs: 'R', scope: 'media:read' },
      input: byId,
      handle: ({ id }, call) => contentOf(call, store.read.media.find(call.org, id)),
    }),
    method(`${SERVICE}/GetSignedMedia`, {
      ...{ access: 'public', needs: '', scope: '' },
      input: fields({ id: uuid, expires: asIs<string>, signature: asIs<string> }),
      handle({ id, ...signed }, call) {
        if (!addresses.admits(id, signed, momentOf(clock))) throw fault('AuthorizationRequired');
        return contentOf(call, store.read.media.findAnywhere(id));
      },
    }),
    method(`${SERVICE}/DeleteMedia`, {
      http: {
        at: `DELETE ${NAMED}`,
        id: 'deleteMedia',
        summary: 'Deletes an image, and takes it from the devices that have shown it',
        example: { response: { id: example.id, deleted: true } },
      },
      ...{ access: 'org', needs: 'E', scope: 'media:write' },
      input: byId,
      async handle({ id }, call) {
        await store.write.media.remove(call.org, id, call.ifMatch, acting(call, clock));
        return { id, deleted: true };
      },
    }),
  ]);
}

interface Sent {
  readonly content: Uint8Array;
  readonly content_type: string;
  readonly content_disposition: string;
}

/** @throws fault `MediaTooLarge`, `UnsupportedImageType`, `MalformedRequest` */
function readImage({ content, content_type: type, content_disposition }: Sent): {
  readonly picture: Picture;
  readonly disposition: string;
} {
  const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const isForm = /^\s*multipart\/form-data\s*(;|$)/i.test(type);
  const file = isForm ? fileOfForm(body, type) : { disposition: content_disposition, content: body };
  if (file.content.length > MAX_IMAGE_BYTES) throw fault('MediaTooLarge', { limit: MAX_IMAGE_BYTES });
  const picture = pictureIn(file.content);
  if (!picture) throw fault('UnsupportedImageType');
  return { picture, disposition: file.disposition };
}

function pictureIn(bytes: Buffer): Picture | undefined {
  try {
    return pictureOf(bytes);
  } catch (error) {
    if (error instanceof BadImage) throw fault('UnsupportedImageType', { reason: error.message });
    throw error;
  }
}

/** The address is that of the moment it was made: a repeated creation gets the same answer. */
function toWire({ uuid: id, filename, content_type, size, created_at }: MediaRow, addresses: MediaAddresses): MediaOut {
  const url = addresses.of(id, created_at);
  return { id, filename, content_type, size_bytes: size, url, created_at: timestamp(created_at) };
}
