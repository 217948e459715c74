import type { Store } from '../../domain/domain.ts';
import { background } from '../../kit/background.ts';
import type { Log } from '../../kit/log.ts';
import { hostOf } from '../../kit/net/address.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Principal } from '../../rpc/call/define.ts';

/** Tells by an event that a caller asks more often than he may. @param principal undefined: not known */
export function tellLimited(
  { clock, log, store }: { readonly clock: Clock; readonly log: Log; readonly store: Store },
  address: string,
  principal: Principal | undefined,
): void {
  const at = clock.now();
  const about = { org: null, sourceId: hostOf(address), at, storedAt: at };
  const data = { principal: principal?.id ?? '', remoteAddress: address };
  background(store.write.events.raise({ type: 'security.rate_limited', ...about, data }), cause =>
    log.error({ err: cause }, 'event not stored'),
  );
}
