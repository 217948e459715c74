import type { Store } from '../../domain/domain.ts';
import { expectVersion } from '../../kit/expected-version.ts';
import { fault } from '../../kit/faults/faults.ts';
import { namedPage } from '../../kit/named-page.ts';
import { parseUuid } from '../../kit/uuid.ts';
import type { LiveStations } from '../../rpc/base-stations/view.ts';
import type { Call } from '../../rpc/call/define.ts';
import { asIs, text } from '../../rpc/checks.ts';
import { all, fields, masked, nested } from '../../rpc/input.ts';
import { struct, timestamp, timestampNs } from '../../rpc/wire.ts';
import { connectors } from '../connectors/list.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restCursorList } from '../input.ts';
import type { ConnectionOut } from '../schema.gen.ts';
import { builtInConnection, connectionOf } from './built-in.ts';

const SERVICE = 'connection.ConnectionService';
const NAME = 'mioty';
const ID_MAX = 128;

/** Nothing of it is changed, but what is shown is not always the same. */
const versionOf = ({ status, device_count }: Pick<ConnectionOut, 'status' | 'device_count'>) =>
  `${status}-${device_count}`;

const id = text(ID_MAX, { required: 'IDRequired' });
const connectionById = fields({ organization_id: organizationId, id });

const shown = {
  id: '8e0f9a52-5a3c-5b0e-9d6f-0a4c1f6c2b11',
  name: NAME,
  connectorId: 'mioty',
  organizationId: '0198c0de-0000-7000-8000-0000000000aa',
  builtIn: true,
  enabled: true,
  settings: {},
  status: 'connected',
  deviceCount: 12,
  lastActivityAt: '2026-01-20T10:04:00.500Z',
  createdAt: '2026-01-20T10:00:00.123Z',
  updatedAt: '2026-01-20T10:00:00.123Z',
};

/** Connections: the built-in one of each organization (REST section 14.7). Other sources are not offered yet. */
export function connections({
  store,
  stations,
}: {
  readonly store: Store;
  readonly stations: Pick<LiveStations, 'all'>;
}): Group {
  const builtIn = async ({ org, organizationId: organization }: Call) => {
    const { devices, seenNs } = await store.scan.devices.builtIn(org);
    const isConnected = !stations.all()[Symbol.iterator]().next().done;
    const createdAt = store.read.accounts.organization(organization)?.created_at;
    return {
      id: builtInConnection(organization),
      name: NAME,
      connector_id: 'mioty',
      organization_id: organization,
      built_in: true,
      enabled: true,
      settings: struct({}),
      status: isConnected ? 'connected' : 'disconnected',
      device_count: devices,
      last_activity_at: seenNs === undefined ? null : timestampNs(BigInt(seenNs)),
      created_at: timestamp(createdAt),
      updated_at: timestamp(createdAt),
    } satisfies ConnectionOut;
  };

  /** There is one connection so far. @throws fault `InvalidIDFormat`, `ConnectionNotFound` */
  const demandBuiltIn = (given: string, { organizationId: organization }: Call): void => {
    const other = connectionOf(given, organization);
    if (other === null) return;
    if (parseUuid(other) === undefined) throw fault('InvalidIDFormat', { field: 'id' });
    throw fault('ConnectionNotFound', { id: given });
  };

  return group('Connections', [
    method(`${SERVICE}/ListConnections`, {
      http: {
        at: 'GET /api/v2/connections',
        id: 'listConnections',
        summary: 'List the connections of the organization',
        example: { response: { connections: [shown], total: 1 } },
      },
      access: 'org',
      needs: 'R',
      scope: 'connections:read',
      input: restCursorList,
      async handle({ limit, place, search }, call) {
        const isFound = search === undefined || NAME.includes(search.toLowerCase());
        const all = isFound ? [await builtIn(call)] : [];
        const { rows, total, next } = namedPage(all, ({ id }) => [NAME, id], { limit, ...place });
        return { connections: rows, total, next_cursor: place.next(next) };
      },
    }),
    method(`${SERVICE}/GetConnection`, {
      http: {
        at: 'GET /api/v2/connections/{id}',
        id: 'getConnection',
        summary: 'Read one connection',
        example: { response: shown },
      },
      access: 'org',
      needs: 'R',
      scope: 'connections:read',
      input: connectionById,
      async handle(request, call) {
        demandBuiltIn(request.id, call);
        const found = await builtIn(call);
        call.told.version = versionOf(found);
        return found;
      },
    }),
    method(`${SERVICE}/CreateConnection`, {
      http: {
        at: 'POST /api/v2/connections',
        id: 'createConnection',
        summary: 'Make a connection to another source, which is not offered yet',
        body: 'connection',
        example: {
          request: {
            name: 'Plant broker',
            connectorId: 'mqtt',
            settings: { url: 'mqtts://broker.example', topic: 'plant/#' },
          },
          response: { ...shown, name: 'Plant broker', connectorId: 'mqtt', builtIn: false },
        },
      },
      access: 'org',
      needs: 'B',
      scope: 'connections:write',
      input: fields({
        organization_id: organizationId,
        connection: nested({ name: text(ID_MAX), connector_id: asIs<string | null | undefined> }),
      }),
      handle({ connection: { connector_id } }) {
        const connector = connectors.find(each => each.id === connector_id);
        if (!connector) throw fault('ConnectorNotFound', { id: (connector_id ?? '').slice(0, ID_MAX) });
        throw fault(connector.builtIn ? 'BuiltInConnectionProtected' : 'FeatureDisabled', {
          connector: connector.id,
        });
      },
    }),
    method(`${SERVICE}/UpdateConnection`, {
      http: {
        at: 'PATCH /api/v2/connections/{id}',
        id: 'updateConnection',
        summary: 'Change a connection; the built-in one stays as it is',
        body: 'connection',
        example: { request: { enabled: false }, response: shown },
      },
      access: 'org',
      needs: 'B',
      scope: 'connections:write',
      input: all(
        fields({ organization_id: organizationId }),
        masked(
          'connection',
          { id },
          { name: asIs<unknown>, enabled: asIs<unknown>, settings: asIs<unknown> },
          { mayBeEmpty: true },
        ),
      ),
      async handle({ id: given }, call) {
        demandBuiltIn(given.id, call);
        expectVersion(versionOf(await builtIn(call)), call.ifMatch);
        throw fault('BuiltInConnectionProtected', { id: given.id });
      },
    }),
    method(`${SERVICE}/DeleteConnection`, {
      http: {
        at: 'DELETE /api/v2/connections/{id}',
        id: 'deleteConnection',
        summary: 'Delete a connection; the built-in one stays',
        example: { response: { id: shown.id, deleted: true } },
      },
      access: 'org',
      needs: 'B',
      scope: 'connections:write',
      input: connectionById,
      async handle(request, call) {
        demandBuiltIn(request.id, call);
        expectVersion(versionOf(await builtIn(call)), call.ifMatch);
        throw fault('BuiltInConnectionProtected', { id: request.id });
      },
    }),
  ]);
}
