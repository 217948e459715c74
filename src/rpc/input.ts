import { Fault, type FaultAbout, type FaultName } from '../kit/faults/faults.ts';
import type { PageTokens } from './page-token.ts';

/** The order in which mistakes answer: what is missing, what is malformed, what is out of range (error catalog section 1). */
const STEPS = ['presence', 'format', 'range'] as const;
type Step = (typeof STEPS)[number];

export interface Violation {
  /** Path in the request, for example `endpoint.tags`. */
  readonly field: string;
  readonly fault: FaultName;
  readonly about: FaultAbout;
}

/** A request that breaks one or more input checks. Token and details are those of the first; the others travel beside it. */
export class BadInput extends Fault {
  readonly violations: readonly Violation[];

  constructor(first: Violation, violations: readonly Violation[]) {
    super(first.fault, first.about);
    this.violations = violations;
  }
}

/** What a check may know beside the value. */
export interface InputContext {
  readonly method: string;
  readonly org: string;
  readonly tokens: PageTokens;
  /** Wall clock in milliseconds. */
  readonly nowMs: number;
}

class Refusal {
  readonly step: Step;
  readonly violation: Violation;

  constructor(step: Step, violation: Violation) {
    this.step = step;
    this.violation = violation;
  }
}

/** Where in the request a check stands. */
export class At {
  readonly context: InputContext;
  readonly field: string;
  readonly #found: Refusal[];
  readonly #names: ReadonlyMap<string, string> | undefined;

  constructor(context: InputContext, field = '', found: Refusal[] = [], names?: ReadonlyMap<string, string>) {
    this.context = context;
    this.field = field;
    this.#found = found;
    this.#names = names;
  }

  /** The same place one level deeper. */
  in(name: string): At {
    const called = this.#names?.get(name) ?? name;
    return new At(this.context, this.field === '' ? called : `${this.field}.${called}`, this.#found);
  }

  /** The same place for an input that calls its fields otherwise. @param names in the request, by those of the input */
  calling(names: ReadonlyMap<string, string>): At {
    return new At(this.context, this.field, this.#found, names);
  }

  refuse(step: Step, name: FaultName, about: FaultAbout = {}): never {
    const field: FaultAbout = this.field === '' ? {} : { field: this.field };
    throw new Refusal(step, { field: this.field, fault: name, about: { ...field, ...about } });
  }

  /** Runs one check; its refusal is noted, so that the others are run too. The result is used only when nothing was refused. */
  try<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#found.push(error);
      return undefined as T;
    }
  }

  get clean(): boolean {
    return this.#found.length === 0;
  }

  /** Throws what was refused, `order` being the names of the request's fields as the schema lists them. */
  finish(order: readonly string[]): void {
    if (this.clean) return;
    const place = ({ violation }: Refusal) => order.indexOf(violation.field.split('.', 1)[0] ?? '');
    const sorted = this.#found.toSorted((a, b) => place(a) - place(b));
    const first = sorted.toSorted((a, b) => STEPS.indexOf(a.step) - STEPS.indexOf(b.step))[0];
    if (first) {
      throw new BadInput(
        first.violation,
        sorted.map(({ violation }) => violation),
      );
    }
  }
}

/** What a check says of what it takes: the description of the API has it from there. */
export interface Said {
  /** The closed list of which the value is one, or each of its items. */
  readonly words?: readonly string[];
  /** It may be left out, and is empty then. */
  readonly mayBeEmpty?: true;
  /** Of the fields of a message. */
  readonly inside?: SaidOf;
}
export type SaidOf = Readonly<Record<string, Said>>;

/** Turns one value as the wire gives it into the narrow value a handler can trust, or refuses it. */
export interface Check<Wire, Value> extends Said {
  (wire: Wire, at: At): Value;
}

/** A new check that says what another one says that it is made of. */
export function saying<W, V>({ words, mayBeEmpty, inside }: Said, check: (wire: W, at: At) => V): Check<W, V> {
  return Object.assign(check, words && { words }, mayBeEmpty && { mayBeEmpty }, inside && { inside });
}

/** Turns a whole request into what the handler gets. `names` are the request fields it looks at. */
export interface Input<Wire, Value, Names extends string = string> {
  readonly names: readonly Names[];
  /** What is said of the fields. */
  readonly says?: SaidOf;
  /** What an update mask may name, of an update: where the mask is made of what was sent, the rest of that is passed over. */
  readonly writable?: readonly string[];
  /** Paths of these that are secret: what comes back empty or as `***`, as it is shown, does not name them. */
  readonly covered?: readonly string[];
  readonly read: (request: Wire, at: At) => Value;
}

