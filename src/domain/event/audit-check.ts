import type { Db } from '../../database/driver.ts';
import { auditLine, BEGINNING, hashOf, INSTALLATION_CHAIN } from './audit-chain.ts';
import { LINKED_COLUMNS, type LinkedEvent } from './event-columns.ts';

/** Rows that are read at a time. */
const PORTION = 1000;
/** More troubles of one chain say nothing new. */
const MOST_TROUBLES = 20;
/** An event that was put in stands so many places before the one that shows it. */
const REMEMBERED = 1000;

/** Something that is not as it was stored. */
export interface ChainTrouble {
  /** Uuid; empty: the chain of the installation. */
  readonly organization: string;
  /** Uuid of the event that it is about; undefined: the end of the chain. */
  readonly event: string | undefined;
  readonly text: string;
  /** Noted when the database was put together after a damage, milliseconds; undefined: it was not. */
  readonly notedAt: number | undefined;
}

/** How far a check has come. */
export interface ChainsLooked {
  readonly rows: number;
  readonly chains: number;
  readonly troubles: readonly ChainTrouble[];
}

export function troubleText({ organization, text }: ChainTrouble): string {
  return `${organization === '' ? 'installation' : `organization ${organization}`}: ${text}`;
}

interface ChainRow {
  org: number;
  organization: string;
  unlinked: number;
  removed: Uint8Array;
  head: Uint8Array;
}

interface Place {
  readonly uuid: string;
  readonly seq: number;
}

/** A gap after a hash that is known: none between a link and the next when both are there. */
interface Gap {
  readonly org: number;
  readonly afterHash: Uint8Array;
}

