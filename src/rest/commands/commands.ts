import type { CommandDefinition } from '../../domain/blueprint/commands.ts';
import type { KnownDevice } from '../../domain/device/known.ts';
import type { Store } from '../../domain/domain.ts';
import type { DownlinkRow } from '../../domain/downlink/lists.ts';
import { downlinkVersion } from '../../domain/downlink/states.ts';
import { canonicalJson } from '../../kit/canonical-json.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { uuid5 } from '../../kit/uuid.ts';
import { acting } from '../../rpc/call/actor.ts';
import type { Call } from '../../rpc/call/define.ts';
import type { SendingStations } from '../../rpc/call/serving.ts';
import { oneOf, search, uuid } from '../../rpc/checks.ts';
import { queId, statesOf } from '../../rpc/downlinks/downlink-wire.ts';
import { all, fields, optional } from '../../rpc/input.ts';
import { type DownlinkSettings, downlinkSending } from '../../rpc/sending.ts';
import { struct } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restNumberedPage, restPage } from '../input.ts';
import { findDevice, wrappedBy } from '../known-devices.ts';
import { span } from '../range-input.ts';
import {
  type Options,
  type Payload,
  restOptions,
  restPayload,
  serviceOptions,
  servicePayload,
} from './command-input.ts';
import { commandToWire } from './command-wire.ts';
import { example } from './examples.ts';

const STATUSES = ['pending', 'queued', 'revoking', 'sent', 'acknowledged', 'expired', 'invalid', 'revoked'] as const;
const READ = { access: 'org', needs: 'R', scope: 'commands:read' } as const;
const WRITE = { access: 'org', needs: 'E', scope: 'commands:write' } as const;
const byQueueId = fields({ organization_id: organizationId, id: queId });