/** What the wire may leave out. */
export type Maybe<T> = T | null | undefined;
type Shape = Readonly<Record<string, Check<never, unknown>>>;
type WireOf<S extends Shape> = { readonly [K in keyof S]?: Parameters<S[K]>[0] };
type ValueOf<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };
type Named<S> = keyof S & string;

/** Reads a request with an input; throws `BadInput`. */
export function readInput<W, V>(input: Input<W, V>, request: W, context: InputContext, order: readonly string[]): V {
  const at = new At(context);
  const value = at.try(() => input.read(request, at));
  at.finish(order);
  return value;
}

/** One check per field. */
export function fields<S extends Shape>(shape: S): Input<WireOf<S>, ValueOf<S>, Named<S>> & { readonly says: SaidOf } {
  const entries = Object.entries(shape);
  return {
    names: Object.keys(shape) as Named<S>[],
    says: shape,
    read(request, at) {
      const value: Record<string, unknown> = {};
      for (const [name, check] of entries) {
        const field = at.in(name);
        value[name] = field.try(() => check(request[name as keyof S] as never, field));
      }
      return value as ValueOf<S>;
    },
  };
}

/** A request without fields, or whose fields do not matter. */
export const nothing: Input<object, Record<never, never>, never> = { names: [], read: () => ({}) };

/** Several inputs over the same request; the handler gets all their values in one object. */
export function all<W1, V1 extends object, N1 extends string, W2, V2 extends object, N2 extends string>(
  a: Input<W1, V1, N1>,
  b: Input<W2, V2, N2>,
): Input<W1 & W2, V1 & V2, N1 | N2>;
export function all<
  W1,
  V1 extends object,
  N1 extends string,
  W2,
  V2 extends object,
  N2 extends string,
  W3,
  V3 extends object,
  N3 extends string,
>(a: Input<W1, V1, N1>, b: Input<W2, V2, N2>, c: Input<W3, V3, N3>): Input<W1 & W2 & W3, V1 & V2 & V3, N1 | N2 | N3>;
export function all(...inputs: readonly Input<object, object>[]): Input<object, object> {
  return {
    names: inputs.flatMap(({ names }) => names),
    ...saidOf({
      writable: inputs.find(({ writable }) => writable)?.writable,
      covered: inputs.find(({ covered }) => covered)?.covered,
      says: Object.assign({}, ...inputs.map(({ says }) => says)),
    }),
    read: (request, at) => Object.assign({}, ...inputs.map(input => at.try(() => input.read(request, at)))),
  };
}

type InputFacts = Pick<Input<never, unknown>, 'says' | 'writable' | 'covered'>;

/** What an input says that is made of another one. */
function saidOf({
  says,
  writable,
  covered,
}: { readonly [K in keyof InputFacts]?: InputFacts[K] | undefined }): InputFacts {
  return { ...(says && { says }), ...(writable && { writable }), ...(covered && { covered }) };
}

/** A check of values against each other; runs only when every single one is right. */
export function refine<W, V, N extends string, T>(
  input: Input<W, V, N>,
  check: (value: V, at: At) => T,
): Input<W, T, N> {
  return {
    names: input.names,
    ...saidOf(input),
    read(request, at) {
      const value = input.read(request, at);
      return at.clean ? check(value, at) : (undefined as T);
    },
  };
}

/**
 * The rest of a request, which is checked when the handler asks for it: who may not ask at all learns nothing of what is wrong with it
 * (clarification I11). Its fields come after those of the inputs beside it.
 */
export function later<W, V, N extends string>(input: Input<W, V, N>): Input<W, { readonly rest: () => V }, N> {
  return {
    names: input.names,
    ...saidOf(input),
    read: (request, at) => ({ rest: () => readInput(input, request, at.context, input.names) }),
  };
}

/** Absent, null or empty is undefined, everything else is checked. */
export function optional<W, V>(check: Check<W, V>): Check<W | null | undefined, V | undefined> {
  return saying({ ...check, mayBeEmpty: true }, (wire, at) =>
    wire === undefined || wire === null || wire === '' ? undefined : check(wire, at),
  );
}

