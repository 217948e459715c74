import type { Db } from '../../database/driver.ts';
import type { ListenedMs } from '../../kit/time/listened.ts';
import { MS_NS } from '../../kit/units.ts';
import { Flag } from '../message/flags.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { OpenTelegram } from './newest.ts';

/**
 * Marks telegrams that were sent before others that have arrived already, as the station that had them was away: they say nothing about now.
 * Their counter and their radio time are both behind. One of these alone is no sign: counters begin anew, and clocks of stations are wrong.
 */
export function olderTelegrams(db: Db, endpointOf: (telegram: OpenTelegram) => KnownEndpoint | undefined) {
  const setFlags = db.prepare('UPDATE uplink SET flags = ? WHERE id = ?');

  const isOlder = (telegram: OpenTelegram, before: readonly OpenTelegram[], listened: ListenedMs): boolean => {
    const heard = endpointOf(telegram)?.heard;
    if (!heard) return false;
    const { endpoint, rxTime, arrivedAt } = telegram;
    let { lastSeen } = heard;
    // A station that is ahead has not received anything later than it arrived.
    let lastArrival = BigInt(arrivedAt - (listened - heard.arrived)) * MS_NS;
    for (const other of before) {
      if (other.endpoint !== endpoint) continue;
      if (other.rxTime > lastSeen) lastSeen = other.rxTime;
      lastArrival = BigInt(other.arrivedAt) * MS_NS;
    }
    return rxTime < lastSeen && rxTime < lastArrival;
  };

  /** @param telegrams that become visible now, oldest first */
  return (telegrams: readonly OpenTelegram[], listened: ListenedMs): void => {
    for (const [n, telegram] of telegrams.entries()) {
      if (telegram.skipped !== undefined || !isOlder(telegram, telegrams.slice(0, n), listened)) continue;
      telegram.flags |= Flag.older;
      setFlags.run(telegram.flags, telegram.id);
    }
  };
}
