import { type IntegrationKind, integrationKinds, itemEvents } from '../../domain/integration/integration-records.ts';
import type { KindField, KindSettings, TargetKinds, Values } from '../../domain/integration/kind-settings.ts';
import { asIs, description, eui, flag, name, oneOf, tags, time, uuid } from '../checks.ts';
import { type At, type Check, fields, type Input, list, type Maybe, type Said, type SaidOf, saying } from '../input.ts';
import type { IntegrationIn } from '../schema.gen.ts';

const MAX_EUIS = 1000;
const MAX_VALUES = 100;
const RESOURCE = 'integration';

/** Absent is true. */
const enabled: Check<Maybe<boolean>, boolean> = wire => wire ?? true;

function distinct<W, V>(check: Check<W, V>, max: number): Check<Maybe<readonly W[]>, readonly V[]> {
  const all = list(check, max);
  return saying(all, (wire, at) => [...new Set(all(wire, at))]);
}

/** What every integration has and may change, whatever its kind. */
const writable = {
  name,
  description,
  enabled,
  event_types: distinct(oneOf(itemEvents, 'InvalidEventFilter'), MAX_VALUES),
  ep_euis: distinct(eui, MAX_EUIS),
  device_model_ids: distinct(uuid, MAX_VALUES),
  ep_tags: tags,
  include_subpackets: flag,
  max_per_second: asIs<number>,
};
export type Common = { readonly [K in keyof typeof writable]: ReturnType<(typeof writable)[K]> };

const FIXED: readonly string[] = ['kind', 'start_at'];

/** An integration that is to be. */
export interface NewInput {
  readonly common: Common;
  readonly kind: IntegrationKind;
  /** Settings of the kind that are given, by the names that drivers know. */
  readonly settings: Values;
  /** Milliseconds. */
  readonly startAt: number | undefined;
}

/** What is to become of an integration. */
export interface ChangeInput {
  readonly id: string;
  readonly common: Partial<Common>;
  /** The configuration that is changed; undefined: none is. */
  readonly config: ConfigChange | undefined;
}

export interface ConfigChange {
  /** Undefined: that of whatever kind it is, and it is not there. */
  readonly kind: IntegrationKind | undefined;
  readonly settings: Values;
}

type WireRequest = { readonly integration?: Maybe<IntegrationIn> };
type WireChange = WireRequest & { readonly update_mask?: Maybe<{ readonly paths?: Maybe<readonly string[]> }> };

const kindOf = oneOf(integrationKinds, 'InvalidIntegrationKind');

/** What is said of an integration and of its configuration, whichever it is. */
function saidBy(kinds: TargetKinds): SaidOf {
  const configs = integrationKinds.map((kind): [string, Said] => [
    kind,
    { inside: Object.fromEntries(kinds[kind].settings.fields) },
  ]);
  return { [RESOURCE]: { inside: { ...fields({ ...writable, kind: kindOf }).says, ...Object.fromEntries(configs) } } };
}

/** @param kinds what can be configured */
export function newInput(kinds: TargetKinds): Input<WireRequest, NewInput, typeof RESOURCE> {
  const all = fields(writable);
  return {
    names: [RESOURCE],
    says: saidBy(kinds),
    read(request, at) {
      const inside = at.in(RESOURCE);
      const { integration: wire } = request;
      if (!wire) return inside.refuse('presence', 'ResourceRequired');
      const common = all.read(wire, inside);
      const atStart = inside.in('start_at');
      const start = atStart.try(() => time(wire.start_at, atStart));
      const atKind = inside.in('kind');
      const kind = kindOf(wire.kind, atKind);
      const given = configIn(wire, kind, inside);
      const { settings } = kinds[kind];
      const values = checked(given, settings, [...settings.fields.keys()], inside.in(kind), 'all');
      return { common, kind, settings: values, startAt: start === undefined ? undefined : Number(start / 1_000_000n) };
    },
  };
}

/**
 * Of a configuration that is in the mask as a whole, a write-only field that is empty keeps its value.
 * @param mayBeEmpty whether a mask may name nothing
 */