/** A repeated field of at most `max` items. */
export function list<W, V>(check: Check<W, V>, max: number): Check<Maybe<readonly W[]>, readonly V[]> {
  return saying(check, (wire, at) => {
    const items = wire ?? [];
    if (items.length > max) at.refuse('range', 'TooManyItems', { limit: max });
    return items.map(item => check(item, at));
  });
}

/** A resource message inside the request, for example the endpoint of CreateEndPoint. */
export function nested<S extends Shape>(
  shape: S,
  check?: (value: ValueOf<S>, at: At) => ValueOf<S>,
): Check<Maybe<WireOf<S>>, ValueOf<S>> {
  const inner = fields(shape);
  return saying({ inside: shape }, (wire, at) => {
    if (wire === undefined || wire === null) return at.refuse('presence', 'ResourceRequired');
    const value = inner.read(wire, at);
    return check && at.clean ? check(value, at) : value;
  });
}

interface Mask {
  readonly paths?: Maybe<readonly string[]>;
}
interface MaskedValue<Id extends Shape, S extends Shape> {
  readonly id: ValueOf<Id>;
  /** Only the fields the mask names; one that is empty is to be cleared. */
  readonly changes: Partial<ValueOf<S>>;
}

/**
 * The resource and `update_mask` of an update: `id` fields name the row, `writable` ones may be in the mask (platform API section 1.7).
 * Only masked fields are checked. `unless` is a request field that makes an empty mask acceptable, `fixed` are further fields that are
 * given at creation and stay.
 */
export function masked<R extends string, Id extends Shape, S extends Shape, U extends string = never>(
  resource: R,
  id: Id,
  writable: S,
  options: {
    unless?: U;
    fixed?: readonly string[];
    /** A mask that is there and empty changes nothing. */
    mayBeEmpty?: true;
    check?: (changes: Partial<ValueOf<S>>, at: At) => unknown;
  } = {},
): Input<
  { readonly [K in R]?: Maybe<WireOf<Id> & WireOf<S>> } & { readonly update_mask?: Maybe<Mask> } & {
    readonly [K in U]?: unknown;
  },
  MaskedValue<Id, S>,
  R | 'update_mask' | U
> {
  const identity = fields(id);
  // A plain id is not the caller's to give.
  const fixed = [...Object.keys(id).filter(field => field !== 'id'), ...(options.fixed ?? [])];
  const names: (R | 'update_mask' | U)[] = [resource, 'update_mask'];
  if (options.unless !== undefined) names.push(options.unless);
  return {
    names,
    says: { [resource]: { inside: { ...id, ...writable } } },
    writable: Object.keys(writable),
    read(request, at) {
      const wire: Maybe<WireOf<Id> & WireOf<S>> = request[resource];
      const inside = at.in(resource);
      if (wire === undefined || wire === null) return inside.refuse('presence', 'ResourceRequired');
      const mask = at.in('update_mask');
      const mayBeEmpty =
        (options.unless !== undefined && Boolean(request[options.unless])) ||
        (options.mayBeEmpty === true && Boolean(request.update_mask));
      const value = { id: identity.read(wire, inside), changes: {} as Partial<ValueOf<S>> };
      const paths = mask.try(() =>
        maskPaths(request.update_mask?.paths ?? [], Object.keys(writable), fixed, mayBeEmpty, mask),
      );
      if (!paths) return value;
      const chosen = Object.fromEntries(Object.entries(writable).filter(([field]) => paths.has(field))) as S;
      value.changes = fields(chosen).read(wire, inside);
      if (options.check && at.clean) options.check(value.changes, inside);
      return value;
    },
  };
}

/** `*` is every path, and stands alone. @param fixed paths that are given at creation and stay */
function maskPaths(
  paths: readonly string[],
  writable: readonly string[],
  fixed: readonly string[],
  mayBeEmpty: boolean,
  at: At,
): Set<string> {
  if (paths.length === 0 && !mayBeEmpty) at.refuse('presence', 'UpdateMaskRequired');
  if (paths.length === 1 && paths[0] === '*') return new Set(writable);
  const wrong = paths.find(path => path !== '*' && !writable.includes(path)) ?? paths.find(path => path === '*');
  if (wrong !== undefined && fixed.includes(wrong)) at.refuse('format', 'ImmutableField', { field: wrong });
  if (wrong !== undefined) at.refuse('format', 'UpdateMaskInvalid', { path: wrong.slice(0, 128) });
  return new Set(paths);
}
