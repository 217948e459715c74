import { DAY_MS, MS_NS } from '../../kit/units.ts';
import type { Reception } from '../message/reception.ts';

/** mioty is not older: a station that reports an earlier time has none. */
const FIRST_MS = Date.UTC(2018, 0, 1);
const FIRST_NS = BigInt(FIRST_MS) * MS_NS;
const FAR_AHEAD_MS = DAY_MS;

/**
 * A reception at a time at which it cannot have been is dated by its arrival; what the station said is kept beside it.
 * @param arrivedAt milliseconds, the service center's clock
 */
export function dated(reception: Reception, arrivedAt: number): Reception {
  const { rxTime } = reception;
  // Without the time ourselves we do not know better.
  if (arrivedAt < FIRST_MS) return reception;
  if (rxTime >= FIRST_NS && rxTime <= BigInt(arrivedAt + FAR_AHEAD_MS) * MS_NS) return reception;
  return { ...reception, rxTime: BigInt(arrivedAt) * MS_NS, statedRxTime: rxTime };
}

/**
 * The radio time that others are compared with: one far ahead would make all that follows old.
 * @param aheadMs what a clock may be wrong
 */
export function bounded(rxTime: bigint, arrivedAt: number, aheadMs: number): bigint {
  if (arrivedAt < FIRST_MS) return rxTime;
  if (rxTime < FIRST_NS) return BigInt(arrivedAt) * MS_NS;
  const latest = BigInt(arrivedAt + aheadMs) * MS_NS;
  return rxTime < latest ? rxTime : latest;
}
