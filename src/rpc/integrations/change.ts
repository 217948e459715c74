import type {
  Integration,
  IntegrationChange,
  IntegrationSettings,
} from '../../domain/integration/integration-records.ts';
import type { FieldAt, FieldsAt, KindSettings, TargetKinds, Values } from '../../domain/integration/kind-settings.ts';
import { openSecrets, type Secrets, sealSecrets } from '../../domain/integration/secrets.ts';
import { Fault, type FaultAbout, type FaultName, fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Moment } from '../../kit/time/clock.ts';
import type { ChangeInput, Common } from './integration-input.ts';

/** What a target's host may be, without a look at the name service. */
export interface Targets {
  /** Why a host as it stands in a URL is refused; undefined: it is not. */
  literal(host: string): string | undefined;
}

/** What stands for a header as it is stored. */
const COVERED = '***';

type Columns = Omit<IntegrationSettings, 'settings'>;

/** The columns of the fields that are given. */
export function toColumns(common: Common): Columns;
export function toColumns(common: Partial<Common>): Partial<Columns>;
export function toColumns(common: Partial<Common>): Partial<Columns> {
  const { name, description, enabled, event_types, ep_euis, device_model_ids, ep_tags } = common;
  const { include_subpackets, max_per_second } = common;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(enabled !== undefined && { enabled }),
    ...(event_types && { eventTypes: event_types }),
    ...(ep_euis && { epEuis: ep_euis }),
    ...(device_model_ids && { deviceModels: device_model_ids }),
    ...(ep_tags && { epTags: ep_tags }),
    ...(include_subpackets !== undefined && { includeSubpackets: include_subpackets }),
    ...(max_per_second !== undefined && { maxPerSecond: max_per_second }),
  };
}

/** The events of a kind that cannot carry all. */
export function eventsOf(
  settings: KindSettings,
  chosen: IntegrationSettings['eventTypes'],
  at: FieldAt,
): IntegrationSettings['eventTypes'] {
  const { events } = settings;
  if (!events) return chosen;
  const other = chosen.find(event => !events.some(each => each === event));
  return other === undefined ? events : at.refuse('format', 'InvalidEventFilter', { value: other });
}

/** Refuses addresses that integrations may not reach (integrations section 3, target check). */
export function checkHosts(settings: KindSettings, complete: object, targets: Targets, field: string): void {
  for (const { wire, host } of settings.hosts(complete)) {
    const reason = targets.literal(host);
    if (reason !== undefined) throw fault('IntegrationTargetNotAllowed', { field: `${field}.${wire}`, reason });
  }
}

/** What is wrong with what is stored and what is given together. */
export function thrownAt(prefix: string): FieldsAt {
  return wire => ({
    refuse(_step, name: FaultName, about: FaultAbout = {}) {
      throw fault(name, { field: `${prefix}.${wire}`, ...about });
    },
  });
}

/**
 * What an update makes of an integration as it is now.
 * @returns undefined when nothing changes
 * @throws faults of what does not go together
 */
