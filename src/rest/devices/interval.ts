import type { Device, Interval } from '../../domain/device/device-columns.ts';
import { type IntervalUnit, intervalUnits } from '../../domain/device/device-columns.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { oneOf } from '../../rpc/checks.ts';
import { type At, saying } from '../../rpc/input.ts';
import type { DataSendingIntervalIn } from '../schema.gen.ts';

const MINUTE_S = 60;
const SECONDS: Readonly<Record<IntervalUnit, number>> = {
  minute: MINUTE_S,
  hour: HOUR_S,
  day: DAY_S,
  week: 7 * DAY_S,
  month: 30 * DAY_S,
};
const LARGEST_FIRST = intervalUnits.toReversed();
const LONGEST_S = 365 * DAY_S;
/** Of a device of which it is not said how often it sends. */
const UNSAID: Interval = { unit: 'hour', value: 1 };

export function secondsOf({ unit, value }: Interval): number {
  return value * SECONDS[unit];
}

const unitOf = oneOf(intervalUnits);

function given(wire: Partial<DataSendingIntervalIn> | null | undefined, at: At): Interval | undefined {
  if (!wire) return undefined;
  const unit = at.in('unit').try(() => unitOf(wire.unit, at.in('unit')));
  const value = wire.value ?? 0;
  const most = LONGEST_S / (unit ? SECONDS[unit] : 1);
  if (!Number.isInteger(value) || value < 1 || value > most) {
    at.in('value').refuse('range', 'FieldOutOfRange', { min: 1, max: Math.floor(most) });
  }
  return { unit, value };
}

/** How often a device is to send; absent is undefined. */
export const interval = saying({ inside: { unit: unitOf } }, given);

/** What was said, while the endpoint does as it was said; else what the endpoint does, or its model is known for. */
export function shownInterval({ interval_unit, interval_value, physical }: Device): Interval {
  const unit = intervalUnits.find(each => each === interval_unit);
  const said = unit && interval_value !== null ? { unit, value: interval_value } : undefined;
  const wrapped = physical?.wrapped;
  if (!wrapped) return said ?? UNSAID;
  const { uplink_interval_s: seconds, model_interval_s } = wrapped;
  if (said && secondsOf(said) === seconds) return said;
  return ofSeconds(seconds || model_interval_s) ?? UNSAID;
}

/** In the largest unit in which it is whole; parts of minutes are rounded up. */
function ofSeconds(seconds: number): Interval | undefined {
  if (seconds === 0) return undefined;
  const whole = Math.ceil(seconds / MINUTE_S) * MINUTE_S;
  const unit = LARGEST_FIRST.find(each => whole % SECONDS[each] === 0) ?? 'minute';
  return { unit, value: whole / SECONDS[unit] };
}
