// Axes: where lines and words stand, and how values become places.

export interface Scale {
  min: number;
  max: number;
  ticks: readonly number[];
  /** Digits after the point that tell its ticks apart. */
  digits: number;
}

const NICE = [1, 2, 3, 4, 5, 10];

/** A scale of three steps (four lines) that holds all values; from zero where bars stand. */
export function valueScale(low: number, high: number, { steps = 3, fromZero = false } = {}): Scale {
  const from = fromZero ? Math.min(0, low) : low;
  const span = Math.max(high - from, Math.abs(high) * 1e-6, 1e-9);
  const flat = high === from;
  const lowest = flat ? from - Math.max(1, Math.abs(from) * 0.05) : from;
  const highest = flat ? high + Math.max(1, Math.abs(high) * 0.05) : high;
  const raw = (flat ? highest - lowest : span) / steps;
  const power = 10 ** Math.floor(Math.log10(raw));
  for (const factor of [...NICE, 20, 30, 50, 100]) {
    const step = factor * power;
    const min = Math.floor(lowest / step + 1e-9) * step;
    const max = min + steps * step;
    if (max < highest - step * 1e-6) continue;
    const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    const ticks = Array.from({ length: steps + 1 }, (_, at) => round(min + at * step, digits));
    return { min: round(min, digits), max: round(max, digits), ticks, digits: Math.min(digits, 6) };
  }
  return { min: lowest, max: highest, ticks: [lowest, highest], digits: 1 };
}

function round(value: number, digits: number): number {
  const factor = 10 ** Math.min(digits, 12);
  return Math.round(value * factor) / factor;
}

export interface TimeTick {
  at: number;
  style: 'time' | 'day' | 'date';
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR];

/** At most `most` places on the hour or at local midnight, whatever daylight saving does between them. */
export function timeTicks(from: number, to: number, most: number): TimeTick[] {
  const step = STEPS.find(ms => (to - from) / ms <= most);
  return step === undefined ? dayTicks(from, to, most) : hourTicks(from, to, step);
}

function hourTicks(from: number, to: number, step: number): TimeTick[] {
  const midnight = new Date(from);
  midnight.setHours(0, 0, 0, 0);
  const ticks: TimeTick[] = [];
  for (let at = midnight.getTime(); at <= to; at += step) {
    if (at < from) continue;
    const day = step >= HOUR && new Date(at).getHours() === 0 && new Date(at).getMinutes() === 0;
    ticks.push({ at, style: day ? 'day' : 'time' });
  }
  return ticks;
}

function dayTicks(from: number, to: number, most: number): TimeTick[] {
  const days = Math.max(1, Math.ceil((to - from) / DAY / most));
  const at = new Date(from);
  at.setHours(0, 0, 0, 0);
  const ticks: TimeTick[] = [];
  while (at.getTime() <= to) {
    if (at.getTime() >= from) ticks.push({ at: at.getTime(), style: days > 1 ? 'date' : 'day' });
    at.setDate(at.getDate() + days);
  }
  return ticks;
}
