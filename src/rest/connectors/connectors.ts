import { createHash } from 'node:crypto';
import { fault } from '../../kit/faults/faults.ts';
import { text } from '../../rpc/checks.ts';
import { fields } from '../../rpc/input.ts';
import { struct } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { organizationId, restList } from '../input.ts';
import type { ConnectorOut } from '../schema.gen.ts';
import { connectors as all, type Connector } from './list.ts';

const SERVICE = 'connector.ConnectorService';
const ID_MAX = 128;

function toWire({ id, name, description, builtIn, configurationSchema, connectionSchema }: Connector) {
  return {
    ...{ id, name, description, built_in: builtIn },
    ...{ configuration_schema: struct(configurationSchema), connection_schema: struct(connectionSchema) },
  } satisfies ConnectorOut;
}

function digestOf(connector: Connector): string {
  return createHash('sha256').update(JSON.stringify(connector)).digest('hex').slice(0, 16);
}

const shown = {
  id: 'http',
  name: 'HTTP',
  description: 'Takes data that is posted to an address of its own',
  builtIn: false,
  configurationSchema: { type: 'object' },
  connectionSchema: { type: 'object' },
};

/** Kinds of sources (REST section 14.6). */
export function connectors(): Group {
  return group('Connectors', [
    method(`${SERVICE}/ListConnectors`, {
      http: {
        at: 'GET /api/v2/connectors',
        id: 'listConnectors',
        summary: 'List the kinds of sources',
        example: { response: { connectors: [shown], total: 3 } },
      },
      access: 'org',
      needs: 'R',
      scope: 'connectors:read',
      input: restList,
      handle({ limit, offset, search }) {
        const needle = search?.toLowerCase() ?? '';
        const found = all.filter(({ name }) => name.toLowerCase().includes(needle));
        return { connectors: found.slice(offset, offset + limit).map(toWire), total: found.length };
      },
    }),
    method(`${SERVICE}/GetConnector`, {
      http: {
        at: 'GET /api/v2/connectors/{id}',
        id: 'getConnector',
        summary: 'Read one kind of source',
        example: { response: shown },
      },
      access: 'org',
      needs: 'R',
      scope: 'connectors:read',
      input: fields({ organization_id: organizationId, id: text(ID_MAX, { required: 'IDRequired' }) }),
      handle({ id }, call) {
        const found = all.find(connector => connector.id === id);
        if (!found) throw fault('ConnectorNotFound', { id });
        // Another release may say something else.
        call.told.version = digestOf(found);
        return toWire(found);
      },
    }),
  ]);
}
