import type { Db } from '../../database/driver.ts';
import type { Migration } from '../../database/migrate.ts';

/** Roll-ups go: what they say that `activity` does not say is put there, where the same is counted from now on. */
export const figures: Migration = {
  id: 63,
  before: carryOver,
  up: 'DROP TABLE pending_figures; DROP TABLE rollup;',
  changesRows: ['activity', 'pending_figures', 'rollup'],
};

/** Figures of one endpoint or station in an hour or day. */
interface Sums {
  messages: number;
  duplicates: number;
  firsts: number;
  receptions: number;
  bytes: number;
  lost: number;
  resets: number;
  snr_sum: number;
  rssi_sum: number;
  eq_snr_sum: number;
  eq_snr_count: number;
  rssi_min: number;
  rssi_max: number;
  first_at: number;
  last_at: number;
  profiles: string | null;
  modes: string | null;
}

interface Row extends Sums {
  key: number;
  other: number;
}

const [HOUR, DAY] = [3600, 86_400];
const [ENDPOINT, PAIR, STATION] = [2, 3, 4];
const PLACES = 2 ** 32;
const PART = 64;
const PARTS = 2 ** 40;
const COLUMNS = `key, other, messages, duplicates, firsts, receptions, bytes, lost, resets, snr_sum, rssi_sum, eq_snr_sum,
  eq_snr_count, rssi_min, rssi_max, first_at, last_at, profiles, modes`;

/**
 * Stations were counted in roll-ups alone, and so were endpoints in hours and days whose messages were gone before the release that counts
 * activity. Of those it is not known how values were distributed: all of them count where their average is.
 */
function carryOver(db: Db): void {
  const next = db.prepare('SELECT min(start_at) AS at FROM rollup WHERE grain = ? AND scope = ? AND start_at > ?');
  const rowsAt = db.prepare(
    `SELECT ${COLUMNS} FROM rollup WHERE grain = ? AND scope = ? AND start_at = ? ORDER BY key`,
  );
  const known = db.prepare('SELECT 1 FROM activity WHERE grain = ? AND start_at = ? AND place >= ? LIMIT 1');
  const insert = db.prepare('INSERT INTO activity (grain, start_at, place, cells) VALUES (?, ?, ?, ?)');
  const orgOf = db.prepare('SELECT org FROM endpoint WHERE id = ?');
  const oldest = db.prepare(
    'SELECT min(rx_time_ns) / 1000000 AS at FROM message INDEXED BY message_by_time WHERE org = ?',
  );
  const starts = function* (grain: number, scope: number): Generator<number> {
    for (let at = Number.MIN_SAFE_INTEGER; ; ) {
      const found = next.get(grain, scope, at) as { at: number | null };
      if (found.at === null) return;
      at = found.at;
      yield at;
    }
  };
  const put = (grain: number, startAt: number, placeOf: (row: Row) => number | undefined, rows: Cells[]): void => {
    for (const [place, of] of Map.groupBy(rows, ({ row }) => placeOf(row))) {
      if (place !== undefined) insert.run(grain, startAt, place, packRow(of, startAt));
    }
  };

  const stations = new Map<string, Row>();
  for (const grain of [HOUR, DAY]) {
    for (const at of starts(grain, STATION)) {
      for (const row of rowsAt.all(grain, STATION, at) as Row[]) stations.set(`${grain} ${at} ${row.key}`, row);
    }
  }
  for (const [startAt, row] of pendingStations(db)) {
    for (const [grain, at] of [
      [HOUR, startAt],
      [DAY, Math.floor(startAt / (DAY * 1000)) * DAY * 1000],
    ] as const) {
      const name = `${grain} ${at} ${row.key}`;
      const before = stations.get(name);
      stations.set(name, before ? added(before, row) : row);
    }
  }
  const byTime = Map.groupBy(stations, ([name]) => name.slice(0, name.lastIndexOf(' ')));
  for (const [name, of] of byTime) {
    const [grain = 0, startAt = 0] = name.split(' ').map(Number);
    const cells = of.map(([, row]) => ({ row, pairs: [] })).sort((a, b) => a.row.key - b.row.key);
    put(grain, startAt, ({ key }) => 1 + Math.floor(key / PART), cells);
  }

  let firstMs = Number.POSITIVE_INFINITY;
  for (const { id } of db.prepare('SELECT id FROM organization').all() as { id: number }[]) {
    const { at } = oldest.get(id) as { at: number | null };
    if (at !== null) firstMs = Math.min(firstMs, at);
  }
  const orgs = new Map<number, number | undefined>();
  const place = ({ key }: Row): number | undefined => {
    if (!orgs.has(key)) orgs.set(key, (orgOf.get(key) as { org: number } | undefined)?.org);
    const org = orgs.get(key);
    return org === undefined ? undefined : org * PLACES + 1 + Math.floor(key / PART);
  };
  for (const grain of [HOUR, DAY]) {
    for (const at of starts(grain, ENDPOINT)) {
      if (at + grain * 1000 > Math.floor(firstMs / (HOUR * 1000)) * HOUR * 1000) break;
      if (known.get(grain, at, PLACES)) continue;
      const pairs = Map.groupBy(rowsAt.all(grain, PAIR, at) as Row[], ({ key }) => key);
      const cells = (rowsAt.all(grain, ENDPOINT, at) as Row[]).map(row => ({ row, pairs: pairs.get(row.key) ?? [] }));
      put(grain, at, place, cells);
    }
  }
}

