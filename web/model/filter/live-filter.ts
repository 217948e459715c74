import type { Filter } from './filter-words.ts';

interface Heard {
  epEui: string;
  epName: string;
  baseStations: readonly { bsEui: string; bsName: string }[];
}

/** Whether a rate is of an endpoint that holds for a filter. Who heard its messages is not known: `station:` leaves nothing out. */
export function matchesRate({ key, name }: { key: string; name: string }, filter: Filter): boolean {
  return matchesMessage({ epEui: key, epName: name, baseStations: [] }, { ...filter, words: new Map() });
}

/** Whether a message holds for a filter: free text in name or EUI, `station:` in name or EUI of a receiver. */
export function matchesMessage({ epEui, epName, baseStations }: Heard, { text, words }: Filter): boolean {
  const wanted = text.toLowerCase();
  const station = words.get('station')?.toLowerCase();
  const byStation =
    station === undefined ||
    baseStations.some(({ bsEui, bsName }) => bsEui.includes(station) || bsName.toLowerCase().includes(station));
  return (
    byStation && (epName.toLowerCase().includes(wanted) || epEui.includes(wanted.replace(/[\s:-]/g, '') || wanted))
  );
}
