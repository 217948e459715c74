import type { Store } from '../domain/domain.ts';
import type { CredibleMs, Moment } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';

/** Ends downlinks and queries whose time is over. */
export async function sweepDownlinks(store: Store, at: Moment, queryMs: number): Promise<void> {
  while ((await store.write.downlinks.expire(at)) > 0);
  while ((await store.write.rxStatus.expire(at, queryMs)) > 0);
}

/** Ends sessions of application centers that hold too much or were away for too long. @param end closes the connection of one */
export async function sweepCenters(
  store: Store,
  at: Moment,
  limits: { heldOperations: number; ageMs: number },
  end: (session: number) => void,
): Promise<void> {
  for (const session of await store.write.centers.expire(at, limits)) end(session);
}

/** Tells of endpoints that have fallen silent, a part at a time, so that uplinks are stored in between. */
export async function searchSilent(store: Store, now: number, listened: ListenedMs): Promise<void> {
  while (await store.write.uplinks.searchSilent(now, listened));
}

/** Removes sign-ins that are over and what belongs to them; nothing is written where there are none. */
export async function tidySignIns(store: Store, credible: CredibleMs): Promise<void> {
  while (store.read.signIns.isOver(credible) && (await store.write.signIns.tidy(credible)));
}

/** Removes images that nothing shows, a few at a time, so that uplinks are stored in between. */
export async function sweepMedia(store: Store, credible: CredibleMs): Promise<void> {
  let after: number | undefined = 0;
  while (after !== undefined) after = await store.write.media.sweep(after, credible);
}

/** Forgets what calls came to that are not repeated any more. */
export async function tidyOnce(store: Store, credible: CredibleMs): Promise<void> {
  while (store.read.once.isOver(credible) && (await store.write.once.tidy(credible)));
}
