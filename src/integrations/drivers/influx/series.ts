import type { Value } from '../../../domain/blueprint/codec/blueprint.ts';
import type { FieldType } from '../../../domain/integration/integration-records.ts';
import { MAX_FIELDS } from '../../../domain/integration/integration-records.ts';

/** A field of a point: its name, and its value as the type of its series. */
export type FittedField = readonly [name: string, value: number | boolean | string];

/**
 * Columns of the database itself and our tags, which no field may be called. A field gets `_` behind its name then.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...['time', '_time', '_start', '_stop', '_measurement', '_field', '_value'],
  ...['ep', 'bs', 'model', 'name'],
]);
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * The type of each series: that of its first value. A database refuses a point with a value of another type, so a later one is given as that
 * type where it says the same, and else goes to a series of its own, whose name ends in the type (`state_text`): nothing is left out.
 */
export class SeriesTypes {
  readonly #known: Map<string, FieldType>;
  readonly #unstored = new Map<string, FieldType>();

  /** @param stored from an earlier connection */
  constructor(stored: ReadonlyMap<string, FieldType>) {
    this.#known = new Map(stored);
  }

  /** What is known and not stored yet. */
  get unstored(): ReadonlyMap<string, FieldType> {
    return this.#unstored;
  }

  stored(types: ReadonlyMap<string, FieldType>): void {
    for (const [name, type] of types) if (this.#unstored.get(name) === type) this.#unstored.delete(name);
  }

  /** Where a value goes. @returns undefined: it is none that a database has */
  fit(name: string, value: unknown): FittedField | undefined {
    const plain = plainOf(value);
    return plain === undefined ? undefined : this.#fit(RESERVED.has(name) ? `${name}_` : name, plain);
  }

  #fit(name: string, value: number | boolean | string): FittedField {
    const own = typeOf(value);
    const type = this.#known.get(name);
    if (type === undefined) this.#learn(name, own);
    const said = type === undefined ? value : as(type, value);
    return said === undefined ? this.#fit(`${name}_${own}`, value) : [name, said];
  }

  /** The database has this series with another type, by an earlier writer. @returns whether that is new to us */
  corrected(name: string, type: FieldType): boolean {
    if (this.#known.get(name) === type) return false;
    this.#learn(name, type);
    return true;
  }

  #learn(name: string, type: FieldType): void {
    if (this.#known.size >= MAX_FIELDS && !this.#known.has(name)) return;
    this.#known.set(name, type);
    this.#unstored.set(name, type);
  }
}

/** A whole number beyond 2^53 is a float like all others: one series cannot have both. */
function plainOf(value: unknown): number | boolean | string | undefined {
  const plain = typeof value === 'bigint' ? Number(value) : (value as Value | undefined);
  if (typeof plain === 'number') return Number.isFinite(plain) ? plain : undefined;
  return typeof plain === 'boolean' || typeof plain === 'string' ? plain : undefined;
}

function typeOf(value: number | boolean | string): FieldType {
  if (typeof value === 'string') return 'text';
  return typeof value === 'boolean' ? 'boolean' : 'number';
}

/** A value as another type, where it says the same. */
function as(type: FieldType, value: number | boolean | string): number | boolean | string | undefined {
  if (type === typeOf(value)) return value;
  if (type === 'text') return String(value);
  if (type === 'boolean') {
    if (value === 'true' || value === 1) return true;
    return value === 'false' || value === 0 ? false : undefined;
  }
  if (typeof value === 'boolean') return Number(value);
  return NUMBER.test(String(value)) && Number.isFinite(Number(value)) ? Number(value) : undefined;
}
