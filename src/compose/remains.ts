import type { BssciService } from '../bssci/listener.ts';
import type { Store } from '../domain/domain.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ScaciService } from '../scaci/listener.ts';
import type { RevocationSync } from '../upkeep/certificates/revocation-sync.ts';
import type { RemainsOptions } from '../upkeep/organization-remains.ts';

/** How what deleted organizations leave behind is ended where it is connected. */
export function remainsOf({
  store,
  clock,
  bssci,
  scaci,
  revocation,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly bssci: BssciService;
  readonly scaci: ScaciService | undefined;
  readonly revocation: RevocationSync;
}): RemainsOptions {
  return {
    store,
    clock,
    disconnect: station => bssci.stations.disconnect(station, 'deleted'),
    enforce: revocation.enforce,
    tellStations: () => bssci.attach.tellStations(),
    endCenter: session => scaci?.endSession(session),
  };
}