/** What digital devices are told (REST section 14.4). */
export function commands({
  store,
  clock,
  stations,
  settings,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly stations: SendingStations;
  readonly settings: DownlinkSettings;
}): Group {
  const sending = downlinkSending({ store, stations, settings });

  /** @throws fault `CommandNotFound` */
  const find = ({ org }: Call, id: number): DownlinkRow => {
    const [row] = store.read.downlinkLists.find(org, [id]);
    if (!row) throw fault('CommandNotFound', { id: String(id) });
    return row;
  };

  const shown = (row: DownlinkRow, { told }: Call) => {
    told.version = downlinkVersion(row);
    return commandToWire(row, store.read.devices.wrapping(row.endpoint)?.uuid);
  };

  /** What its blueprint lets a device be told by values. */
  const definitions = (endpoint: Endpoint): Promise<readonly CommandDefinition[]> => {
    const { org, device_model, blueprint, type_eui } = endpoint;
    return store.scan.blueprintDocuments.commands({ org, device_model, blueprint, type_eui });
  };

  type Endpoint = ReturnType<typeof endpointOf>;
  /** @throws fault `PhysicalDeviceRequired` */
  const endpointOf = ({ endpoint, uuid: id }: KnownDevice) => {
    const row = endpoint === undefined ? undefined : store.read.endpoints.row(endpoint, 0);
    if (!row) throw fault('PhysicalDeviceRequired', { device_id: id });
    return row;
  };

  /** The format of a payload, or of what is asked for by values. */
  const formatOf = async (what: Payload, { format }: Options, endpoint: Endpoint): Promise<number> => {
    if (what.command === undefined) return format ?? 0;
    const found = (await definitions(endpoint)).find(({ id }) => id === what.command);
    if (!found) throw fault('ActuatorCommandNotFound', { command: what.command.slice(0, 128) });
    if (format !== undefined && format !== found.format) throw fault('DownlinkInvalidFormat', { field: 'format' });
    return found.format;
  };

  /** What is asked for, with the format that it has. */
  const askedFor = (device: KnownDevice, what: Payload, options: Options, format: number, call: Call) => {
    const { now: at, actor: createdBy } = acting(call, clock);
    const { expires_at: expiresAt, ref } = options;
    const conditions = {
      packetCnts: undefined,
      format,
      prio: options.priority,
      responseExp: options.confirmed,
      responsePrio: options.response_prio,
      dlWindReq: options.dl_wind_req,
      expOnly: options.exp_only,
      dlRxStatQry: options.dl_rx_stat_qry,
    };
    const isBytes = what.command === undefined;
    const content = isBytes ? { userData: [what.userData], values: undefined } : { userData: [], values: what.values };
    const said = isBytes ? Buffer.from(what.userData).toString('hex') : what.values;
    // The same text may stand for several commands; the same command with it is meant once.
    const requestId = ref === '' ? undefined : uuid5(device.uuid, canonicalJson({ ref, ...conditions, said }));
    return { endpoint: endpointOf(device), conditions, ...content, expiresAt, ref, requestId, at, createdBy };
  };

  const queued = async (device: KnownDevice, what: Payload, options: Options, call: Call): Promise<DownlinkRow> => {
    const by = acting(call, clock);
    if (call.told.repeated) {
      const again = await sending.request(askedFor(device, what, options, 0, call), call, true);
      const first = await store.write.downlinks.command({ ...again, isAgain: true }, by);
      if (first) return first;
    }
    const asked = askedFor(device, what, options, await formatOf(what, options, endpointOf(device)), call);
    const { expiresAt, ref } = asked;
    if (expiresAt !== undefined && expiresAt <= by.now && ref === '') {
      throw fault('DownlinkInvalidExpiry', { field: 'expires_at', limit: '30 d' });
    }
    const isAgain = sending.before(asked, call) !== undefined;
    const row = await store.write.downlinks.command({ ...(await sending.request(asked, call, isAgain)), isAgain }, by);
    return row ?? queued(device, what, options, call);
  };

  const send = async (id: string, what: Payload, options: Options, call: Call) => {
    const device = findDevice(store, call, id);
    const row = await queued(device, what, options, call);
    call.told.location = `/api/v2/commands/${row.id}`;
    call.told.version = downlinkVersion(row);
    return commandToWire(row, device.uuid);
  };

  return group('Commands', [
    method('actuator_command.v2.ActuatorCommandService/ListActuatorCommands', {
      ...READ,
      input: all(restPage, fields({ device_id: uuid, search })),
      async handle({ device_id, limit, offset, search: part }, call) {
        const device = findDevice(store, call, device_id);
        const needle = part?.toLowerCase();
        const found = (device.endpoint === undefined ? [] : await definitions(endpointOf(device))).filter(
          ({ name }) => needle === undefined || name.toLowerCase().includes(needle),
        );
        return {
          actuator_commands: found
            .slice(offset, offset + limit)
            .map(({ parameters, ...definition }) => ({ ...definition, parameters: struct(parameters) })),
          total: found.length,
        };
      },
    }),
    method('actuator_command.v2.ActuatorCommandService/SendActuatorCommand', {
      ...WRITE,
      input: all(fields({ organization_id: organizationId, device_id: uuid }), servicePayload, serviceOptions),
      handle: ({ device_id, what, organization_id: _, ...options }, call) => send(device_id, what, options, call),
    }),
    method('rest.v1.RestService/SendDeviceCommand', {
      http: {
        at: 'POST /api/v2/devices/{deviceId}/commands',
        id: 'sendDeviceCommand',
        summary: 'Tells a device something the next time it listens',
        body: '*',
        example: { request: example.request, response: example.command },
      },
      ...WRITE,
      input: all(fields({ organization_id: organizationId, device_id: uuid }), restPayload, restOptions),
      handle: ({ device_id, what, organization_id: _, ...options }, call) => send(device_id, what, options, call),
    }),
    method('actuator_command.v2.ActuatorCommandService/GetCommand', {
      http: {
        at: 'GET /api/v2/commands/{id}',
        id: 'getCommand',
        summary: 'One command and what became of it',
        example: { response: example.command },
      },
      ...READ,
      input: byQueueId,
      handle: ({ id }, call) => shown(find(call, id), call),
    }),
    method('actuator_command.v2.ActuatorCommandService/ListCommands', {
      http: {
        at: 'GET /api/v2/commands',
        id: 'listCommands',
        summary: 'What devices were told, newest first',
        example: { response: { commands: [example.command], total: 1 } },
      },
      ...READ,
      input: all(restNumberedPage, span, fields({ device_id: optional(uuid), status: optional(oneOf(STATUSES)) })),
      async handle({ device_id, status, limit, place, span: window }, call) {
        const device = device_id === undefined ? undefined : store.read.devices.known(call.org, device_id);
        if (device_id !== undefined && device?.endpoint === undefined) return { commands: [], total: 0 };
        const { rows, total, next } = await store.scan.downlinkLists.numbered({
          ...{ org: call.org, endpoint: device?.endpoint, states: statesOf(status) },
          ...{ ...window, offset: place.offset, from: place.from, size: limit },
        });
        const wrapping = wrappedBy(store);
        const commands = rows.map(row => commandToWire(row, wrapping(row.endpoint)?.uuid));
        return { commands, total, next_cursor: place.next(next) };
      },
    }),
    method('actuator_command.v2.ActuatorCommandService/CancelCommand', {
      http: {
        at: 'DELETE /api/v2/commands/{id}',
        id: 'cancelCommand',
        summary: 'Takes a command back that was not sent yet',
        example: { response: { ...example.command, status: 'revoked' } },
      },
      ...WRITE,
      input: byQueueId,
      async handle({ id }, call) {
        const { endpoint } = find(call, id);
        const by = acting(call, clock);
        const asked = { org: call.org, endpoint, queId: id };
        await store.write.downlinks.revoke(asked, { ...by, origin: call.source }, by.now, call.ifMatch);
        return shown(find(call, id), call);
      },
    }),
  ]);
}
