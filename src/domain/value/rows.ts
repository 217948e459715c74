import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { addDay, condensed, noDay, type ValueDay } from './day.ts';
import { packDay, unpackDay } from './packed-day.ts';

/** Row ids of endpoints are below it. */
const ENDPOINTS = 2 ** 32;

/** Where the values of an endpoint and day are: those of one day are neighbours. */
export const rowOf = (day: number, endpoint: number): number => day * ENDPOINTS + endpoint;
export const dayOf = (row: number): number => Math.floor(row / ENDPOINTS);
export const endpointOf = (row: number): number => row % ENDPOINTS;

/** How far values have been added up. */
export interface ValueState {
  readonly seq: number;
  readonly up_to: number;
  readonly endpoint: number;
  readonly at_seq: number;
  readonly begun_at: number;
  readonly version: number;
  readonly gone_day: number;
  readonly condensed: number;
}

const NOTHING: ValueState = {
  seq: 0,
  up_to: 0,
  endpoint: 0,
  at_seq: 0,
  begun_at: 0,
  version: 0,
  gone_day: -1,
  condensed: 0,
};

/** Up to which place of the log messages of an endpoint are in its days. */
export function includedOf({ seq, up_to, endpoint: at, at_seq }: ValueState, endpoint: number): number {
  if (up_to === 0 || endpoint > at) return seq;
  return endpoint < at ? up_to : Math.max(at_seq, seq);
}

/** Rows of values, and how far they have come. */
export function valueRows(db: Db) {
  const state = db.prepare(
    'SELECT seq, up_to, endpoint, at_seq, begun_at, version, gone_day, condensed FROM value_state',
  );
  const setState = db.prepare(
    `INSERT OR REPLACE INTO value_state (one, seq, up_to, endpoint, at_seq, begun_at, version, gone_day, condensed)
     VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const dataAt = db.prepare('SELECT data FROM value_day WHERE id = ?');
  const put = db.prepare('INSERT OR REPLACE INTO value_day (id, data) VALUES (?, ?)');
  const drop = db.prepare('DELETE FROM value_day WHERE id = ?');
  const next = db.prepare('SELECT id, data FROM value_day WHERE id > ? AND id < ? ORDER BY id LIMIT ?');
  const idByName = db.prepare('SELECT id FROM value_key WHERE name = ?');
  const nameById = db.prepare('SELECT name FROM value_key WHERE id = ?');
  const addName = db.prepare('INSERT INTO value_key (name) VALUES (?)');

  const idOf = (name: string): number =>
    (idByName.get(name) as { id: number } | undefined)?.id ?? addName.run(name).lastInsertRowid;
  const nameOf = (id: number): string | undefined => (nameById.get(id) as { name: string } | undefined)?.name;
  const stateNow = (): ValueState => (state.get() as ValueState | undefined) ?? NOTHING;

  const read = (row: number): ValueDay | undefined => {
    const stored = dataAt.get(row) as { data: Uint8Array } | undefined;
    return stored && unpackDay(stored.data, nameOf);
  };

  /** Of a row that is new. */
  const spanOf = (row: number): ValueDay['span'] => (row < stateNow().condensed ? DAY_S : HOUR_S);

  return {
    state: stateNow,
    spanOf,

    change(to: Partial<ValueState>): void {
      const { seq, up_to, endpoint, at_seq, begun_at, version, gone_day, condensed: upTo } = { ...stateNow(), ...to };
      setState.run(seq, up_to, endpoint, at_seq, begun_at, version, gone_day, upTo);
    },

    read,

    /** Adds to a row; with `anew`, in place of what it has. */
    add(row: number, more: ValueDay, anew: boolean): void {
      const sum = (anew ? undefined : read(row)) ?? noDay(spanOf(row));
      addDay(sum, more);
      if (sum.values.size === 0) drop.run(row);
      else put.run(row, packDay(sum, idOf));
    },

    /** Takes the hours of the oldest rows that have them. @param before a day @returns of how many */
    condense(before: number, limit: number): number {
      const rows = next.all(stateNow().condensed - 1, rowOf(before, 0), limit) as { id: number; data: Uint8Array }[];
      for (const { id, data } of rows) put.run(id, packDay(condensed(unpackDay(data, nameOf)), idOf));
      // Once all of them are done, a row that comes later is of a whole day, too.
      const last = rows.length < limit ? rowOf(before, 0) : (rows.at(-1)?.id ?? 0) + 1;
      if (last > stateNow().condensed) this.change({ condensed: last });
      return rows.length;
    },
  };
}
export type ValueRows = ReturnType<typeof valueRows>;
