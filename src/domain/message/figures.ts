import type { DAY_S, HOUR_S } from '../../kit/units.ts';

/** What is counted per hour and day of an organization, endpoint, station or pair of them. Sums make averages. */
export interface Figures {
  messages: number;
  duplicates: number;
  /** Messages this station reported first. */
  firsts: number;
  receptions: number;
  bytes: number;
  /** Packet counters that were skipped. */
  lost: number;
  /** Times the packet counter went backwards: `lost` says nothing then. */
  resets: number;
  snrSum: number;
  rssiSum: number;
  eqSnrSum: number;
  eqSnrCount: number;
  rssiMin: number;
  rssiMax: number;
  firstAt: number;
  lastAt: number;
  profiles: Map<string, number>;
  modes: Map<string, number>;
}

export const Scope = { organization: 1, endpoint: 2, endpointByStation: 3, station: 4, stationByEndpoint: 5 } as const;
export type ScopeId = (typeof Scope)[keyof typeof Scope];

export type Grain = typeof HOUR_S | typeof DAY_S;

/** Distinct profile and mode texts counted apart; stations send free text. */
const MAX_WORDS = 32;

export function noFigures(): Figures {
  return {
    messages: 0,
    duplicates: 0,
    firsts: 0,
    receptions: 0,
    bytes: 0,
    lost: 0,
    resets: 0,
    snrSum: 0,
    rssiSum: 0,
    eqSnrSum: 0,
    eqSnrCount: 0,
    rssiMin: Number.POSITIVE_INFINITY,
    rssiMax: Number.NEGATIVE_INFINITY,
    firstAt: Number.POSITIVE_INFINITY,
    lastAt: Number.NEGATIVE_INFINITY,
    profiles: new Map(),
    modes: new Map(),
  };
}

/** The radio values of one reception, added to whatever it is counted under. */
export function addRadio(
  to: Figures,
  radio: {
    snr: number;
    rssi: number;
    eqSnr?: number | undefined;
    profile?: string | undefined;
    mode?: string | undefined;
  },
  atMs: number,
): void {
  to.snrSum += radio.snr;
  to.rssiSum += radio.rssi;
  if (radio.eqSnr !== undefined) {
    to.eqSnrSum += radio.eqSnr;
    to.eqSnrCount++;
  }
  if (radio.rssi < to.rssiMin) to.rssiMin = radio.rssi;
  if (radio.rssi > to.rssiMax) to.rssiMax = radio.rssi;
  if (atMs < to.firstAt) to.firstAt = atMs;
  if (atMs > to.lastAt) to.lastAt = atMs;
  if (radio.profile) countWord(to.profiles, radio.profile, 1);
  if (radio.mode) countWord(to.modes, radio.mode, 1);
}

/** Adds the second to the first. */
export function addFigures(to: Figures, more: Figures): void {
  to.messages += more.messages;
  to.duplicates += more.duplicates;
  to.firsts += more.firsts;
  to.receptions += more.receptions;
  to.bytes += more.bytes;
  to.lost += more.lost;
  to.resets += more.resets;
  to.snrSum += more.snrSum;
  to.rssiSum += more.rssiSum;
  to.eqSnrSum += more.eqSnrSum;
  to.eqSnrCount += more.eqSnrCount;
  to.rssiMin = Math.min(to.rssiMin, more.rssiMin);
  to.rssiMax = Math.max(to.rssiMax, more.rssiMax);
  to.firstAt = Math.min(to.firstAt, more.firstAt);
  to.lastAt = Math.max(to.lastAt, more.lastAt);
  for (const [text, count] of more.profiles) countWord(to.profiles, text, count);
  for (const [text, count] of more.modes) countWord(to.modes, text, count);
}

/** The sum of all buckets. */
export function sumOf(buckets: readonly { readonly figures: Figures }[]): Figures {
  const total = noFigures();
  for (const { figures } of buckets) addFigures(total, figures);
  return total;
}

function countWord(words: Map<string, number>, text: string, count: number): void {
  const counted = words.get(text);
  if (counted !== undefined) words.set(text, counted + count);
  else if (words.size < MAX_WORDS) words.set(text, count);
}

/** Start of the UTC-aligned bucket, milliseconds. */
export function bucketStart(atMs: number, grain: Grain): number {
  const length = grain * 1000;
  return Math.floor(atMs / length) * length;
}