/** All events of a chain in order, a portion at a time. */
export function auditReader(db: Db) {
  const page = db.prepare(
    `SELECT ${LINKED_COLUMNS} FROM event WHERE category = 'audit' AND org IS ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  return (org: number, after: number, limit = PORTION): LinkedEvent[] =>
    page.all(org === INSTALLATION_CHAIN ? null : org, after, limit) as LinkedEvent[];
}

/** Walks over every chain, and gives how far it has come after each portion. @param found is told of each gap */
export function* checkChains(db: Db, found: (gap: Gap) => void = () => undefined): Generator<ChainsLooked, void> {
  const read = auditReader(db);
  const broken = db.prepare('SELECT after_hash, at FROM audit_break WHERE org = ?');
  // Events without a chain were put in: the migration made one for those of before.
  const chains = db
    .prepare(
      `SELECT org, organization, unlinked, removed, head FROM audit_chain UNION ALL
       SELECT DISTINCT coalesce(org, ${INSTALLATION_CHAIN}), '', 0, zeroblob(32), zeroblob(32) FROM event
       WHERE category = 'audit' AND coalesce(org, ${INSTALLATION_CHAIN}) NOT IN (SELECT org FROM audit_chain) ORDER BY 1`,
    )
    .all() as unknown as ChainRow[];
  const troubles: ChainTrouble[] = [];
  let rows = 0;
  for (const [at, chain] of chains.entries()) {
    const noted = new Map(
      (broken.all(chain.org) as { after_hash: Uint8Array; at: number }[]).map(row => [hex(row.after_hash), row.at]),
    );
    const walk = new ChainWalk(chain, noted, found);
    let after = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const portion = read(chain.org, after);
      for (const row of portion) walk.pass(row);
      rows += portion.length;
      after = portion.at(-1)?.seq ?? after;
      if (portion.length < PORTION) break;
      yield { rows, chains: at, troubles: [...troubles, ...walk.troubles] };
    }
    walk.end();
    troubles.push(...walk.troubles);
    yield { rows, chains: at + 1, troubles };
  }
}

class ChainWalk {
  readonly #chain: ChainRow;
  readonly #noted: Map<string, number>;
  readonly #found: (gap: Gap) => void;
  readonly #troubles: { seq: number; trouble: ChainTrouble }[] = [];
  /** Newest hashes by their text, each with its event. */
  readonly #passed = new Map<string, Place | undefined>();
  #unlinked = 0;
  #linked = false;
  #expected: Uint8Array;
  #last: Place | undefined;

  constructor(chain: ChainRow, noted: Map<string, number>, found: (gap: Gap) => void) {
    this.#chain = chain;
    this.#noted = noted;
    this.#found = found;
    this.#expected = chain.removed;
    this.#passed.set(hex(chain.removed), undefined);
  }

  get troubles(): readonly ChainTrouble[] {
    return this.#troubles.slice(0, MOST_TROUBLES).map(({ trouble }) => trouble);
  }

  pass(row: LinkedEvent): void {
    const { prev_hash: previous, hash } = row;
    if (previous === null || hash === null) {
      // Those of before the chain stand before its first link, and only as long as retention has removed no link.
      const early = !this.#linked && same(this.#chain.removed, BEGINNING);
      if (!early || ++this.#unlinked > this.#chain.unlinked) {
        this.#tell(row, `event ${row.uuid} was put in: it has no hash`);
      }
      return;
    }
    this.#linked = true;
    this.#follow(row, previous);
    if (!isAsStored(row, this.#chain.organization, previous, hash)) {
      this.#tell(row, `event ${row.uuid} (${row.event_type}) is not as it was stored`);
    }
    this.#expected = hash;
    this.#last = row;
    this.#remember(hash, row);
  }

  end(): void {
    const { unlinked, head } = this.#chain;
    if (this.#unlinked < unlinked) {
      const missing = unlinked - this.#unlinked;
      this.#tell(undefined, `${missing} events of the time before the chain are missing`);
    }
    if (!same(head, this.#expected)) this.#follow(undefined, head);
    // What was noted where nothing shows: the newest events of a database that was put together may be missing.
    for (const at of this.#noted.values()) {
      this.#tell(undefined, `the newest events of before ${new Date(at).toISOString()} may be missing`, at);
    }
  }

  /** @param row what says that it comes behind `previous`; undefined: the end of the chain does */
  #follow(row: LinkedEvent | undefined, previous: Uint8Array): void {
    const gap = hex(this.#expected);
    const at = this.#noted.get(gap);
    this.#noted.delete(gap);
    if (same(previous, this.#expected)) {
      if (at === undefined) return;
      this.#tell(row, `events before ${placeOf(row)} may be missing since the database was put together`, at);
      return;
    }
    const behind = hex(previous);
    if (this.#passed.has(behind)) {
      // What stands between was put in, and is the whole trouble.
      this.#putIn(this.#passed.get(behind)?.seq ?? Number.NEGATIVE_INFINITY, row?.seq ?? Number.MAX_SAFE_INTEGER);
      return;
    }
    this.#found({ org: this.#chain.org, afterHash: this.#expected });
    const after = this.#last === undefined ? 'the beginning' : `event ${this.#last.uuid}`;
    this.#tell(row, `events between ${after} and ${placeOf(row)} are missing or were changed`, at);
  }

  #putIn(from: number, to: number): void {
    const between = [...this.#passed.values()].filter(each => each && each.seq > from && each.seq < to);
    const kept = this.#troubles.filter(({ seq }) => seq <= from || seq >= to);
    this.#troubles.length = 0;
    this.#troubles.push(...kept);
    for (const each of between) if (each) this.#tell(each, `event ${each.uuid} was put in`);
  }

  #tell(about: Place | undefined, text: string, notedAt?: number): void {
    const { organization } = this.#chain;
    const trouble = { organization, event: about?.uuid, text, notedAt };
    this.#troubles.push({ seq: about?.seq ?? Number.MAX_SAFE_INTEGER, trouble });
  }

  #remember(hash: Uint8Array, { uuid, seq }: Place): void {
    this.#passed.set(hex(hash), { uuid, seq });
    if (this.#passed.size > REMEMBERED) this.#passed.delete(this.#passed.keys().next().value ?? '');
  }
}

function isAsStored(row: LinkedEvent, organization: string, previous: Uint8Array, hash: Uint8Array): boolean {
  try {
    return same(hashOf(auditLine(row, organization), previous), hash);
  } catch {
    // A time that is none, or data that are no JSON.
    return false;
  }
}

function placeOf(row: Place | undefined): string {
  return row === undefined ? 'the end of the chain' : `event ${row.uuid}`;
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
