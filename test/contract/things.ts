/** A thing of the organization, by which requests may name it. */
interface Thing {
  readonly id: string;
  /** What it belongs to: the dashboard of a widget, the device of a sensor. */
  readonly parent?: string;
}

/** In generated input: one of the things that there are when the request is sent. */
export class Ref {
  readonly kind: string;
  readonly nth: number;
  /** Whether the id of what it belongs to is meant. */
  readonly asParent: boolean;

  constructor(kind: string, nth: number, asParent = false) {
    this.kind = kind;
    this.nth = nth;
    this.asParent = asParent;
  }
}

/** So many of a kind are kept; the oldest of more is told to be removed. */
const MOST = 24;
const NOTHING = '0192f000-0000-7000-8000-00000000abcd';

/** Kinds within others: where none are told apart, each of the other kind is meant. */
const WITHIN: Readonly<Record<string, string>> = {
  'own-templates': 'sensor-templates',
  'system-templates': 'sensor-templates',
  'pending-commands': 'commands',
  steady: 'heard',
  people: 'users',
  members: 'users',
  'seen-users': 'users',
};

/** What a run has made, by its kind: the word that its collection has in paths. */
export class Things {
  readonly #all = new Map<string, Thing[]>();

  /** @returns what there is too much of */
  add(kind: string, thing: Thing): Thing | undefined {
    const all = this.#all.get(kind) ?? [];
    this.#all.set(kind, all);
    if (all.some(({ id }) => id === thing.id)) return undefined;
    all.push(thing);
    return all.length > MOST ? all.shift() : undefined;
  }

  count(kind: string): number {
    return this.#all.get(kind)?.length ?? 0;
  }

  ids(kind: string): string[] {
    return (this.#all.get(kind) ?? []).map(({ id }) => id);
  }

  /** These are all there are. */
  set(kind: string, all: readonly Thing[]): void {
    this.#all.set(
      kind,
      all.map(({ id }) => ({ id })),
    );
  }

  /** It is of this kind no more. */
  drop(kind: string, id: string): void {
    this.#all.set(
      kind,
      (this.#all.get(kind) ?? []).filter(thing => thing.id !== id),
    );
  }

  remove(id: string): void {
    for (const [kind, all] of this.#all) {
      const left = all.filter(thing => thing.id !== id && thing.parent !== id);
      this.#all.set(kind, left);
    }
  }

  /** What belongs to a thing is told anew. */
  forget(kind: string, parent: string): void {
    this.#all.set(
      kind,
      (this.#all.get(kind) ?? []).filter(thing => thing.parent !== parent),
    );
  }

  find({ kind, nth, asParent }: Ref): string | undefined {
    const own = this.#all.get(kind) ?? [];
    const all = own.length > 0 ? own : (this.#all.get(WITHIN[kind] ?? '') ?? []);
    const thing = all[nth % Math.max(1, all.length)];
    return asParent ? thing?.parent : thing?.id;
  }

  /** The same value with ids of things in it. */
  resolve(value: unknown): unknown {
    return withRefs(value, ref => this.find(ref) ?? NOTHING);
  }
}

/** The same value with something else in the place of each thing that it names, in one order. */
export function withRefs(value: unknown, of: (ref: Ref) => unknown): unknown {
  if (value instanceof Ref) return of(value);
  if (Array.isArray(value)) return value.map(item => withRefs(item, of));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withRefs(item, of)]));
}
