import type { Series } from '../domain/value/series.ts';
import type { ListValueOut } from '../rpc/schema.gen.ts';
import { jsonValue } from './value-wire.ts';

/** Points as pairs of a time in milliseconds and a value; of a band as `[time, avg, min, max, count]`. */
export function pointsToWire({ times, values, bands }: Pick<Series, 'times' | 'values' | 'bands'>): ListValueOut[] {
  return times.map((at, place) => {
    const { min, max, n } = bands?.[place] ?? {};
    const more = n === undefined ? [] : [min, max, n].map(value => ({ numberValue: value ?? 0 }));
    return { values: [{ numberValue: at }, jsonValue(values[place] ?? 0), ...more] };
  });
}
