import { isCatalogVersion } from '../../domain/blueprint/catalog-file.ts';
import { LIMITS } from '../../domain/blueprint/codec/limits.ts';
import type { CheckedDocument, DocumentFacts } from '../../domain/blueprint/documents.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Call } from '../call/define.ts';
import type { Check, Maybe } from '../input.ts';

const TYPE_EUI = /^[0-9a-f]{16}$/;

/** The version of the catalog; empty is undefined: that of the document. */
export const versionText: Check<Maybe<string>, string | undefined> = (wire, at) => {
  if (!wire) return undefined;
  return isCatalogVersion(wire) ? wire : at.refuse('format', 'InvalidBlueprintVersion');
};

/** The version of a document, as one of the catalog. */
export function versionOf({ version }: DocumentFacts): string {
  if (!isCatalogVersion(version)) throw fault('InvalidBlueprintVersion', { field: 'blueprint.version' });
  return version;
}

/** A Type EUI beside a document, which has to have the same; a placeholder may be in both. */
export const besideSpec: Check<Maybe<string>, string | undefined> = (wire, at) => {
  if (!wire) return undefined;
  const hex = wire.replace(/[-: ]/g, '').toLowerCase();
  return TYPE_EUI.test(hex) ? hex : at.refuse('format', 'InvalidTypeEUI');
};

/** The text of a document, unchanged; what is in it is checked elsewhere. */
export const specText: Check<Maybe<string>, string> = (wire, at) => {
  const document = wire ?? '';
  // A character has three bytes at most in UTF-16: no more is counted than needed.
  if (document.length > LIMITS.documentBytes || Buffer.byteLength(document) > LIMITS.documentBytes) {
    at.refuse('range', 'BlueprintTooLarge', { limit: LIMITS.documentBytes });
  }
  return document;
};

/** A document with what was found in it. @throws fault `BlueprintInvalid` */
export async function checkedDocument(store: Store, text: string, call: Call): Promise<CheckedDocument> {
  const facts = await store.scan.blueprintDocuments.check(text);
  if (facts.warnings.length > 0) call.log.info({ warnings: facts.warnings }, 'blueprint accepted with warnings');
  return { text, facts };
}
