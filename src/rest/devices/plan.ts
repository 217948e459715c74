import { SECRETS, type SealedKeys } from '../../domain/attach/attach-records.ts';
import { type Configuration, configurationText } from '../../domain/device/configuration.ts';
import type { Device, Interval } from '../../domain/device/device-columns.ts';
import { configurationAbout } from '../../domain/device/device-store.ts';
import type { GivenEndpoint, GivenPhysical, PhysicalChange } from '../../domain/device/physical.ts';
import type { Store } from '../../domain/domain.ts';
import { parseEui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Call } from '../../rpc/call/define.ts';
import { eui as euiCheck } from '../../rpc/checks.ts';
import { openKey, sealKey } from '../../rpc/endpoint-keys.ts';
import { allColumns, type Changes, toColumns } from '../../rpc/endpoints/endpoint-wire.ts';
import type { InputContext } from '../../rpc/input.ts';
import { connectionOf } from '../connections/built-in.ts';
import { type EndpointConfiguration, mergedWith, partSecrets, readConfiguration } from './configuration.ts';
import { bothIds, checked, type GivenDevice } from './device-input.ts';
import { secondsOf } from './interval.ts';

export interface PlanParts {
  readonly store: Store;
  readonly sealer: Sealer;
  /** Most endpoints of the installation; undefined is no limit. */
  readonly limit: number | undefined;
  /** An id that no connection has is refused. */
  readonly strictConnections: boolean;
}

/** What a physical device comes to. */
export interface Plan<T> {
  readonly physical: T;
  /** No connection has the id that was given. */
  readonly unknownConnection: boolean;
}

interface Binding {
  /** How often it is to send: what is said of it, and what was said before. */
  readonly said: Interval | undefined;
  readonly kept: Interval | undefined;
  /** Whether an endpoint that is registered stays as it is. */
  readonly linksOnly?: boolean;
}

type PlanCall = Pick<Call, 'org' | 'organizationId' | 'source'>;

