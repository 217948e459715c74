import type { Acting } from '../domain/event/acting.ts';
import type { Clock } from '../kit/clock.ts';
import type { Call } from './define.ts';

/** Under whom and when a change is recorded: the acting person, or the key that acts (platform API section 1.13). */
export function acting({ principal }: Call, clock: Clock): Acting {
  const person = principal.kind === 'operator' || principal.kind === 'user';
  return {
    now: clock.now(),
    userId: person ? principal.id : undefined,
    userEmail: person ? principal.email : undefined,
    actor: principal.email || principal.id,
  };
}
