import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { Preview } from '../../domain/blueprint/preview.ts';
import type { Store } from '../../domain/domain.ts';
import { type Row, rpc } from '../call/define.ts';
import { hexKey, number, oneOf, uuid } from '../checks.ts';
import { type At, type Check, fields, type Maybe, optional, refine } from '../input.ts';
import { shownToWire } from '../message-fields.ts';
import type { DecodePreviewResponseOut } from '../schema.gen.ts';
import { structOf } from '../wire.ts';
import { specText } from './documents.ts';

const MAX_COUNTER = 0xffff_ffff;

const payload: Check<Maybe<Uint8Array>, Uint8Array> = (wire, at) => {
  const bytes = wire ?? new Uint8Array();
  if (bytes.length > LIMITS.payloadBytes) at.refuse('range', 'DecodePayloadTooLarge', { limit: LIMITS.payloadBytes });
  return bytes;
};

const request = fields({
  blueprint_id: optional(uuid),
  spec_json: optional(specText),
  user_data: payload,
  format: optional(number(0, LIMITS.formatId)),
  app_key: hexKey,
  packet_cnt: optional(number(0, MAX_COUNTER)),
  direction: optional(oneOf(['uplink', 'downlink'], 'InvalidDirection')),
});

function withSource({ blueprint_id, spec_json, ...asked }: ReturnType<typeof request.read>, at: At) {
  if (blueprint_id !== undefined) return { ...asked, source: { blueprint: blueprint_id } };
  if (spec_json !== undefined) return { ...asked, source: { document: spec_json } };
  return at.refuse('presence', 'DecodeSourceRequired');
}

/** What one payload means by a blueprint, stored or not (platform API 18). */
export function decodePreview({ store }: { readonly store: Store }): readonly Row[] {
  return [
    rpc('DecodePreview', {
      access: 'org',
      needs: 'R',
      scope: 'catalog:read',
      input: refine(request, withSource),
      async handle({ source, user_data, format = 0, direction = 'uplink' }, { org }) {
        const found = await store.scan.blueprintDocuments.preview({
          org,
          source,
          direction,
          format,
          payload: user_data,
        });
        return previewToWire(found, format);
      },
    }),
  ];
}

function previewToWire({ version, trace, result }: Preview, format: number): DecodePreviewResponseOut {
  const decoding = {
    format,
    blueprint_version: version,
    trace: trace.map(({ name, bitOffset, bitSize, raw, value }) => ({
      name,
      bit_offset: bitOffset,
      bit_size: bitSize,
      raw,
      value,
    })),
  };
  if (!result.ok) return { ...decoding, success: false, error_code: result.code, error_detail: result.detail };
  return {
    ...decoding,
    success: true,
    decoded: structOf(result.values),
    decoded_meta: shownToWire(result.shown),
    unused_bits: result.unusedBits,
  };
}
