import { type Downlink, fits, HELD, type Heard } from './facts.ts';
import type { World } from './world.ts';

/** The downlink to hand to a station (BSSCI 11.4): higher priority first, then older. `one` undefined: before any window. */
export function best(world: World, endpoint: number, index: number, one: Heard | undefined): Downlink | undefined {
  const { now } = world.state;
  return world
    .unfinished(endpoint)
    .filter(({ state, expiresAt, avoid, spec }) => {
      const open = state === 'pending' && expiresAt > now && (avoid.get(index) ?? 0) <= now;
      return open && (one === undefined || fits(spec, one));
    })
    .sort((a, b) => b.spec.prio - a.spec.prio || a.queId - b.queId)[0];
}

/** Its holder is away for so long that another station, which reports a window, gets it (BSSCI 11.3). */
export function lostForLong(world: World, { state, station }: Downlink, reporter: number): boolean {
  const { requeueOfflineMs } = world.policy;
  if (station === undefined || station === reporter || state === 'revoking' || !HELD.has(state)) return false;
  const { connected, offlineSince } = world.station(station);
  return !connected && requeueOfflineMs > 0 && world.state.now - offlineSince >= requeueOfflineMs;
}

/** A connected station has a downlink that fits the window. For how many windows that counts is up to the caller. */
export function occupies(world: World, { state, station, spec }: Downlink, one: Heard): boolean {
  return station !== undefined && HELD.has(state) && world.station(station).connected && fits(spec, one);
}