export function changeInput(
  kinds: TargetKinds,
  { mayBeEmpty = false } = {},
): Input<WireChange, ChangeInput, typeof RESOURCE | 'update_mask'> {
  const key = fields({ id: uuid });
  const all = integrationKinds.flatMap(kind =>
    [...kinds[kind].settings.fields].map(([wire, { secret }]) => ({ path: `${kind}.${wire}`, secret })),
  );
  return {
    names: [RESOURCE, 'update_mask'],
    says: saidBy(kinds),
    writable: [...Object.keys(writable), ...FIXED, ...all.map(({ path }) => path)],
    covered: all.filter(({ secret }) => secret).map(({ path }) => path),
    read(request, at) {
      const inside = at.in(RESOURCE);
      const { integration: wire } = request;
      if (!wire) return inside.refuse('presence', 'ResourceRequired');
      const { id } = key.read(wire, inside);
      const paths = maskPaths(request.update_mask?.paths ?? [], kinds, mayBeEmpty, at.in('update_mask'));
      const names = Object.keys(writable).filter(name => paths.whole || paths.common.has(name));
      const chosen = Object.fromEntries(Object.entries(writable).filter(([name]) => names.includes(name)));
      const common: Partial<Common> = fields(chosen as typeof writable).read(wire, inside);
      return { id, common, config: configChange(wire, paths, kinds, inside) };
    },
  };
}

interface Paths {
  /** `*` */
  readonly whole: boolean;
  readonly common: ReadonlySet<string>;
  readonly kind: IntegrationKind | undefined;
  /** Fields of its configuration; undefined: all of them. */
  readonly fields: ReadonlySet<string> | undefined;
}

function configChange(wire: IntegrationIn, paths: Paths, kinds: TargetKinds, at: At): ConfigChange | undefined {
  const given = integrationKinds.filter(kind => wire[kind]);
  const kind = paths.whole ? given[0] : paths.kind;
  if (kind === undefined) return paths.whole ? { kind, settings: {} } : undefined;
  const { settings } = kinds[kind];
  // One that is left out has empty fields; as a whole it is mandatory.
  const config = paths.fields && !given.length ? {} : configIn(wire, kind, at);
  const names = [...(paths.fields ?? settings.fields.keys())];
  return { kind, settings: checked(config, settings, names, at.in(kind), paths.fields ? 'all' : 'given secrets') };
}

/** The one configuration that belongs to the kind. */
function configIn(wire: IntegrationIn, kind: IntegrationKind, at: At): object {
  const other = integrationKinds.find(each => each !== kind && wire[each]);
  if (other) return at.in(other).refuse('format', 'IntegrationKindMismatch', { kind });
  return wire[kind] ?? at.in(kind).refuse('presence', 'IntegrationConfigRequired');
}

/** @param take whether secrets that are empty are taken as well, which clears them */
function checked(
  config: object,
  settings: KindSettings,
  names: readonly string[],
  at: At,
  take: 'all' | 'given secrets',
): Values {
  const wire = new Map<string, unknown>(Object.entries(config));
  const taken = names.flatMap((name): [string, KindField][] => {
    const field = settings.fields.get(name);
    const kept = field?.secret && take === 'given secrets' && wire.get(name) === '';
    return field && !kept ? [[name, field]] : [];
  });
  return Object.fromEntries(
    taken.map(([wireName, { name, check }]) => {
      const inside = at.in(wireName);
      return [name, inside.try(() => check(wire.get(wireName), inside))];
    }),
  );
}

/** `*` is every path, and stands alone; a path may go one level down into a configuration. */
function maskPaths(paths: readonly string[], kinds: TargetKinds, mayBeEmpty: boolean, at: At): Paths {
  if (paths.length === 0 && !mayBeEmpty) at.refuse('presence', 'UpdateMaskRequired');
  const none = { common: new Set<string>(), kind: undefined, fields: undefined };
  if (paths.length === 1 && paths[0] === '*') return { whole: true, ...none };
  const common = new Set<string>();
  const whole = new Set<IntegrationKind>();
  const parts = new Map<IntegrationKind, Set<string>>();
  for (const path of paths) {
    if (FIXED.includes(path)) at.refuse('format', 'ImmutableField', { field: path });
    const [first = '', second, ...more] = path.split('.');
    const kind = integrationKinds.find(each => each === first);
    const known = kind && second !== undefined && more.length === 0 && kinds[kind].settings.fields.has(second);
    if (path in writable) common.add(path);
    else if (kind && path === kind) whole.add(kind);
    else if (known) parts.set(kind, (parts.get(kind) ?? new Set()).add(second));
    else at.refuse('format', 'UpdateMaskInvalid', { path: path.slice(0, 128) });
  }
  const [kind, another] = new Set([...whole, ...parts.keys()]);
  if (another) at.refuse('format', 'IntegrationKindMismatch', { kind: another });
  return { whole: false, common, kind, fields: kind && !whole.has(kind) ? parts.get(kind) : undefined };
}
