import { fault } from '../../kit/faults/faults.ts';
import type { BlueprintReader } from './blueprints.ts';
import type { Calibration } from './codec/blueprint.ts';
import { openDocument } from './documents.ts';
import type { EffectiveBlueprints } from './effective.ts';
import { type ShownPreview, shownDecoded } from './preview.ts';

/** Uuid of a stored blueprint, or the text of a document. */
export type BlueprintSource = { readonly blueprint: string } | { readonly document: string };

export interface StoredPayload {
  readonly format: number;
  readonly payload: Uint8Array;
  readonly calibration: Calibration | undefined;
}

/** Shows what a blueprint makes of payloads that are stored. For the thread for what scans: it reads a document. */
export function compareReader({
  find,
  effective,
}: Pick<BlueprintReader, 'find'> & Pick<EffectiveBlueprints, 'effective'>) {
  const textOf = (org: number, source: BlueprintSource): string => {
    if ('document' in source) return source.document;
    const document = find(org, source.blueprint)?.document;
    if (document === undefined) throw fault('BlueprintNotFound', { id: source.blueprint });
    return document;
  };

  return {
    /**
     * Uuid of the stored blueprint whose endpoints a source speaks for: a document that is not stored speaks for those of the blueprint that
     * its Type EUI leads to.
     * @throws fault `BlueprintNotFound`
     */
    speaksFor(org: number, source: BlueprintSource): string {
      if ('blueprint' in source) {
        textOf(org, source);
        return source.blueprint;
      }
      const { typeEui, placeholder } = openDocument(source.document);
      const found = placeholder
        ? undefined
        : effective({ org, device_model: null, blueprint: null, type_eui: typeEui });
      if (!found) throw fault('BlueprintNotFound', { type_eui: typeEui });
      return found.uuid;
    },

    /** What each payload says. */
    decodeAll(org: number, source: BlueprintSource, payloads: readonly StoredPayload[]): ShownPreview['result'][] {
      const blueprint = openDocument(textOf(org, source));
      return payloads.map(({ format, payload, calibration }) =>
        shownDecoded(blueprint.decode({ direction: 'uplink', format, payload, ...(calibration && { calibration }) })),
      );
    },
  };
}
