import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Row } from '../../rpc/call/define.ts';
import { members } from './members.ts';
import { organizations } from './organizations.ts';
import { type Passwords, users } from './users.ts';

/** Users, organizations and memberships as the enterprise edition has them (identity API sections 4 and 5). */
export function accountRows({
  store,
  clock,
  passwords,
  selfService,
  removeRemains,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly selfService: boolean;
  removeRemains(): Promise<void>;
}): readonly Row[] {
  return [
    ...users({ store, clock, passwords }),
    ...organizations({ store, clock, selfService, removeRemains }),
    ...members({ store, clock }),
  ];
}