/** An endpoint with what stations received of it, or a station. */
interface Cells {
  readonly row: Row;
  readonly pairs: readonly Row[];
}

/** What was counted of stations in blocks and not put into the roll-ups, with its hour. */
function* pendingStations(db: Db): Generator<[startAt: number, row: Row]> {
  const rows = db
    .prepare(
      `SELECT figures FROM pending_figures WHERE part BETWEEN ? AND ? AND last_seq <= max(
         coalesce((SELECT max(last_seq) FROM block WHERE sealing = 0), 0),
         coalesce((SELECT value FROM counter WHERE org = 0 AND name = 'log_pruned'), 0))`,
    )
    .all(STATION * PARTS, (STATION + 1) * PARTS - 1) as { figures: Uint8Array }[];
  for (const { figures: blob } of rows) {
    const from = new Reader(Buffer.from(blob));
    while (!from.ended) {
      const startAt = from.whole() * HOUR * 1000;
      from.whole();
      const [key, other] = [from.whole(), from.whole()];
      const [messages, duplicates, firsts, receptions] = [from.whole(), from.whole(), from.whole(), from.whole()];
      const [bytes, lost, resets] = [from.whole(), from.whole(), from.whole()];
      const [snr_sum, rssi_sum, eq_snr_sum, eq_snr_count] = [from.number(), from.number(), from.number(), from.whole()];
      const [rssi_min, rssi_max] = [from.number(), from.number()];
      const first_at = startAt + from.whole();
      const last_at = first_at + from.whole();
      const [profiles, modes] = [from.words(), from.words()];
      yield [
        startAt,
        {
          ...{
            key,
            other,
            messages,
            duplicates,
            firsts,
            receptions,
            bytes,
            lost,
            resets,
            snr_sum,
            rssi_sum,
            eq_snr_sum,
          },
          ...{ eq_snr_count, rssi_min, rssi_max, first_at, last_at, profiles, modes },
        },
      ];
    }
  }
}

const SUMMED = [
  ...['messages', 'duplicates', 'firsts', 'receptions', 'bytes', 'lost', 'resets'],
  ...['snr_sum', 'rssi_sum', 'eq_snr_sum', 'eq_snr_count'],
] as (keyof Sums & ('messages' | 'snr_sum'))[];

function added(a: Row, b: Row): Row {
  const sum = { ...a };
  for (const field of SUMMED) sum[field] = a[field] + b[field];
  sum.rssi_min = Math.min(a.rssi_min, b.rssi_min);
  sum.rssi_max = Math.max(a.rssi_max, b.rssi_max);
  sum.first_at = Math.min(a.first_at, b.first_at);
  sum.last_at = Math.max(a.last_at, b.last_at);
  sum.profiles = addedWords(a.profiles, b.profiles);
  sum.modes = addedWords(a.modes, b.modes);
  return sum;
}

const wordsOf = (json: string | null) => new Map(json ? (JSON.parse(json) as [string, number][]) : []);

function addedWords(a: string | null, b: string | null): string {
  const words = wordsOf(a);
  for (const [text, count] of wordsOf(b)) words.set(text, (words.get(text) ?? 0) + count);
  return JSON.stringify([...words]);
}

/** A row of cells; messages with a counter that was used before are a cell of their own, with as much of the sums as of the messages. */
function packRow(all: readonly Cells[], startAt: number): Uint8Array {
  const out = new Writer();
  let before = 0;
  for (const { row, pairs } of all) {
    const count = row.messages === 0 ? row.receptions : row.messages;
    const again = Math.min(row.duplicates, count) / count;
    for (const duplicate of [0, 1]) {
      const share = duplicate === 1 ? again : 1 - again;
      if (share === 0) continue;
      // Whole numbers are put together again without a rest.
      const whole = (of: number) => (duplicate === 1 ? Math.round(of * again) : of - Math.round(of * again));
      const one = new Writer();
      packCell(one, { row, pairs, startAt, share, whole, words: again === 1 || duplicate === 0 });
      out.whole(row.key * 2 + duplicate - before);
      out.whole(whole(count));
      out.whole(one.length);
      out.add(one);
      before = row.key * 2 + duplicate;
    }
  }
  return out.bytes();
}

