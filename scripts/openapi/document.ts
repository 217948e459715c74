import type { DescField, DescMessage, DescMethod, DescService, FileRegistry } from '@bufbuild/protobuf';
import { type Download, type Operation, queryOfOperation, type Tag, type Upload } from '../../src/rest/define.ts';
import { documentedPath, parametersOf } from '../../src/rest/serve/paths.ts';
import type { Row } from '../../src/rpc/call/define.ts';
import { methodName, SERVICE } from '../../src/rpc/serve/service.ts';
import type { Comments } from './comments.ts';
import { problemSchemas, rpcStatuses, statusesOf, statusResponses } from './errors.ts';
import { headerComponents, headerParameters, headersOfSuccess } from './headers.ts';
import { sampleOf } from './samples.ts';
import { type Schema, Schemas } from './schemas.ts';
import { closedWords } from './words.ts';

export interface DocumentParts {
  /** The whole schema, REST included. */
  readonly registry: FileRegistry;
  readonly comments: Comments;
  readonly operations: readonly Operation[];
  /** Every row, by name. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Services whose methods are posted, PlatformService among them. */
  readonly services: readonly string[];
}

/** Of the document, and of what it describes (REST section 1). */
const VERSION = '1.0.0';
const JSON_TYPE = 'application/json';

const CREDENTIALS = [
  { apiKey: [], organization: [] },
  { bearer: [], organization: [] },
];

const TAGS: Readonly<Record<Tag, string>> = {
  Users: 'Who calls, and the members of the organization.',
  Devices: 'Digital devices, each of which may wrap an endpoint of the radio network.',
  Sensors: 'What a device measures, and the templates that say how it is shown.',
  Commands: 'Downlinks to a device.',
  Telemetry: 'What devices have sent: values over time, newest values, raw uplinks.',
  Connections: 'Ways by which devices are reached.',
  Connectors: 'Kinds of connections.',
  Dashboards: 'Dashboards and their widgets.',
  Orgs: 'The organization of the key.',
  Subscriptions: 'Edition and limits of this installation.',
  'Api-Keys': 'Keys for this API.',
  Rules: 'What is done when values come or stay away.',
  Media: 'Images for devices.',
  Events: 'What happened.',
  Alerts: 'What is wrong, and since when.',
  Integrations: 'Targets to which data is passed on.',
  Streams: 'Server-Sent Events.',
  Discovered: 'What knocks: endpoints that are heard and not registered, base stations that are refused.',
  Endpoints: 'What endpoints have sent, with a device that wraps them or without.',
  Blueprints: 'How payloads are made and read.',
  Certificates: 'Certificates of the service center and of its peers.',
  Reports: 'Reports about the site.',
  System: 'State of the service center.',
};

/** The description document of the public API in OpenAPI 3.1: every operation of REST, and every method as the POST it also is. */
export function openApiDocument({ registry, comments, operations, rows, services }: DocumentParts): object {
  const methods = methodsOf(registry);
  const words = closedWords(rows, methods);
  const schemas = new Schemas(comments, words);
  const found = (name: string): DescMethod => {
    const method = methods.get(name);
    if (!method) throw new Error(`the schema has no method ${name}`);
    return method;
  };
  const paths: Record<string, Record<string, object>> = {};
  /** Paths that differ only in the names of their parameters are one path, with the names of the first. */
  const named = new Map<string, string>();
  const pathOf = (path: string): string => {
    const shape = path.replace(/\{\w+\}/g, '{}');
    const first = named.get(shape) ?? path;
    named.set(shape, first);
    return first;
  };
  const add = (path: string, verb: string, described: object) => {
    const at = paths[path] ?? {};
    if (at[verb]) throw new Error(`${verb} ${path} is there twice`);
    at[verb] = described;
    paths[path] = at;
  };
  const scopeOf = (name: string): string => {
    const row = rows.get(name);
    if (!row) throw new Error(`${name} has no row`);
    return row.scope;
  };
  const withSamples: { readonly media: { schema: Schema; example?: unknown }; readonly example: unknown }[] = [];
  const media = (schema: Schema, example?: unknown) => {
    const content = { schema };
    withSamples.push({ media: content, example });
    return { [JSON_TYPE]: content };
  };

  for (const operation of operations) {
    const open = operation.open && found(operation.open.method);
    const path = pathOf(documentedPath(operation.path));
    const described = restOperation(operation, path, found(operation.method), open, { schemas, comments, media });
    add(path, operation.http.toLowerCase(), { ...described, ...scoped(scopeOf(operation.method)) });
  }
  const posted = services.map(name => {
    const service = registry.getService(name);
    if (!service) throw new Error(`the schema has no service ${name}`);
    for (const method of service.methods) {
      const rowName = methodName(name, method.name);
      const described = rpcOperation(service, method, { schemas, comments, media });
      add(`/${name}/${method.name}`, 'post', { ...described, ...scoped(scopeOf(rowName)) });
    }
    return { name, description: comments.get(name) ?? 'Methods of gRPC, which may be posted as JSON.' };
  });

  const components = { ...problemSchemas, ...schemas.components };
  for (const { media: content, example } of withSamples) {
    Object.assign(content, { example: example ?? sampleOf(content.schema, components) });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waystation public API',
      version: VERSION,
      summary: 'Devices, telemetry and commands of a mioty network over HTTP and JSON.',
      description:
        'Every request carries an API key and the organization it is for. Operations under `/api` are plain REST; each gRPC method is listed too, as the POST that reaches it. The tokens of all errors are explained at `/api/docs/errors`.',
      contact: { name: 'Waystation maintainers', email: 'maintainers@waystation.invalid' },
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service center' }],
    security: CREDENTIALS,
    tags: [...Object.entries(TAGS).map(([name, description]) => ({ name, description })), ...posted],
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key, `<prefix>_<key>`.' },
        organization: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Organization-Id',
          description: 'Uuid of the organization.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or the access token of who has signed in.',
        },
      },
      headers: headerComponents,
      responses: usedIn(paths, statusResponses),
      schemas: components,
    },
  };
}

