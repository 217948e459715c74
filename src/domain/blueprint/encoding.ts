import { Fault, fault } from '../../kit/faults/faults.ts';
import type { BlueprintReader } from './blueprints.ts';
import type { Blueprint, Calibration } from './codec/blueprint.ts';
import { LIMITS } from './codec/limits.ts';
import type { EncodeReason } from './codec/problems.ts';
import { type CommandDefinition, commandsOf } from './commands.ts';
import { compiledDocuments } from './compiled.ts';
import { openDocument } from './documents.ts';
import type { DecodingAssignment, EffectiveBlueprints } from './effective.ts';

export interface EncodeRequest {
  /** The endpoint that the payload is for. */
  readonly endpoint: DecodingAssignment & { readonly calibration: string | null };
  readonly format: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Makes payloads of values. It may read a document first, which takes milliseconds: see `documentReader`. */
export function valueEncoder({
  find,
  effective,
}: Pick<BlueprintReader, 'find'> & Pick<EffectiveBlueprints, 'effective'>) {
  const compiled = compiledDocuments(openDocument);

  /** The document that decodes the endpoint's next uplink. */
  const documentOf = (endpoint: DecodingAssignment): string => {
    const blueprint = effective(endpoint);
    const document = blueprint && find(endpoint.org, blueprint.uuid)?.document;
    if (document === undefined) throw refusal('no_blueprint', '', 'no blueprint decodes this endpoint');
    return document;
  };

  /** What a release before this one stored may be refused by it. */
  const readable = (document: string): Blueprint => {
    try {
      return compiled(document);
    } catch (error) {
      if (error instanceof Fault) throw refusal('internal', '', 'the blueprint of this endpoint cannot be read');
      throw error;
    }
  };

  return {
    /** @throws fault `DownlinkEncodingFailed` */
    encode({ endpoint, format, values }: EncodeRequest): Uint8Array {
      const blueprint = readable(documentOf(endpoint));
      const calibration = endpoint.calibration === null ? {} : (JSON.parse(endpoint.calibration) as Calibration);
      const encoded = blueprint.encode({ format, values, calibration });
      if (!encoded.ok) throw refusal(encoded.reason, encoded.field, encoded.detail);
      return encoded.payload;
    },

    /** What the endpoint can be told by values; nothing where no blueprint decodes it. */
    commands(endpoint: DecodingAssignment): readonly CommandDefinition[] {
      const blueprint = effective(endpoint);
      const document = blueprint && find(endpoint.org, blueprint.uuid)?.document;
      return document === undefined ? [] : commandsOf(readable(document));
    },
  };
}

export type ValueEncoder = ReturnType<typeof valueEncoder>;

/** A field of the caller's may have a name of any length, one of a document has not. */
function refusal(reason: EncodeReason | 'no_blueprint' | 'internal', field: string, detail: string): Fault {
  const name = field.slice(0, LIMITS.nameCharacters);
  return fault('DownlinkEncodingFailed', { reason, ...(name !== '' && { field: name }), detail });
}