/** Which part of figures goes into a cell. */
interface Part {
  readonly share: number;
  whole(of: number): number;
}

function packCell(
  out: Writer,
  { row, pairs, startAt, words, ...part }: Cells & Part & { readonly startAt: number; readonly words: boolean },
): void {
  const isStation = row.messages === 0;
  const count = part.whole(isStation ? row.receptions : row.messages);
  const heard = isStation ? [] : pairs.filter(({ receptions }) => part.whole(receptions) > 0);
  const resets = isStation ? 0 : part.whole(row.resets);
  out.whole(part.whole(row.bytes));
  out.whole(part.whole(isStation ? row.firsts : row.lost) * 2 + (resets > 0 ? 1 : 0));
  if (resets > 0) out.whole(resets);
  out.whole(row.first_at - startAt);
  if (count > 1) out.whole(row.last_at - row.first_at);
  packSums(out, row, part);
  out.whole(heard.length);
  for (const pair of heard) {
    const receptions = part.whole(pair.receptions);
    out.whole(pair.other);
    out.whole(receptions * 4);
    out.signed(heard.length === 1 ? receptions : 0);
    out.whole(part.whole(pair.bytes));
    packSums(out, pair, part);
  }
  out.whole(0);
  packDistribution(out, row, count, part);
  for (const pair of heard) packDistribution(out, pair, part.whole(pair.receptions), part);
  for (const pair of heard) out.signed((count > 1 ? row.last_at : row.first_at) - pair.last_at);
  if (!isStation || !words) return;
  out.words(wordsOf(row.profiles));
  out.words(wordsOf(row.modes));
}

function packSums(out: Writer, { snr_sum, rssi_sum, eq_snr_sum, eq_snr_count }: Sums, { share, whole }: Part): void {
  const said = whole(eq_snr_count);
  out.number(snr_sum * share);
  out.number(rssi_sum * share);
  out.whole(said);
  if (said > 0) out.number((eq_snr_sum / eq_snr_count) * said);
}

function packDistribution(out: Writer, row: Sums, count: number, { share }: Part): void {
  if (count < 2) return;
  const [snr, rssi] = [(row.snr_sum * share) / count, (row.rssi_sum * share) / count];
  out.number(snr);
  out.number(snr);
  out.number(row.rssi_min);
  out.number(row.rssi_max);
  for (const bin of [Math.floor(snr / 2), Math.floor(rssi / 5)]) {
    out.whole(1);
    out.signed(bin);
    out.whole(count);
  }
}

/** Writes numbers as cells have them. */
class Writer {
  readonly #bytes: number[] = [];

  get length(): number {
    return this.#bytes.length;
  }

  add(other: Writer): void {
    for (const byte of other.#bytes) this.#bytes.push(byte);
  }

  whole(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.#bytes.push((rest % 0x80) | 0x80);
    this.#bytes.push(rest);
  }

  signed(value: number): void {
    this.whole(value >= 0 ? value * 2 : -value * 2 - 1);
  }

  number(value: number): void {
    const scaled = Math.round(value * 100);
    if (Math.abs(scaled) < 2 ** 40 && scaled / 100 === value) {
      this.whole((scaled >= 0 ? scaled * 2 : -scaled * 2 - 1) * 2);
      return;
    }
    const raw = Buffer.alloc(8);
    raw.writeDoubleLE(value);
    this.#bytes.push(1, ...raw);
  }

  words(words: ReadonlyMap<string, number>): void {
    this.whole(words.size);
    for (const [text, count] of words) {
      const bytes = Buffer.from(text);
      this.whole(bytes.length);
      this.#bytes.push(...bytes);
      this.whole(count);
    }
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what was packed of roll-ups. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get ended(): boolean {
    return this.#at >= this.#bytes.length;
  }

  whole(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 0x7f) * weight;
      if (byte < 0x80) return value;
    }
  }

  number(): number {
    const coded = this.whole();
    if (coded === 1) {
      this.#at += 8;
      return this.#bytes.readDoubleLE(this.#at - 8);
    }
    const folded = coded / 2;
    return (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2) / 100;
  }

  words(): string {
    const words: [string, number][] = [];
    for (let left = this.whole(); left > 0; left--) {
      const end = this.whole() + this.#at;
      const text = this.#bytes.toString('utf8', this.#at, end);
      this.#at = end;
      words.push([text, this.whole()]);
    }
    return JSON.stringify(words);
  }
}
