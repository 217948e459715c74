import type { Store } from '../domain/domain.ts';
import type { StationName } from '../domain/station/names.ts';

const UNKNOWN: StationName = { eui: '', name: '', org: 0 };

/** Names of stations by row id. */
export type StationNames = (id: number) => StationName;

/** Each name is read once: for one answer or batch. */
export function stationNames(store: Store): StationNames {
  const known = new Map<number, StationName>();
  return id => {
    let name = known.get(id);
    if (!name) {
      name = store.read.directory.stationName(id) ?? UNKNOWN;
      known.set(id, name);
    }
    return name;
  };
}
