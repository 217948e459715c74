/** What the API gives for a moment; absent where there was none. */
export interface WireTime {
  seconds: bigint;
  nanos: number;
}

/** In ms since 1970. */
export function msOf(time: WireTime): number;
export function msOf(time: WireTime | undefined): number | undefined;
export function msOf(time: WireTime | undefined): number | undefined {
  return time === undefined ? undefined : Number(time.seconds) * 1000 + time.nanos / 1e6;
}

export function wireTime(ms: number): WireTime {
  const whole = Math.floor(ms / 1000);
  return { seconds: BigInt(whole), nanos: Math.round((ms - whole * 1000) * 1e6) };
}

export const RANGES = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 } as const;
export type Range = keyof typeof RANGES;

/** What is shown unasked: an endpoint that is new has nothing yet that a day would show. */
export function rangeSince(createdAt: number | undefined, now: number): Range {
  return createdAt !== undefined && now - createdAt < 2 * RANGES['1h'] ? '1h' : '24h';
}

export function rangeOf(text: string | null, otherwise: Range): Range {
  return text !== null && Object.hasOwn(RANGES, text) ? (text as Range) : otherwise;
}