export function workedOut(
  before: Integration,
  { common, config }: ChangeInput,
  { kinds, sealer, targets, when }: { kinds: TargetKinds; sealer: Sealer; targets: Targets; when: Moment },
): IntegrationChange | undefined {
  const { org, uuid, kind, revision } = before;
  const { settings } = kinds[kind];
  const columns = toColumns(common);
  const { eventTypes } = columns;
  const at = thrownAt('integration');
  const values: Partial<IntegrationSettings> = {
    ...columns,
    ...(eventTypes && { eventTypes: eventsOf(settings, eventTypes, at('event_types')) }),
  };
  const fields = changedNames(before, values, common);
  const change = { org, uuid, expectedRevision: revision, values };
  if (!config) return fields.length === 0 ? undefined : { ...change, fields };

  if (config.kind === undefined) at(kind).refuse('presence', 'IntegrationConfigRequired');
  if (config.kind !== kind) at(String(config.kind)).refuse('format', 'IntegrationKindMismatch', { kind });
  const inside = thrownAt(`integration.${kind}`);
  const kept = keptSecrets(before, config.settings, settings, sealer);
  const complete = settings.merged(settings.opened(before.settings, kept), config.settings, when, inside);
  settings.check(complete, inside);
  const { clear, secrets } = settings.stored(complete);
  const hosts = settings.hosts(complete).map(({ wire }) => wire);
  const changed = [...settings.fields].flatMap(([wire, { name, secret }]) => {
    const same = secret ? isSame(secrets[name], kept[name]) : isSame(clear[name], before.settings[name]);
    return same ? [] : [wire];
  });
  if (hosts.some(wire => changed.includes(wire))) checkHosts(settings, complete, targets, `integration.${kind}`);
  if (fields.length + changed.length === 0) return undefined;
  if (hosts.some(wire => changed.includes(wire)))
    demandSecrets(before.settings, clear, { settings, hosts, secrets, given: config.settings }, inside);
  const sealed = isSame(secrets, kept) ? undefined : (sealSecrets(sealer, uuid, secrets) ?? null);
  return {
    ...change,
    fields: [...fields, ...changed.map(wire => `${kind}.${wire}`)],
    values: { ...values, ...(changed.length > 0 && { settings: clear }) },
    ...(sealed !== undefined && { secrets: sealed }),
  };
}

/** A stored secret never goes to another host, nor there by another way (clarification T11). @throws fault `SecretRequired` */
function demandSecrets(
  before: Values,
  after: Values,
  about: { settings: KindSettings; hosts: readonly string[]; secrets: Values; given: Values },
  at: FieldsAt,
): void {
  const { settings, hosts, secrets, given } = about;
  const names = hosts.flatMap(wire => settings.fields.get(wire)?.name ?? []);
  const known = new Set(names.flatMap(name => targetsIn(before[name])));
  if (names.flatMap(name => targetsIn(after[name])).every(target => known.has(target))) return;
  for (const [wire, { name, secret }] of settings.fields) {
    if (secret && name in secrets && (!(name in given) || isCovered(given[name]))) {
      at(wire).refuse('presence', 'SecretRequired');
    }
  }
}

/** Scheme and host of one URL, or of several. */
function targetsIn(value: unknown): string[] {
  const urls = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return urls.map(url => {
    const parsed = URL.parse(String(url));
    return parsed ? `${parsed.protocol}//${parsed.hostname.toLowerCase()}` : String(url);
  });
}

/** Whether it is said of a header that it stays. */
function isCovered(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).includes(COVERED);
}

/** Secrets that cannot be read any more are none when all of them are replaced. */
function keptSecrets(
  { uuid, secrets, settings: clear }: Integration,
  given: Readonly<Record<string, unknown>>,
  settings: KindSettings,
  sealer: Sealer,
): Secrets {
  try {
    return openSecrets(sealer, uuid, secrets);
  } catch (error) {
    if (!(error instanceof Fault) || error.fault !== 'KeyMaterialUnavailable') throw error;
    const needed = [...settings.fields.values()].some(
      ({ name, secret }) => secret && name in clear && !(name in given),
    );
    if (needed) throw error;
    return {};
  }
}

/** The paths of the mask by which something becomes another. */
function changedNames(before: Integration, values: Partial<IntegrationSettings>, common: Partial<Common>): string[] {
  const old: Partial<IntegrationSettings> = before;
  const names: Readonly<Record<keyof Common, keyof IntegrationSettings>> = {
    name: 'name',
    description: 'description',
    enabled: 'enabled',
    event_types: 'eventTypes',
    ep_euis: 'epEuis',
    device_model_ids: 'deviceModels',
    ep_tags: 'epTags',
    include_subpackets: 'includeSubpackets',
    max_per_second: 'maxPerSecond',
  };
  return Object.entries(names).flatMap(([wire, name]) =>
    wire in common && !isSame(values[name], old[name]) ? [wire] : [],
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** Equal values give equal text, in whatever order their names were given. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      typeof each === 'object' && each !== null && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? ''
  );
}