interface Tools {
  readonly schemas: Schemas;
  readonly comments: Comments;
  media(schema: Schema, example?: unknown): object;
}

/**
 * @param shownPath how the document writes its path
 * @param open what is called in its place without credentials
 */
function restOperation(
  operation: Operation,
  shownPath: string,
  method: DescMethod,
  open: DescMethod | undefined,
  { schemas, comments, media }: Tools,
): object {
  const { http, path, id, tag, summary, body, answer, omit = [], example, anywhere } = operation;
  const { upload, download, event, text } = operation;
  const { input, output } = method;
  const query = queryOfOperation(
    operation,
    input.fields.map(({ name }) => name),
  );
  const form = { json: 'rest', side: 'request' } as const;
  const inPath = parametersOf(path);
  const shownNames = parametersOf(shownPath);
  const fieldOf = (name: string) => {
    const named = (each: DescField) => each.name === name || each.jsonName === name;
    // What is changed has its id in itself.
    const resource = input.fields.find(each => each.name === body)?.message;
    const field = input.fields.find(named) ?? resource?.fields.find(named);
    if (!field) throw new Error(`${input.typeName} has no field ${name}`);
    return field;
  };
  // What is changed is named inside of it.
  const resource = input.fields.find(({ name }) => name === body)?.message;
  const pathField = (name: string) =>
    (input.fields.some(field => field.name === name || field.jsonName === name)
      ? undefined
      : resource?.fields.find(field => field.jsonName === name)) ?? fieldOf(name);
  const parameters = [
    ...inPath.map((name, n) => {
      const schema = schemas.field(pathField(name), form);
      return { name: shownNames[n], in: 'path', required: true, schema };
    }),
    ...(anywhere ? [] : [{ ...organizationParameter, required: open === undefined && event === undefined }]),
    ...query.map(name => {
      const field = fieldOf(name);
      const { description, ...schema } = schemas.field(field, form);
      const required = http === 'GET' && schemas.isRequired(field) && { required: true };
      return {
        name: field.jsonName,
        in: 'query',
        ...required,
        // A name that comes twice counts once.
        ...(field.fieldKind === 'list' && { style: 'form', explode: false }),
        schema,
        ...(description !== undefined && { description }),
      };
    }),
    ...(open?.input.fields ?? [])
      .filter(({ name, jsonName }) => !query.includes(name) && !inPath.includes(jsonName))
      .map(field => ({ name: field.jsonName, in: 'query', schema: schemas.field(field, form) })),
    ...(event ? streamParameters : []),
    ...headerParameters(operation),
  ];
  const taken = new Set([...inPath.map(name => pathField(name).name), 'organization_id', 'update_mask']);
  const requestSchema =
    body === undefined
      ? undefined
      : body === '*'
        ? schemas.message(input, form, taken)
        : schemas.body(fieldOf(body), http === 'PATCH' ? { json: 'rest', side: 'patch' } : form);
  const content = event
    ? streamOf(event, example?.response)
    : download
      ? {
          ...(download.orJson && media(answerSchema(output, answer, omit, schemas), example?.response)),
          ...downloaded(download),
        }
      : media(text ? TEXT : answerSchema(output, answer, omit, schemas), example?.response);
  const more = comments.get(`${method.parent.typeName}.${method.name}`);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(more && { description: more }),
    ...(open && { security: [...CREDENTIALS, {}] }),
    ...(parameters.length > 0 && { parameters }),
    // What a DELETE says in its body, its query may say as well: some clients send no body with it.
    ...(requestSchema && {
      requestBody: { required: http !== 'DELETE', content: media(requestSchema, example?.request) },
    }),
    ...(upload && { requestBody: { required: true, content: uploaded(upload) } }),
    responses: {
      200: {
        description: event ? 'Server-Sent Events, for as long as they are read.' : 'Done.',
        headers: headersOfSuccess(operation),
        content,
      },
      ...statusesOf(operation, {
        hasBody: body !== undefined || upload !== undefined,
        hasId: inPath.length > 0 || query.includes('device_id') || event !== undefined,
      }),
    },
  };
}

