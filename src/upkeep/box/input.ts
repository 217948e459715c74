/** What came through the socket is not what this release expects. */
export class WrongInput extends Error {
  constructor(field: string, wanted: string) {
    super(`${field} has to be ${wanted}: are the command and the server of the same release?`);
    this.name = 'WrongInput';
  }
}

/** Reads a value that came as JSON. @throws WrongInput with the name of the field */
export type Check<T> = (value: unknown, field: string) => T;
export type Checked<C> = C extends Check<infer T> ? T : never;

function checked<T>(is: (value: unknown) => value is T, wanted: string): Check<T> {
  return (value, field) => {
    if (!is(value)) throw new WrongInput(field, wanted);
    return value;
  };
}

export const text = checked((value): value is string => typeof value === 'string', 'a text');
/** The id of something, or a part of it. */
export const id = checked((value): value is string => typeof value === 'string' && value !== '', 'an id');
export const flag = checked((value): value is boolean => typeof value === 'boolean', 'true or false');

export function whole(min: number, max: number): Check<number> {
  const is = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
  return checked(is, `a whole number from ${min} to ${max}`);
}

export function word<const W extends string>(...words: readonly W[]): Check<W> {
  return checked((value): value is W => words.some(known => known === value), words.join(' or '));
}

export function listOf<T>(each: Check<T>): Check<readonly T[]> {
  return (value, field) => {
    if (!Array.isArray(value)) throw new WrongInput(field, 'a list');
    return value.map(item => each(item, field));
  };
}

export function orNull<T>(check: Check<T>): Check<T | null> {
  return (value, field) => (value === null ? null : check(value, field));
}

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, field) => (value === undefined ? undefined : check(value, field));
}

/** An object with these members; others are left out. */
export function members<const S extends Readonly<Record<string, Check<unknown>>>>(
  shape: S,
): Check<{ readonly [K in keyof S]: Checked<S[K]> }> {
  return (value, field) => {
    if (typeof value !== 'object' || value === null) throw new WrongInput(field, 'an object');
    const given = new Map<string, unknown>(Object.entries(value));
    const read = Object.entries(shape).map(([name, check]) => [name, check(given.get(name), name)]);
    return Object.fromEntries(read) as { readonly [K in keyof S]: Checked<S[K]> };
  };
}
