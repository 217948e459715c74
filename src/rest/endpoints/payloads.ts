import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { Store } from '../../domain/domain.ts';
import { number, uuid } from '../../rpc/checks.ts';
import { type At, fields, type Maybe, optional, refine } from '../../rpc/input.ts';
import type { StructIn } from '../../rpc/schema.gen.ts';
import { jsonOf, structOf } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId } from '../input.ts';

const json = (wire: Maybe<StructIn>): Readonly<Record<string, unknown>> | undefined =>
  wire ? jsonOf(wire) : undefined;

const request = fields({
  organization_id: organizationId,
  blueprint_id: optional(uuid),
  spec: json,
  format: optional(number(0, LIMITS.formatId)),
  object: json,
});

function withSource({ blueprint_id, spec, ...asked }: ReturnType<typeof request.read>, at: At) {
  if (blueprint_id !== undefined) return { ...asked, source: { blueprint: blueprint_id } };
  if (spec === undefined) return at.refuse('presence', 'DecodeSourceRequired');
  const document = JSON.stringify(spec);
  if (Buffer.byteLength(document) > LIMITS.documentBytes) {
    at.in('spec').refuse('range', 'BlueprintTooLarge', { limit: LIMITS.documentBytes });
  }
  return { ...asked, source: { document } };
}

/** The bytes of a downlink before it is sent. */
export function payloads({ store }: { readonly store: Store }): Group {
  return group('Blueprints', [
    method('rest.v1.RestService/EncodePayload', {
      http: {
        at: 'POST /api/v2/blueprints/encode',
        id: 'encodePayload',
        summary: 'The payload of a downlink, made by a blueprint and read back',
        body: '*',
        example: {
          request: { blueprintId: '0198c0de-0000-7000-8000-0000000000b1', format: 1, object: { interval: 15 } },
          response: { payloadHex: '0f', decoded: { interval: 15 } },
        },
      },
      ...{ access: 'org', needs: 'R', scope: 'catalog:read' },
      input: refine(request, withSource),
      async handle({ source, format = 0, object = {} }, { org }) {
        const asked = { org, source, format, values: object };
        const made = await store.scan.blueprintDocuments.encodePreview(asked);
        if (!made.ok) {
          const { reason, field, detail } = made;
          return { error: { reason, detail, ...(field !== '' && { field: field.slice(0, LIMITS.nameCharacters) }) } };
        }
        const { payload, values } = made;
        return { payload_hex: Buffer.from(payload).toString('hex'), decoded: values && structOf(values) };
      },
    }),
  ]);
}
