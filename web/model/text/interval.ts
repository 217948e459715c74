export const UNITS = ['s', 'min', 'h'] as const;
export type Unit = (typeof UNITS)[number];

const SECONDS: Readonly<Record<Unit, number>> = { s: 1, min: 60, h: 3600 };

/** Of what was typed; nothing is no interval, 0. Undefined where it is no whole number. */
export function secondsOf(count: string, unit: Unit): number | undefined {
  const text = count.trim();
  if (text === '') return 0;
  return /^\d{1,7}$/.test(text) ? Number(text) * SECONDS[unit] : undefined;
}

/** In the largest unit that has no remainder. */
export function intervalOf(seconds: number): { count: number; unit: Unit } {
  const unit = [...UNITS].reverse().find(one => seconds % SECONDS[one] === 0) ?? 's';
  return { count: seconds / SECONDS[unit], unit };
}
