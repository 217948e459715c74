import type { Filter } from './filter/filter-words.ts';
import { rank, STATION_STATES, type StationState } from './states.ts';

interface Station {
  bsEui: string;
  name: string;
  status: string;
}

/** Worst first, then by name as people sort names. */
export function worstFirst<S extends Station>(stations: readonly S[]): S[] {
  return [...stations].sort(
    (a, b) => rank(STATION_STATES, a.status) - rank(STATION_STATES, b.status) || byName(a.name, b.name),
  );
}

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

export function byName(a: string, b: string): number {
  return names.compare(a, b);
}

interface Listed extends Station {
  certificateStatus: string;
  model: string;
  tags: Readonly<Record<string, string>>;
  lastSeenAt?: { seconds: bigint } | undefined;
  certificateExpiresAt?: { seconds: bigint } | undefined;
  dutyCycle?: number | undefined;
}

/** Those that the words, tags and text of a filter all hold for. */
export function filterStations<S extends Listed>(stations: readonly S[], { text, words, tags }: Filter): S[] {
  const wanted = compactText(text);
  return stations.filter(station => {
    const { status, certificateStatus, model, name, bsEui } = station;
    if (words.has('status') && words.get('status') !== status) return false;
    if (words.has('certificate') && words.get('certificate') !== certificateStatus) return false;
    if (words.has('model') && !model.toLowerCase().includes(words.get('model')?.toLowerCase() ?? '')) return false;
    for (const [key, value] of tags) if (station.tags[key] !== value) return false;
    return compactText(name).includes(wanted) || bsEui.includes(wanted);
  });
}

const compactText = (text: string): string => text.toLowerCase().replace(/[\s:-]/g, '');

interface Signal {
  receptions: number;
  medianSnr: number | undefined;
}

export function sortStations<S extends Listed>(
  stations: readonly S[],
  by: string,
  descending: boolean,
  signalOf: (eui: string) => Signal | undefined,
): S[] {
  const measure: Readonly<Record<string, (station: S) => number>> = {
    last: ({ lastSeenAt }) => -Number(lastSeenAt?.seconds ?? 0),
    uplinks: ({ bsEui }) => signalOf(bsEui)?.receptions ?? -1,
    snr: ({ bsEui }) => signalOf(bsEui)?.medianSnr ?? Number.NEGATIVE_INFINITY,
    duty: ({ dutyCycle }) => dutyCycle ?? -1,
    certificate: ({ certificateExpiresAt }) => Number(certificateExpiresAt?.seconds ?? Number.MAX_SAFE_INTEGER),
  };
  const number = measure[by];
  const sorted =
    by === 'name'
      ? [...stations].sort((a, b) => byName(a.name, b.name))
      : number
        ? [...stations].sort((a, b) => number(a) - number(b) || byName(a.name, b.name))
        : worstFirst(stations);
  return descending ? sorted.reverse() : sorted;
}

/** How many there are of each state that occurs, those online first. */
export function stationCounts(stations: readonly Station[]): { state: StationState; count: number }[] {
  const order: readonly StationState[] = ['online', 'offline', 'never_connected', 'disabled'];
  return order
    .map(state => ({ state, count: stations.filter(({ status }) => status === state).length }))
    .filter(({ count }) => count > 0);
}
