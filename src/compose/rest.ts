import { kinds } from '../integrations/kinds.ts';
import { alerts } from '../rest/alerts/rows.ts';
import type { Group } from '../rest/define.ts';
import { integrations } from '../rest/integrations/rows.ts';
import { profile } from '../rest/profile/rows.ts';
import { system } from '../rest/system/rows.ts';
import { twins } from '../rest/twin.ts';
import type { Row } from '../rpc/define.ts';
import type { RunningCenter } from './groups.ts';

/**
 * Every group of the public API, each with what it works on.
 * @param platform rows of PlatformService, some of which do the same
 */
export function restGroups(center: RunningCenter, platform: readonly Row[]): readonly Group[] {
  const { store, clock, integrationFigures: figures, byHand } = center;
  const twin = twins(platform);
  return [
    profile(),
    alerts({ store, clock }),
    integrations({ store, clock, kinds, figures, byHand, twin }),
    system({ twin }),
  ];
}
