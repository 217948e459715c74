import { fault } from '../../kit/faults/faults.ts';
import { countedAddress } from '../../kit/net/address.ts';
import { rateLimit } from '../../kit/rate-limit.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../../rpc/call/define.ts';

const MINUTE_S = 60;

/** Calls a minute of one address; 0 sets no limit (platform API 1.12). */
export interface SignInLimits {
  readonly loginsPerMinute: number;
  readonly refreshesPerMinute: number;
  readonly registrationsPerMinute: number;
}

/** What is asked of a call before anything of it is looked at. */
export interface SignInGuard {
  /** @throws fault `SecureTransportRequired` */
  demandSecure(call: Pick<Call, 'secure'>): void;
  /** One more from this address. @throws fault `RateLimited` */
  logins(address: string): void;
  refreshes(address: string): void;
  registrations(address: string): void;
}

/** @param exceeded an address asks more often than it may */
export function waysIn(clock: Clock, limits: SignInLimits, exceeded: (address: string) => void): SignInGuard {
  const perMinute = (count: number) => {
    const limit = rateLimit(clock, count / MINUTE_S, MINUTE_S);
    return (address: string): void => {
      const wait = limit.take(countedAddress(address));
      if (wait === 0) return;
      exceeded(address);
      throw fault('RateLimited', { retry_after_ms: wait });
    };
  };
  return {
    demandSecure({ secure }) {
      if (!secure) throw fault('SecureTransportRequired');
    },
    logins: perMinute(limits.loginsPerMinute),
    refreshes: perMinute(limits.refreshesPerMinute),
    registrations: perMinute(limits.registrationsPerMinute),
  };
}
