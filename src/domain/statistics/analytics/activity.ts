import type { Scan } from '../../../database/scan.ts';
import { IdSet } from '../../../kit/id-set.ts';
import { DAY_S, HOUR_MS, HOUR_S } from '../../../kit/units.ts';
import type { IdList } from '../../message/figures/activity-rows.ts';
import type { CellSums } from '../../message/figures/cell-sums.ts';
import type { Grain } from '../../message/figures/grain.ts';
import type { Reach, ReachReader } from '../reach.ts';
import { type Granularity, slotStart, slots } from '../slots.ts';
import { type AnalyticsWindow, counts, type Newest, type Registrations } from './registrations.ts';

export interface ActivityQuery extends AnalyticsWindow {
  readonly granularity: Granularity;
  readonly epEui: string | undefined;
  readonly bsEui: string | undefined;
  /** Uuid. */
  readonly deviceModel: string | undefined;
  readonly includeDuplicates: boolean;
}

export interface ActivitySlot {
  readonly start: number;
  readonly messages: number;
  readonly endpoints: number;
  readonly stations: number;
  /** Sent. */
  readonly downlinks: number;
  readonly bytes: number;
}

export interface ActivityFigures {
  readonly messages: number;
  readonly endpoints: number;
  readonly stations: number;
  readonly slots: readonly ActivitySlot[];
}

/** What a slot of activity has. */
interface SlotSums {
  messages: number;
  bytes: number;
  readonly endpoints: SlotEndpoints;
  readonly stations: IdSet;
}

/** The endpoints of a slot: of the only cell that a slot has, as nearly every hour, they are counted without being read. */
class SlotEndpoints {
  #only: IdList | undefined;
  #several: IdSet | undefined;

  add(id: number): void {
    this.all().add(id);
  }

  addAll(ids: IdList): void {
    if (this.#only || this.#several) ids.addTo(this.all());
    else this.#only = ids;
  }

  distinct(newest: Newest): number {
    return this.#only && newest.none ? this.#only.count : newest.distinct(this.all());
  }

  all(): IdSet {
    const all = this.#several ?? new IdSet();
    this.#several = all;
    this.#only?.addTo(all);
    this.#only = undefined;
    return all;
  }
}

/** How much comes, slot by slot (platform API section 11). */
export function activityReader({
  reader,
  registrations,
}: {
  readonly reader: ReachReader;
  readonly registrations: Registrations;
}) {
  /** The activity of an organization, or what some stations have of it; their endpoints are found elsewhere. */
  const wholeActivity = function* (
    reach: Reach,
    grain: Grain,
    slotAt: (startAt: number) => SlotSums,
    stations: ReadonlySet<number> | undefined,
    includeDuplicates: boolean,
  ): Scan<void> {
    yield* reader.organizationSums(reach, grain, 'counts', (startAt, key, cell, active) => {
      if (!counts(key, includeDuplicates)) return;
      const slot = slotAt(startAt);
      addHeard(slot, cell, stations);
      if (stations) return;
      slot.messages += cell.messages;
      slot.bytes += cell.bytes;
      slot.endpoints.addAll(active);
    });
  };

  /** The endpoints of a window, of which days know as much as hours do. */
  const activeIn = function* (reach: Reach, includeDuplicates: boolean): Scan<IdSet> {
    const found = new IdSet();
    yield* reader.organizationSums(reach, DAY_S, 'counts', (_startAt, key, _cell, active) => {
      if (counts(key, includeDuplicates)) active.addTo(found);
    });
    return found;
  };

  return function* (query: ActivityQuery): Scan<ActivityFigures> {
    const { org, fromMs, toMs, granularity, epEui, bsEui, deviceModel, includeDuplicates } = query;
    const endpoints = registrations.endpointsOf(org, epEui, deviceModel);
    const stations = registrations.stationsOf(bsEui);
    const [only] = endpoints ?? [];
    const few = endpoints && endpoints.size === 1 ? only : undefined;
    const newest = yield* reader.unsealed();
    const reach = yield* reader.reach({ org, fromMs, toMs, newest, endpoint: few });
    const grain = granularity === 'hour' ? HOUR_S : DAY_S;
    const found = new Map<number, SlotSums>();
    // One bucket is told of again and again.
    let last: { readonly startAt: number; readonly slot: SlotSums } | undefined;
    const slotAt = (startAt: number) => {
      if (last?.startAt === startAt) return last.slot;
      const start = slotStart(startAt, granularity);
      const slot = found.get(start) ?? { messages: 0, bytes: 0, endpoints: new SlotEndpoints(), stations: new IdSet() };
      found.set(start, slot);
      last = { startAt, slot };
      return slot;
    };
    if (!endpoints) yield* wholeActivity(reach, grain, slotAt, stations, includeDuplicates);
    if (endpoints || stations) {
      if (endpoints?.size !== 0) {
        yield* reader.endpointSums(reach, grain, { endpoints }, 'counts', (startAt, key, cell) => {
          if (!counts(key, includeDuplicates)) return;
          const slot = slotAt(startAt);
          const heard = endpoints ? addHeard(slot, cell, stations) : isHeard(cell, stations);
          if (stations ? heard : cell.messages > 0) slot.endpoints.add(Math.floor(key / 2));
          if (!endpoints || stations) return;
          slot.messages += cell.messages;
          slot.bytes += cell.bytes;
        });
      }
    }
    const sentIn = new Map<number, number>();
    for (const { hour, endpoint, station, count } of registrations.sentDownlinks(query)) {
      if ((endpoints && !endpoints.has(endpoint)) || (stations && !stations.has(station))) continue;
      const start = slotStart(hour * HOUR_MS, granularity);
      sentIn.set(start, (sentIn.get(start) ?? 0) + count);
    }
    const endpointOf = registrations.newestEndpoints(org);
    const stationOf = registrations.newestStations();
    const every = [...found.values()];
    const union = (sets: readonly IdSet[]) => {
      const all = new IdSet();
      for (const set of sets) all.addAll(set);
      return all;
    };
    const active =
      endpoints || stations || grain === DAY_S
        ? union(every.map(slot => slot.endpoints.all()))
        : yield* activeIn(reach, includeDuplicates);
    return {
      messages: every.reduce((sum, slot) => sum + slot.messages, 0),
      endpoints: endpointOf.distinct(active),
      stations: stationOf.distinct(union(every.map(slot => slot.stations))),
      slots: slots(fromMs, toMs, granularity).map(({ start }) => {
        const slot = found.get(start);
        return {
          start,
          messages: slot?.messages ?? 0,
          endpoints: slot?.endpoints.distinct(endpointOf) ?? 0,
          stations: slot ? stationOf.distinct(slot.stations) : 0,
          downlinks: sentIn.get(start) ?? 0,
          bytes: slot?.bytes ?? 0,
        };
      }),
    };
  };
}

/** Adds who received some of a cell; of certain stations also how much. @returns whether anyone did */
function addHeard(slot: SlotSums, { stations: heard }: CellSums, stations: ReadonlySet<number> | undefined): boolean {
  let isHeard = false;
  for (const { station, receptions, bytes } of heard) {
    if (receptions === 0 || stations?.has(station) === false) continue;
    isHeard = true;
    slot.stations.add(station);
    if (!stations) continue;
    slot.messages += receptions;
    slot.bytes += bytes;
  }
  return isHeard;
}

function isHeard({ stations: heard }: CellSums, stations: ReadonlySet<number> | undefined): boolean {
  for (const { station, receptions } of heard) if (receptions > 0 && stations?.has(station) !== false) return true;
  return false;
}
