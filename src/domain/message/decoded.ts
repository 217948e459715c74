import type { Value, ValueDescription } from '../blueprint/codec/blueprint.ts';
import { isPlaceholder } from '../blueprint/codec/document.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { StoredMessage } from './log.ts';

/** What the payload of a message says. */
export interface DecodedMessage {
  readonly status: string;
  /** A code when it is not decoded. */
  readonly error: string;
  readonly values: ReadonlyMap<string, Value> | undefined;
  /** About each of the values, in the same order. */
  readonly shown: readonly ValueDescription[];
  /** Uuid and version of the blueprint it was decoded with, which may be gone; empty without. */
  readonly blueprint: string;
  readonly version: string;
  /** That of the blueprint, else the endpoint's; empty without. */
  readonly typeEui: string;
}

/** What decides about it. */
export type Decodable = Pick<
  StoredMessage,
  'decodeStatus' | 'decodeError' | 'decoding' | 'format' | 'userData' | 'deviceModel' | 'typeEui'
>;

/** Reads the payloads of stored messages again, by what each was decoded with when it was stored: values are kept nowhere (ADR 32). */
export function decodedReader({
  decoders,
  typeOfModel,
}: Pick<EffectiveBlueprints, 'typeOfModel'> & { readonly decoders: Decoders }) {
  return {
    decoded(message: Decodable): DecodedMessage {
      const { decodeStatus: status, decodeError: error, decoding, format, userData, deviceModel } = message;
      const uses = decoding === null ? undefined : decoders.uses(decoding);
      const ofEndpoint = () => (deviceModel === null ? message.typeEui : typeOfModel(deviceModel)) ?? '';
      if (decoding === null || !uses) {
        return { status, error, values: undefined, shown: [], blueprint: '', version: '', typeEui: ofEndpoint() };
      }
      const { blueprint, version, typeEui } = uses;
      const by = { blueprint, version, typeEui: isPlaceholder(typeEui) ? ofEndpoint() : typeEui };
      if (status !== 'success') return { ...by, status, error, values: undefined, shown: [] };
      const found = decoders.decode(decoding, format, userData);
      if (found.ok) return { ...by, status, error, values: found.values, shown: found.shown };
      // Decoded by a release that read it otherwise.
      return { ...by, status: 'failed', error: found.code, values: undefined, shown: [] };
    },
  };
}
