import type { PointValue } from '../domain/value/series.ts';
import type { ValueOut } from '../rpc/schema.gen.ts';

/** A value as free-form JSON. */
export function jsonValue(value: PointValue): ValueOut {
  switch (typeof value) {
    case 'number':
      return { numberValue: value };
    case 'boolean':
      return { boolValue: value };
    default:
      return { stringValue: value };
  }
}

/** A value as one field of several. */
export function kindOf(value: PointValue): { number?: number; text?: string; boolean?: boolean } {
  switch (typeof value) {
    case 'number':
      return { number: value };
    case 'boolean':
      return { boolean: value };
    default:
      return { text: value };
  }
}