/** What is to be stored of physical devices: keys are sealed, and configurations checked, before the one write. */
export function plans({ store, sealer, limit, strictConnections }: PlanParts) {
  const isUnknown = (given: string | undefined, { organizationId }: PlanCall): boolean => {
    const unknown = given !== undefined && connectionOf(given, organizationId) !== null;
    if (unknown && strictConnections) throw fault('ConnectionNotFound', { id: given });
    return unknown;
  };

  /** The fields of a new endpoint of which only the name is given. */
  const blank = (name: string): Parameters<typeof allColumns>[0] => ({
    ...{ name, description: '', ep_class: undefined, nwk_key: undefined, nwk_sn_key: undefined, app_key: undefined },
    ...{ sh_addr: undefined, pre_attach: false, dual_chan: false, repetition: false, wide_carr_off: false },
    ...{ long_blk_dist: false, attach_cnt: undefined, last_packet_cnt: undefined, type_eui: undefined },
    ...{ device_model_id: undefined, blueprint_id: undefined, calibration: {}, uplink_interval_seconds: 0, tags: {} },
    ...{ latitude: undefined, longitude: undefined, altitude: undefined, suspended: false, skip_attach_check: false },
  });

  const sealedKeys = (eui: string, fields: Changes): Partial<SealedKeys> =>
    Object.fromEntries(
      SECRETS.filter(secret => secret in fields).map(secret => [secret, sealKey(sealer, eui, secret, fields[secret])]),
    );

  /** An endpoint to be registered, or linked where it is registered. */
  const endpointOf = (
    eui: string,
    name: string,
    { fields }: EndpointConfiguration,
    { linksOnly = false, ...interval }: Binding,
    { org, source }: PlanCall,
  ): GivenEndpoint => {
    const said = interval.said && { uplink_interval_seconds: secondsOf(interval.said) };
    const first = interval.kept && { uplink_interval_seconds: secondsOf(interval.kept) };
    const keys = sealedKeys(eui, fields);
    const columns = {
      ...allColumns({ ...blank(name), ...fields, ...first, ...said }, eui),
      ...{ nwk_key: null, nwk_sn_key: null, app_key: null, ...keys },
    };
    const there = store.read.endpoints.find(org, eui, 0);
    const seen = there && store.read.endpoints.sealedKeys(there.id);
    const equal = seen?.eui === eui ? equalKeys(eui, seen, fields) : {};
    const changes = { ...toColumns({ ...fields, ...said }, eui), ...keys };
    return { eui, columns, changes, equal, linksOnly, limit, origin: source };
  };

  /** The stored keys that say what is given. */
  const equalKeys = (eui: string, seen: SealedKeys, fields: Changes): Partial<SealedKeys> => {
    const equal = SECRETS.filter(secret => secret in fields && isKey(eui, secret, seen[secret], fields[secret]));
    return Object.fromEntries(equal.map(secret => [secret, seen[secret]]));
  };

  const isKey = (
    eui: string,
    secret: (typeof SECRETS)[number],
    sealed: Uint8Array | null,
    key: Uint8Array | undefined,
  ) => {
    if (!sealed || !key) return !sealed && !key;
    try {
      return Buffer.compare(openKey(sealer, eui, secret, sealed), key) === 0;
    } catch {
      // A key that cannot be read any more is replaced.
      return false;
    }
  };

  /** What another connection calls a device. @param before its sealed secrets, which stay as they are when they say the same */
  const clientOf = (
    uuid: string,
    connection: string,
    client: string,
    json: Configuration,
    before: { readonly sealed: Uint8Array; readonly text: string } | undefined,
  ): GivenPhysical => {
    const { shown, secrets } = partSecrets(json);
    const names = Object.keys(secrets);
    const plain = JSON.stringify(secrets, names.sort());
    const sealed = before?.text === plain ? before.sealed : sealer.seal(Buffer.from(plain), configurationAbout(uuid));
    return {
      uuid,
      client: { connection, id: client, secrets: names.length === 0 ? null : sealed },
      configuration: configurationText(shown),
      given: '[]',
    };
  };

  /** Binds to whatever the ids say. */
  const bound = (
    uuid: string,
    name: string,
    to: { readonly client: string; readonly connection: string | null },
    json: Configuration,
    secretsBefore: { readonly sealed: Uint8Array; readonly text: string } | undefined,
    interval: Binding,
    asked: PlanCall,
    context: InputContext,
  ): GivenPhysical => {
    if (to.connection !== null) return clientOf(uuid, to.connection, to.client, json, secretsBefore);
    const { eui, read } = checked(context, at => {
      const client = at.in('client_device_id');
      const found = readConfiguration(json, at.in('configuration'));
      return { eui: client.try(() => euiCheck(to.client, client)), read: found };
    });
    const configuration = configurationText(read.rest);
    return {
      uuid,
      endpoint: endpointOf(eui, name, read, interval, asked),
      configuration,
      given: JSON.stringify(read.given.toSorted()),
    };
  };

  return {
    /** Of a new device. */
    created(
      given: GivenDevice,
      name: string,
      interval: Interval | undefined,
      asked: PlanCall,
      context: InputContext,
    ): Plan<GivenPhysical> {
      const { client, connection } = bothIds(given);
      const to = { client, connection: connectionOf(connection, asked.organizationId) };
      const json = mergedWith({}, given.configuration);
      const of = { said: interval, kept: undefined, linksOnly: true };
      return {
        physical: bound(uuid7(context.nowMs), name, to, json, undefined, of, asked, context),
        unknownConnection: isUnknown(connection, asked),
      };
    },

    /**
     * Of a device that is changed.
     * @param given undefined: nothing is said of what it wraps
     * @param interval undefined: nothing is said of it; null: none any more
     */
    changed(
      device: Device,
      given: GivenDevice | undefined,
      interval: Interval | null | undefined,
      asked: PlanCall,
      context: InputContext,
    ): Plan<PhysicalChange | undefined> {
      const { physical: before, name } = device;
      const said = interval ?? undefined;
      const kept = interval === undefined ? storedInterval(device) : undefined;
      if (!before) {
        if (!given) return { physical: undefined, unknownConnection: false };
        const { client, connection } = bothIds(given);
        const to = { client, connection: connectionOf(connection, asked.organizationId) };
        const json = mergedWith({}, given.configuration);
        const physical = bound(uuid7(context.nowMs), name, to, json, undefined, { said, kept }, asked, context);
        return { physical, unknownConnection: isUnknown(connection, asked) };
      }
      const { wrapped } = before;
      const connection =
        given?.connection === undefined ? before.connection : connectionOf(given.connection, asked.organizationId);
      const client = given?.client ?? wrapped?.eui ?? before.client_device_id ?? '';
      const unknownConnection = isUnknown(given?.connection, asked);
      const patch = given?.configuration ?? {};
      if (wrapped && connection === null && parseEui(client) === wrapped.eui) {
        const seconds = interval === undefined ? undefined : interval === null ? 0 : secondsOf(interval);
        return { physical: configured(device, wrapped.eui, patch, seconds, context), unknownConnection };
      }
      if (!given) return { physical: undefined, unknownConnection };
      const secrets = wrapped ? undefined : secretsOf(device);
      const stored = JSON.parse(before.configuration) as Configuration;
      const json = mergedWith({ ...stored, ...(secrets && (JSON.parse(secrets.text) as Configuration)) }, patch);
      const to = { client, connection };
      return {
        physical: bound(before.uuid, name, to, json, secrets, { said, kept }, asked, context),
        unknownConnection,
      };
    },
  };

  function secretsOf({ id, physical }: Device) {
    const sealed = store.read.devices.secrets(id);
    if (!sealed || !physical) return undefined;
    return { sealed, text: Buffer.from(sealer.open(sealed, configurationAbout(physical.uuid))).toString() };
  }

  /** The endpoint stays, and is configured otherwise. */
  function configured(
    { physical }: Device,
    eui: string,
    patch: Configuration,
    seconds: number | undefined,
    context: InputContext,
  ): PhysicalChange | undefined {
    if (!physical || physical.endpoint === null) return undefined;
    const read = checked(context, at => readConfiguration(patch, at.in('configuration')));
    const seen = store.read.endpoints.sealedKeys(physical.endpoint);
    const keys = sealedKeys(eui, read.fields);
    const fields = { ...read.fields, ...(seconds !== undefined && { uplink_interval_seconds: seconds }) };
    return {
      ...{ eui, patch: read.rest, given: read.given, removed: read.removed },
      changes: { ...toColumns(fields, eui), ...keys },
      equal: seen?.eui === eui ? equalKeys(eui, seen, read.fields) : {},
    };
  }
}

function storedInterval({ interval_unit, interval_value }: Device): Interval | undefined {
  return interval_unit === null || interval_value === null
    ? undefined
    : { unit: interval_unit as Interval['unit'], value: interval_value };
}
