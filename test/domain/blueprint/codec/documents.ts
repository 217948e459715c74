import type { Blueprint, Decoded, Direction, Encoded } from '../../../../src/domain/blueprint/codec/blueprint.ts';
import { BlueprintProblem } from '../../../../src/domain/blueprint/codec/problems.ts';
import { readBlueprint } from '../../../../src/domain/blueprint/codec/read.ts';
import { decodedJson } from '../../../../src/domain/blueprint/codec/values.ts';

export type Json = Record<string, unknown>;

/** A document with one layout of these elements. */
export function documentOf(payload: readonly Json[], layout: Json = {}, root: Json = {}): string {
  return JSON.stringify({ ...head, uplink: [{ payload, ...layout }], ...root }, null, 1);
}

export const head = { version: '1.0', typeEui: '0011223344556677' };

export function blueprintOf(payload: readonly Json[], layout: Json = {}, root: Json = {}): Blueprint {
  return readBlueprint(documentOf(payload, layout, root));
}

/** The same elements as the layout of a downlink. */
export function downlinkOf(payload: readonly Json[], layout: Json = {}, root: Json = {}): Blueprint {
  return readBlueprint(JSON.stringify({ ...head, downlink: [{ payload, ...layout }], ...root }));
}

/** Why a text is refused; undefined when it is not. */
export function problemOf(text: string): BlueprintProblem | undefined {
  try {
    readBlueprint(text);
  } catch (error) {
    if (error instanceof BlueprintProblem) return error;
    throw error;
  }
  return undefined;
}

export function decodeHex(
  blueprint: Blueprint,
  hex: string,
  more: { direction?: Direction; format?: number; calibration?: Record<string, number> } = {},
): Decoded {
  return blueprint.decode({ direction: 'uplink', format: 0, payload: Buffer.from(hex, 'hex'), ...more });
}

/** The values as JSON has them, or the code it fails with. */
export function outcome(decoded: Decoded): unknown {
  return decoded.ok ? JSON.parse(decodedJson(decoded)) : decoded.code;
}

/** The payload in hex, or what is wrong and with which value. */
export function encoded(result: Encoded): string | readonly [string, string] {
  return result.ok ? Buffer.from(result.payload).toString('hex') : [result.reason, result.field];
}
