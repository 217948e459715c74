import type { PeerKind } from '../domain/certificate/certificate-records.ts';
import type { Store } from '../domain/domain.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';

/** Rows of each kind that one write takes away: a few milliseconds of the writer. */
const REMAINS_STEP = 64;
/** Messages that one write empties. */
const MESSAGES_STEP = 256;
/** Between two writes the writer belongs to the stations. */
const PAUSE_MS = 20;
/** Steps of one run: a stop of the service waits for a run. */
const STEPS = 100;

export interface RemainsOptions {
  readonly store: Pick<Store, 'write'>;
  readonly clock: Clock;
  /** Ends the connection of a base station that is deleted. */
  disconnect(station: number): Promise<void>;
  /** What was revoked holds from now on. */
  enforce(kind: PeerKind, eui: string): void;
  /** Endpoints were told to leave stations. */
  tellStations(): void;
  /** The store has ended the session of an application center: its connection is closed. */
  endCenter(session: number): void;
}

/** Takes away everything of deleted organizations that callers could still find. May be called while another call is under way. */
export async function removeRemains({
  store,
  clock,
  disconnect,
  enforce,
  tellStations,
  endCenter,
}: RemainsOptions): Promise<void> {
  for (;;) {
    const acting = { now: clock.now(), userId: undefined, userEmail: undefined, actor: '' };
    const { stations, centers, endpoints, more } = await store.write.organizationRemains.removeRemains(
      REMAINS_STEP,
      acting,
    );
    const gone = stations.map(({ id }) => disconnect(id));
    for (const { eui } of stations) enforce('bs', eui);
    for (const session of centers) endCenter(session);
    if (endpoints > 0) tellStations();
    await Promise.all(gone);
    if (!more) return;
  }
}

/** What deleted organizations have left behind, a part of it: after a start as well. */
export async function tidyRemains(options: RemainsOptions): Promise<void> {
  await removeRemains(options);
  for (let left = STEPS; left > 0; left--) {
    if (!(await options.store.write.organizationRemains.emptyMessages(MESSAGES_STEP))) return;
    await sleep(options.clock, PAUSE_MS);
  }
}
