const NS_PER_MS = 1_000_000n;
/** mioty is not older: a station that reports an earlier time has none. */
const FIRST_MS = Date.UTC(2018, 0, 1);
const FIRST_NS = BigInt(FIRST_MS) * NS_PER_MS;
const FAR_AHEAD_MS = 86_400_000;

/**
 * Whether a station may have received something at that time on the radio, which arrived now.
 * @param arrivedAt milliseconds, our clock
 */
export function plausible(rxTime: bigint, arrivedAt: number): boolean {
  // Without the time ourselves we do not know better.
  if (arrivedAt < FIRST_MS) return true;
  return rxTime >= FIRST_NS && rxTime <= BigInt(arrivedAt + FAR_AHEAD_MS) * NS_PER_MS;
}

/**
 * The radio time that others are compared with: one far ahead would make all that follows old.
 * @param aheadMs what a clock may be wrong
 */
export function bounded(rxTime: bigint, arrivedAt: number, aheadMs: number): bigint {
  if (arrivedAt < FIRST_MS) return rxTime;
  if (rxTime < FIRST_NS) return BigInt(arrivedAt) * NS_PER_MS;
  const latest = BigInt(arrivedAt + aheadMs) * NS_PER_MS;
  return rxTime < latest ? rxTime : latest;
}
