import { SECOND_NS } from '../kit/units.ts';
import type { Int64, StructIn, StructOut, TimestampOut, ValueIn, ValueOut } from './schema.gen.ts';

/** A wall clock time in milliseconds as google.protobuf.Timestamp; null stays absent. */
export function timestamp(ms: number | null | undefined): TimestampOut | null {
  if (ms === null || ms === undefined) return null;
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1_000_000) };
}

/** A time in nanoseconds as google.protobuf.Timestamp; null stays absent. */
export function timestampNs(ns: bigint | null | undefined): TimestampOut | null {
  if (ns === null || ns === undefined) return null;
  const nanos = BigInt.asUintN(64, ((ns % SECOND_NS) + SECOND_NS) % SECOND_NS);
  return { seconds: Number((ns - nanos) / SECOND_NS), nanos: Number(nanos) };
}

/** A 64-bit number that no JavaScript number holds, without the way over decimal text. */
export function int64(value: bigint): Int64 {
  return { low: Number(BigInt.asIntN(32, value)), high: Number(BigInt.asIntN(32, value >> 32n)) };
}

/** Plain JSON as google.protobuf.Struct. */
export function struct(json: Readonly<Record<string, unknown>>): StructOut {
  return structOf(Object.entries(json));
}

/** Names with their values, whatever the names are, as google.protobuf.Struct; a bigint becomes text. */
export function structOf(entries: readonly (readonly [name: string, value: unknown])[]): StructOut {
  return { fields: Object.fromEntries(entries.map(([key, item]) => [key, value(item)])) };
}

/** Stored JSON as google.protobuf.Struct; null stays absent. */
export function structOfText(json: string | null): StructOut | null {
  return json === null ? null : struct(JSON.parse(json) as Record<string, unknown>);
}

function value(json: unknown): ValueOut {
  if (json === null || json === undefined) return { nullValue: 'NULL_VALUE' };
  if (Array.isArray(json)) return { listValue: { values: json.map(value) } };
  switch (typeof json) {
    case 'object':
      return { structValue: struct(json as Record<string, unknown>) };
    case 'number':
      return { numberValue: json };
    case 'boolean':
      return { boolValue: json };
    default:
      return { stringValue: String(json) };
  }
}

/** The plain JSON of a google.protobuf.Struct; it has no more levels than a request may have. */
export function jsonOf({ fields }: StructIn): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, plain(item)]));
}

/** A value of no kind is null. */
function plain({ structValue, listValue, numberValue, stringValue, boolValue }: ValueIn): unknown {
  if (structValue) return jsonOf(structValue);
  if (listValue) return listValue.values.map(plain);
  return numberValue ?? stringValue ?? boolValue ?? null;
}
