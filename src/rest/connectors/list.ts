import type { Configuration } from '../../domain/device/configuration.ts';
import { miotySchema } from '../devices/configuration.ts';

/** A kind of source. */
export interface Connector {
  readonly id: 'mioty' | 'mqtt' | 'http';
  readonly name: string;
  readonly description: string;
  readonly builtIn: boolean;
  /** JSON Schema of the configuration of a physical device. */
  readonly configurationSchema: Configuration;
  /** JSON Schema of the settings of a connection. */
  readonly connectionSchema: Configuration;
}

const $schema = 'https://json-schema.org/draft/2020-12/schema';
const text = (description: string, more: Configuration = {}) => ({ type: 'string', description, ...more });
const free = { $schema, type: 'object', additionalProperties: true, properties: {} };

/** By name. */
export const connectors: readonly Connector[] = [
  {
    id: 'http',
    name: 'HTTP',
    description: 'Takes data that is posted to an address of its own',
    builtIn: false,
    configurationSchema: free,
    connectionSchema: {
      $schema,
      type: 'object',
      additionalProperties: false,
      properties: { deviceIdPath: text('Where a message names its device, for example deviceId') },
    },
  },
  {
    id: 'mioty',
    name: 'mioty',
    description: 'The base stations of this service center',
    builtIn: true,
    configurationSchema: miotySchema,
    connectionSchema: { $schema, type: 'object', additionalProperties: false, properties: {} },
  },
  {
    id: 'mqtt',
    name: 'MQTT',
    description: 'Subscribes to a broker',
    builtIn: false,
    configurationSchema: free,
    connectionSchema: {
      $schema,
      type: 'object',
      additionalProperties: false,
      required: ['url', 'topic'],
      properties: {
        url: text('Address of the broker', { format: 'uri' }),
        topic: text('Topic filter'),
        username: text('Name to sign in with'),
        password: text('Password to sign in with; comes out as ***', { writeOnly: true }),
      },
    },
  },
];
