import type { Db } from '../../database/driver.ts';
import { DAY_MS, MINUTE_MS } from '../../kit/units.ts';
import type { AlertSource, Observe } from '../alert/seen.ts';

/** What comes within a minute is one burst. */
const BURST_MS = MINUTE_MS;
/** The pauses by which a station is judged, and how many of them are enough. */
const PAUSES = 64;
const ENOUGH = 16;
/** A pause that is no longer than a quarter of the longest is none that means something. */
const OF_LONGEST = 0.25;
/** A station that has heard something within this time is in use. */
const USED_MS = 7 * DAY_MS;
const UNTOLD = -1;

interface Station {
  readonly source: AlertSource;
  /** When it has heard something last (milliseconds). */
  last: number;
  /** When the burst began before which it paused last. */
  burst: number;
  /** The newest pauses, in no order. */
  readonly pauses: Float64Array;
  paused: number;
  /** Its own pause; undefined: to be computed. */
  own: number | undefined;
  told: number;
}

/** Watches what stations hear: one that is connected and hears nothing while others do has no antenna any more. */
export class StationWatch {
  readonly #observe: Observe;
  readonly #orgOf: ReturnType<Db['prepare']>;
  readonly #connected: ReturnType<Db['prepare']>;
  readonly #stations = new Map<number, Station>();
  #lastTick = 0;

  constructor(db: Db, observe: Observe) {
    this.#observe = observe;
    this.#orgOf = db.prepare('SELECT org FROM base_station WHERE id = ? AND deleted_at IS NULL');
    this.#connected = db.prepare("SELECT connected_at AS since FROM session WHERE station = ? AND state = 'active'");
  }

  /** A station has received something. */
  heard(id: number, at: number): void {
    const station = this.#stations.get(id) ?? this.#add(id, at);
    if (!station) return;
    const pause = at - station.last;
    if (pause >= BURST_MS || at - station.burst >= BURST_MS) {
      const length = Math.max(pause, BURST_MS);
      station.pauses[station.paused++ % PAUSES] = length;
      station.burst = at;
      station.own = undefined;
    }
    station.last = Math.max(station.last, at);
    if (station.told === 0) return;
    station.told = 0;
    this.#observe({ rule: 'basestation_deaf', source: station.source, at, over: true });
  }

  tick(now: number): void {
    const gap = this.#lastTick === 0 ? 0 : now - this.#lastTick;
    this.#lastTick = now;
    // The process slept, or the clock was set: that is no pause of a station.
    if (gap < 0 || gap > BURST_MS) for (const station of this.#stations.values()) station.last += gap;
    for (const [id, station] of this.#stations) if (station.paused >= ENOUGH) this.#judge(id, station, now);
  }

  forget(): void {
    for (const station of this.#stations.values()) station.told = UNTOLD;
  }

  /** How many stations of an organization have heard something lately. */
  inUse(org: number, now: number): number {
    let count = 0;
    for (const { source, last } of this.#stations.values()) if (source.org === org && now - last <= USED_MS) count++;
    return count;
  }

  #judge(id: number, station: Station, now: number): void {
    const { source, last, told } = station;
    station.own ??= ownPause(station.pauses.subarray(0, Math.min(station.paused, PAUSES)));
    const { own } = station;
    // Seldom more than a few of them, so that reading is left to these.
    if (now - last < own) return;
    const connected = this.#connected.get(id) as { since: number } | undefined;
    if (!connected) return;
    const since = Math.max(last, connected.since);
    const othersHear = this.#stations
      .values()
      .some(other => other.source.org === source.org && other.last > since + own);
    const level = Math.floor((10 * (now - since)) / own) / 10;
    if (!othersHear || level < 1 || level === told) return;
    station.told = level;
    this.#observe({ rule: 'basestation_deaf', source, at: now, level });
  }

  #add(id: number, at: number): Station | undefined {
    const row = this.#orgOf.get(id) as { org: number } | undefined;
    if (!row) return undefined;
    const station = {
      source: { type: 'base_station', id, org: row.org } as const,
      ...{ last: at, burst: at, pauses: new Float64Array(PAUSES), paused: 0, own: undefined, told: UNTOLD },
    };
    this.#stations.set(id, station);
    return station;
  }
}

/** The median of pauses, but no less than a part of the longest: telegrams that come together by turns make short ones. */
function ownPause(pauses: Float64Array): number {
  const sorted = pauses.toSorted();
  const longest = sorted.at(-1) ?? BURST_MS;
  return Math.max(sorted[Math.floor(sorted.length / 2)] ?? BURST_MS, OF_LONGEST * longest);
}