/** An answer that is JSON once more as text. */
const TEXT: Schema = { type: 'string', contentMediaType: JSON_TYPE };

/** A file, alone or as a field of a form. */
function uploaded({ types }: Upload): Record<string, object> {
  const form = { type: 'object', required: ['file'], properties: { file: FILE } };
  return Object.fromEntries(
    types.map(type => [
      type.endsWith('/') ? `${type}*` : type,
      type.startsWith('multipart/')
        ? { schema: form, example: { file: '(bytes)' } }
        : { schema: FILE, example: '(bytes)' },
    ]),
  );
}

function downloaded({ types }: Download): Record<string, object> {
  return Object.fromEntries(types.map(type => [type, { schema: FILE, example: '(bytes)' }]));
}

/** Bytes as they are. */
const FILE: Schema = { type: 'string', format: 'binary' };

const organizationParameter = {
  name: 'organizationId',
  in: 'query',
  required: true,
  description: 'The organization, the same as in the header.',
  schema: { type: 'string', format: 'uuid' },
};

/** What every stream takes beside its query. */
const streamParameters = [
  {
    name: 'ticket',
    in: 'query',
    description: 'In place of the key, the header of the organization and `organizationId`.',
    schema: { type: 'string' },
  },
  {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last event that was read: what came after it is sent first.',
    schema: { type: 'string' },
  },
];

function streamOf(event: string, item: unknown): object {
  const { seq } = item as { readonly seq: number };
  const example = `id: ${seq}\nevent: ${event}\ndata: ${JSON.stringify(item)}\n\n`;
  return { 'text/event-stream': { schema: { type: 'string' }, example } };
}

/** What is answered: the message or one of its fields, without what is not shown here. */
function answerSchema(
  output: DescMessage,
  answer: string | undefined,
  omit: readonly string[],
  schemas: Schemas,
): Schema {
  const form = { json: 'rest', side: 'answer' } as const;
  const field = answer === undefined ? undefined : output.fields.find(({ name }) => name === answer);
  if (answer !== undefined && !field) throw new Error(`${output.typeName} has no field ${answer}`);
  const message = field?.message ?? output;
  if (field && !field.message) return schemas.field(field, form);
  return omit.length === 0 ? schemas.of(message, form) : schemas.message(message, form, new Set(omit));
}

function rpcOperation(service: DescService, method: DescMethod, { schemas, comments, media }: Tools): object {
  const { name, input, output, methodKind } = method;
  const isStream = methodKind !== 'unary';
  const text = comments.get(`${service.typeName}.${name}`);
  const answer = schemas.of(output, { json: 'rpc', side: 'answer' });
  return {
    operationId: service.typeName === SERVICE ? name : `${service.typeName}.${name}`,
    tags: [service.typeName],
    summary: text ? firstSentence(text) : wordsOf(name),
    ...(text && { description: text }),
    requestBody: {
      required: !isStream,
      content: isStream
        ? {
            'application/connect+json': {
              schema: { type: 'string', contentMediaType: 'application/connect+json' },
              example: '',
            },
          }
        : media(schemas.of(input, { json: 'rpc', side: 'request' })),
    },
    responses: {
      200: isStream
        ? {
            description: 'A stream of messages, each behind its length (Connect).',
            content: { 'application/connect+json': { schema: answer } },
          }
        : { description: 'Done.', content: media(answer) },
      ...rpcStatuses,
    },
  };
}

function scoped(scope: string): object {
  return scope === '' || scope === 'no key' ? {} : { 'x-required-scope': scope };
}

function firstSentence(text: string): string {
  return (/^[^.]*/.exec(text)?.[0] ?? text).trim();
}

/** Those that some operation refers to. */
function usedIn(paths: object, responses: Readonly<Record<string, object>>): Record<string, object> {
  const text = JSON.stringify(paths);
  const entries = Object.entries(responses).filter(([name]) => text.includes(`/responses/${name}"`));
  return Object.fromEntries(entries);
}

/** `GetEndPoint` → `Get end point`. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words[0]?.toUpperCase() + words.slice(1);
}

function methodsOf(registry: FileRegistry): ReadonlyMap<string, DescMethod> {
  const services = [...registry].filter(type => type.kind === 'service');
  return new Map(
    services.flatMap(service =>
      service.methods.map(method => [methodName(service.typeName, method.name), method] as const),
    ),
  );
}
