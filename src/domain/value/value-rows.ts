import type { Db } from '../../database/driver.ts';
import { DAY_S, HOUR_S } from '../../kit/units.ts';
import { addDay, condensed, noDay, type ValueDay } from './day.ts';
import { packDay, unpackDay } from './packed-day.ts';

/** Row ids of endpoints are below it. */
const ENDPOINTS = 2 ** 32;

/** Names that values of one organization may have brought in: further ones are read from messages only. */
export const MOST_NAMES = 10_000;

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

/** What an endpoint has measured on a day, or in a part of it. */
export interface RowOfValues {
  readonly row: number;
  readonly day: ValueDay;
}

/** Of a value, and of which organization it is (row id). */
export interface NewName {
  readonly name: string;
  readonly org: number;
}

/** Rows to be written; where names have no number yet, only those. */
export interface PackedRows {
  readonly rows: readonly { readonly row: number; readonly data: Uint8Array | undefined }[];
  readonly names: readonly NewName[];
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
  const dropBefore = db.prepare(
    'DELETE FROM value_day WHERE id IN (SELECT id FROM value_day WHERE id < ? ORDER BY id LIMIT ?)',
  );
  const oldest = db.prepare('SELECT min(id) AS id FROM value_day');
  const idByName = db.prepare('SELECT id FROM value_key WHERE name = ?');
  const nameById = db.prepare('SELECT name FROM value_key WHERE id = ?');
  const addName = db.prepare(
    `INSERT OR IGNORE INTO value_key (name, org) SELECT ?, ? WHERE (SELECT count(*) FROM value_key WHERE org = ?) < ${MOST_NAMES}`,
  );
  const countNames = db.prepare('SELECT count(*) AS count FROM value_key WHERE org = ?');
  const orgOf = db.prepare('SELECT org FROM endpoint WHERE id = ?');

  /** Looks each name up once; not longer than one read or write, which may be taken back. */
  const names = () => {
    const ids = new Map<string, number>();
    const byId = new Map<number, string>();
    return {
      idOf(name: string): number {
        const id = ids.get(name) ?? (idByName.get(name) as { id: number } | undefined)?.id;
        if (id !== undefined) ids.set(name, id);
        return id ?? 0;
      },
      nameOf(id: number): string | undefined {
        const name = byId.get(id) ?? (nameById.get(id) as { name: string } | undefined)?.name;
        if (name !== undefined) byId.set(id, name);
        return name;
      },
    };
  };
  const stateNow = (): ValueState => (state.get() as ValueState | undefined) ?? NOTHING;

  const read = (row: number, { nameOf }: Pick<ReturnType<typeof names>, 'nameOf'>): ValueDay | undefined => {
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

    /** Days of an endpoint in [from, to), by day. @param wanted names of values that are read; all without it */
    daysOf(endpoint: number, fromDay: number, toDay: number, wanted?: ReadonlySet<string>): Map<number, ValueDay> {
      const found = new Map<number, ValueDay>();
      const all = names();
      const some = (id: number) => {
        const name = all.nameOf(id);
        return name !== undefined && wanted?.has(name) ? name : undefined;
      };
      const known = wanted ? { nameOf: some } : all;
      for (let day = fromDay; day < toDay; day++) {
        const stored = read(rowOf(day, endpoint), known);
        if (stored) found.set(day, stored);
      }
      return found;
    },

    /** Rows as they are to be written when something is added, or with `anew` put in place of what they have. */
    packed(more: readonly RowOfValues[], anew: boolean): PackedRows {
      const known = names();
      const brought = new Map<string, number>();
      const room = new Map<number, number>();
      const rows = more.map(({ row, day }) => {
        const sum = (anew ? undefined : read(row, known)) ?? noDay(spanOf(row));
        addDay(sum, day);
        const unknown = [...sum.values.keys()].filter(name => known.idOf(name) === 0 && !brought.has(name));
        if (unknown.length > 0) {
          const { org } = (orgOf.get(endpointOf(row)) as { org: number } | undefined) ?? { org: 0 };
          const left = room.get(org) ?? MOST_NAMES - (countNames.get(org) as { count: number }).count;
          for (const name of unknown.slice(0, Math.max(left, 0))) brought.set(name, org);
          for (const name of unknown.slice(Math.max(left, 0))) sum.values.delete(name);
          if (unknown.length > left) sum.leftOut = true;
          room.set(org, Math.max(left - unknown.length, 0));
        }
        // A copy: what it is packed in is far larger, and would go from thread to thread as a whole.
        return { row, data: sum.values.size === 0 ? undefined : new Uint8Array(packDay(sum, known.idOf)) };
      });
      const added = [...brought].map(([name, org]) => ({ name, org }));
      return added.length === 0 ? { rows, names: [] } : { rows: [], names: added };
    },

    write({ rows, names: unknown }: PackedRows): void {
      for (const { name, org } of unknown) addName.run(name, org, org);
      for (const { row, data } of rows) {
        if (data) put.run(row, data);
        else drop.run(row);
      }
    },

    /** Takes the oldest rows away. @param before a day @returns how many */
    remove(before: number, limit: number): number {
      const removed = dropBefore.run(rowOf(before, 0), limit).changes;
      // A fold that has read one of them to add to it reads it again.
      if (removed > 0) this.change({ version: stateNow().version + 1 });
      return removed;
    },

    /** The oldest day of which there are rows. */
    oldest(): number | undefined {
      const { id } = oldest.get() as { id: number | null };
      return id === null ? undefined : dayOf(id);
    },

    /** Takes the hours of the oldest rows that have them. @param before a day @returns of how many */
    condense(before: number, limit: number): number {
      const rows = next.all(stateNow().condensed - 1, rowOf(before, 0), limit) as { id: number; data: Uint8Array }[];
      const { idOf, nameOf } = names();
      for (const { id, data } of rows) put.run(id, packDay(condensed(unpackDay(data, nameOf)), idOf));
      // Once all of them are done, a row that comes later is of a whole day, too.
      const last = rows.length < limit ? rowOf(before, 0) : (rows.at(-1)?.id ?? 0) + 1;
      if (last > stateNow().condensed) this.change({ condensed: last, version: stateNow().version + 1 });
      return rows.length;
    },
  };
}
export type ValueRows = ReturnType<typeof valueRows>;
