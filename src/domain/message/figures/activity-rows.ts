import { Packed, Unpacked } from '../packing.ts';
import { addCell, addUnpacked, type Cell, noCell, sinkInto } from './cell.ts';
import { type CellSums, passStations, passSums, SumsBuffer, type SumsDetail } from './cell-sums.ts';
import { keyOf, type SampleGroup, type Samples } from './samples.ts';

/** A row of `activity`: cells by key, and of an organization which endpoints they are of. */
export interface ActivityRow {
  readonly cells: Map<number, Cell>;
  /** By key of the cell: row ids of the endpoints that sent its messages. */
  readonly active: Map<number, Set<number>>;
}

/** Keys of the cells of an organization. */
export const ORGANIZATION = keyOf(0, false);

export function noRow(): ActivityRow {
  return { cells: new Map(), active: new Map() };
}

export function cellIn({ cells }: ActivityRow, key: number): Cell {
  let cell = cells.get(key);
  if (!cell) {
    cell = noCell();
    cells.set(key, cell);
  }
  return cell;
}

export function activeIn({ active }: ActivityRow, key: number): Set<number> {
  let ids = active.get(key);
  if (!ids) {
    ids = new Set();
    active.set(key, ids);
  }
  return ids;
}

/** Adds the second to the first. */
export function addRow(to: ActivityRow, more: ActivityRow): void {
  for (const [key, cell] of more.cells) addCell(cellIn(to, key), cell);
  for (const [key, ids] of more.active) {
    const all = activeIn(to, key);
    for (const id of ids) all.add(id);
  }
}

/** @param wanted others are passed over */
export function addPacked(
  to: ActivityRow,
  blob: Uint8Array,
  startAt: number,
  wanted: (key: number) => boolean = () => true,
): void {
  const sums = new SumsBuffer();
  eachCell(blob, (key, messages, from, end) => {
    if (!wanted(key)) return;
    sums.read(messages, from, startAt, 'all');
    readActive(from, activeIn(to, key));
    addUnpacked(cellIn(to, key), sums, from, startAt, end);
  });
}

/** Keys of the cells of which a station has received something since then, by its own clock. */
export function receivedSince(blob: Uint8Array, startAt: number, station: number, since: number): number[] {
  const found: number[] = [];
  const sums = new SumsBuffer();
  eachCell(blob, (key, messages, from) => {
    sums.read(messages, from, startAt, 'counts');
    if (sums.stations.some(of => of.station === station && of.receptions > 0)) found.push(key);
  });
  // Of an hour that began later that is all there is to know.
  if (startAt >= since) return found;
  const row = noRow();
  const candidates = new Set(found);
  addPacked(row, blob, startAt, key => candidates.has(key));
  return found.filter(key => (row.cells.get(key)?.stations.get(station)?.lastAt ?? 0) >= since);
}

/** Row ids of endpoints, which may be counted without being read. */
export interface IdList {
  readonly count: number;
  addTo(into: { add(id: number): unknown }): void;
}

/**
 * Reads of each cell what its beginning says.
 * @param sums where that is read into, as far as `detail` says
 * @param visit the sums that it is given hold for this call only
 */
export function eachSums(
  blob: Uint8Array,
  startAt: number,
  sums: SumsBuffer,
  detail: SumsDetail,
  visit: (key: number, sums: CellSums, active: IdList) => void,
): void {
  eachCell(blob, (key, messages, from) => {
    sums.read(messages, from, startAt, detail);
    if (detail === 'cell') passStations(from);
    visit(key, sums, new PackedIds(blob, from.at));
  });
}

/** What `RowPacker` wrote of the endpoints of a cell. */
class PackedIds implements IdList {
  readonly #blob: Uint8Array;
  readonly #at: number;

  constructor(blob: Uint8Array, at: number) {
    this.#blob = blob;
    this.#at = at;
  }

  get count(): number {
    return this.#from().whole();
  }

  addTo(into: { add(id: number): unknown }): void {
    readActive(this.#from(), into);
  }

  #from(): Unpacked {
    const from = new Unpacked(this.#blob);
    from.at = this.#at;
    return from;
  }
}

/** A row without the distributions of its values: half of it. What reads sums or counts reads it as any other. */
export function withoutDistributions(blob: Uint8Array): Uint8Array {
  const out = new Packed();
  let before = 0;
  eachCell(blob, (key, messages, from) => {
    const begin = from.at;
    passSums(messages, from);
    from.passWhole(from.whole());
    out.whole(key - before);
    out.whole(messages);
    out.whole(from.at - begin);
    out.copy(blob, begin, from.at);
    before = key;
  });
  return Buffer.from(out.bytes());
}

/** Reads the cells of a row one after the other, each as far as `read` does. */
export function eachCell(
  blob: Uint8Array,
  read: (key: number, messages: number, from: Unpacked, end: number) => void,
): void {
  const from = new Unpacked(blob);
  for (let key = 0; !from.ended(); ) {
    key += from.whole();
    const messages = from.whole();
    const length = from.whole();
    const end = from.at + length;
    read(key, messages, from, end);
    from.at = end;
  }
}

/** Which endpoints a cell of an organization is of: they stand behind its sums. */
export function readActive(from: Unpacked, into: { add(id: number): unknown }): void {
  let id = 0;
  for (let left = from.whole(); left > 0; left--) {
    id += from.whole();
    into.add(id);
  }
}

/** What samples come to for an organization. */
export function organizationRow(samples: Samples, group: SampleGroup): ActivityRow {
  const row = noRow();
  const sinks = new Map<number, ReturnType<typeof sinkInto>>();
  samples.read(group, key => {
    const own = ORGANIZATION + (key % 2);
    let sink = sinks.get(own);
    if (!sink) {
      sink = sinkInto(cellIn(row, own));
      sinks.set(own, sink);
    }
    return sink;
  });
  for (const [duplicate, endpoints] of samples.endpointsOf(group)) {
    const active = activeIn(row, ORGANIZATION + duplicate);
    for (const endpoint of endpoints) active.add(endpoint);
  }
  return row;
}

/** What samples come to for each of their endpoints. */
export function endpointRow(samples: Samples, group: SampleGroup): ActivityRow {
  const row = noRow();
  samples.read(group, key => sinkInto(cellIn(row, key)));
  return row;
}
