import type { Acting } from '../../domain/event/acting.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from './define.ts';

/** Under whom and when a change is recorded: the acting person, or the key that acts (platform API section 1.13). */
export function acting({ principal, address, once }: Call, clock: Clock): Acting {
  const person = principal.kind === 'operator' || principal.kind === 'user';
  return {
    now: clock.now(),
    userId: person ? principal.id : principal.userId,
    userEmail: person || principal.userId ? principal.email : undefined,
    actor: principal.email || principal.id,
    keyId: person ? undefined : principal.id,
    address,
    ...(once && { once }),
  };
}
