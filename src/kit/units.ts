/** Stretches of time, in the unit that their names end with. */
export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
export const HOUR_S = 3600;
export const DAY_S = 86_400;
export const MS_NS = 1_000_000n;
export const SECOND_NS = 1_000_000_000n;
