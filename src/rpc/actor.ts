import type { Acting } from '../domain/endpoint/changes.ts';
import type { Call } from './define.ts';

/** Who a change is written down under: the acting person, or the key that acts (platform API section 1.13). */
export function acting({ principal, deps }: Call): Acting {
  const person = principal.kind === 'operator' || principal.kind === 'user';
  return {
    now: deps.clock.now(),
    userId: person ? principal.id : undefined,
    userEmail: person ? principal.email : undefined,
    actor: principal.email || principal.id,
  };
}
