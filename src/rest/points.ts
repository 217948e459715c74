import type { Series } from '../domain/value/series.ts';
import type { ListValueOut } from '../rpc/schema.gen.ts';
import { jsonValue } from './value-wire.ts';

/** Points as pairs of a time in milliseconds and a value. */
export function pointsToWire({ times, values }: Pick<Series, 'times' | 'values'>): ListValueOut[] {
  return times.map((at, n) => ({ values: [{ numberValue: at }, jsonValue(values[n] ?? 0)] }));
}
