import { fault } from '../../kit/faults/faults.ts';
import type { BlueprintReader } from './blueprints.ts';
import type { Decoded, Direction, Encoded, TraceLine, Value, ValueDescription } from './codec/blueprint.ts';
import type { DecodeCode } from './codec/problems.ts';
import { valueJson } from './codec/values.ts';
import { checkDocument, openDocument } from './documents.ts';

export interface PreviewRequest {
  readonly org: number;
  /** Uuid of a stored blueprint, or the text of a document. */
  readonly source: { readonly blueprint: string } | { readonly document: string };
  readonly direction: Direction;
  readonly format: number;
  readonly payload: Uint8Array;
}

export interface EncodePreviewRequest extends Pick<PreviewRequest, 'org' | 'source' | 'format'> {
  readonly values: Readonly<Record<string, unknown>>;
}

/** A payload and what it is read back as; undefined: its document does not read it back. */
export type EncodePreview =
  | {
      readonly ok: true;
      readonly payload: Uint8Array;
      readonly values: readonly (readonly [name: string, value: Value])[] | undefined;
    }
  | Extract<Encoded, { readonly ok: false }>;

/** What one payload means, and where each value stands in it. */
export interface Preview {
  /** That of the catalog, or of a document that is not stored. */
  readonly version: string;
  readonly trace: readonly TraceLine[];
  readonly result:
    | {
        readonly ok: true;
        readonly values: readonly (readonly [name: string, value: Value])[];
        readonly shown: readonly ValueDescription[];
        readonly unusedBits: number;
      }
    | { readonly ok: false; readonly code: DecodeCode; readonly detail: string };
}

/** What one payload means by a document. @throws fault `BlueprintInvalid` or `BlueprintTooLarge` */
export function previewDocument(
  text: string,
  asked: Pick<PreviewRequest, 'direction' | 'format' | 'payload'>,
): Preview {
  const blueprint = openDocument(text);
  const { version } = blueprint;
  const decoded = blueprint.trace(asked);
  const { trace } = decoded;
  if (!decoded.ok) return { version, trace, result: { ok: false, code: decoded.code, detail: decoded.detail } };
  const { values, shown, unusedBits } = decoded;
  return { version, trace, result: { ok: true, values: [...values], shown, unusedBits } };
}

/** A visible value as text. */
export interface ShownValue {
  readonly name: string;
  /** JSON text. */
  readonly value: string;
  readonly unit: string;
  readonly label: string;
}

/** The same in words and JSON texts, for a person or a program. */
export interface ShownPreview {
  readonly version: string;
  readonly trace: readonly TraceLine[];
  readonly result:
    | { readonly ok: true; readonly values: readonly ShownValue[]; readonly unusedBits: number }
    | { readonly ok: false; readonly code: DecodeCode; readonly detail: string };
}

export function shownPreview({ version, trace, result }: Preview): ShownPreview {
  return { version, trace, result: shownDecoded(result.ok ? { ...result, values: new Map(result.values) } : result) };
}

export function shownDecoded(decoded: Decoded): ShownPreview['result'] {
  if (!decoded.ok) return { ok: false, code: decoded.code, detail: decoded.detail };
  const { shown, unusedBits } = decoded;
  const values = [...decoded.values].map(([name, value], at): ShownValue => {
    const { unit = '', label = '' } = shown[at] ?? {};
    return { name, value: valueJson(value), unit, label };
  });
  return { ok: true, values, unusedBits };
}

/**
 * What is done with the text of documents. It takes some milliseconds, so the thread for what scans does it: there it delays neither
 * an uplink nor the writer.
 */
export function documentReader({ find }: Pick<BlueprintReader, 'find'>) {
  const stored = (org: number, uuid: string): { version: string; document: string } => {
    const row = find(org, uuid);
    if (row?.document === undefined) throw fault('BlueprintNotFound', { id: uuid });
    return { version: row.version, document: row.document };
  };

  return {
    check: checkDocument,

    /** Again, with the samples of one that is to become a default. */
    checkStored(org: number, uuid: string): void {
      checkDocument(stored(org, uuid).document);
    },

    preview({ org, source, direction, format, payload }: PreviewRequest): Preview {
      if ('document' in source) return previewDocument(source.document, { direction, format, payload });
      const { version, document } = stored(org, source.blueprint);
      return { ...previewDocument(document, { direction, format, payload }), version };
    },

    /** What a downlink of these values would be, for no endpoint in particular. @throws fault `BlueprintNotFound`, `BlueprintInvalid` */
    encodePreview({ org, source, format, values }: EncodePreviewRequest): EncodePreview {
      const text = 'document' in source ? source.document : stored(org, source.blueprint).document;
      const blueprint = openDocument(text);
      const encoded = blueprint.encode({ format, values });
      if (!encoded.ok) return encoded;
      const { payload } = encoded;
      const decoded = blueprint.decode({ direction: 'downlink', format, payload });
      return { ok: true, payload, values: decoded.ok ? [...decoded.values] : undefined };
    },
  };
}
export type DocumentReader = ReturnType<typeof documentReader>;
