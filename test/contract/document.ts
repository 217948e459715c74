import { readFileSync } from 'node:fs';

/** JSON Schema as the document has it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly contentEncoding?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}

interface Response {
  readonly $ref?: string;
  /** By their names. */
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, Media>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
  readonly 'x-required-scope'?: string;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

/** One operation of the document. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Absent: any key will do. */
  readonly scope: string | undefined;
  readonly isRest: boolean;
  readonly parameters: readonly Parameter[];
  /** By media type. */
  readonly bodies: Readonly<Record<string, Media>>;
  /** By status, then by media type; a status without a body has no type. */
  readonly answers: ReadonlyMap<number, Readonly<Record<string, Media>>>;
  /** Names of headers in lower case, by status. */
  readonly headers: ReadonlyMap<number, ReadonlySet<string>>;
}

export const document: Document = JSON.parse(
  readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
) as Document;

/** Its 117 methods have tests of their own, and no keys in the edition that the contract is tried in. */
const PLATFORM = '/platform.api.v1.PlatformService/';

/** Every operation of REST, and every method of the named services. */
export const operations: readonly Operation[] = Object.entries(document.paths)
  .filter(([path]) => !path.startsWith(PLATFORM))
  .flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, described]) => ({
      id: described.operationId,
      method: verb.toUpperCase(),
      path,
      scope: described['x-required-scope'],
      isRest: path.startsWith('/api/'),
      parameters: described.parameters ?? [],
      bodies: described.requestBody?.content ?? {},
      answers: new Map(
        Object.entries(described.responses).map(([status, response]) => [
          Number(status),
          responseOf(response).content ?? {},
        ]),
      ),
      headers: new Map(
        Object.entries(described.responses).map(([status, response]) => [
          Number(status),
          new Set(Object.keys(responseOf(response).headers ?? {}).map(name => name.toLowerCase())),
        ]),
      ),
    })),
  );

/** The schema that is meant where another is named. */
export function schemaOf(schema: Schema): Schema {
  return schema.$ref === undefined
    ? schema
    : (document.components.schemas[schema.$ref.slice('#/components/schemas/'.length)] ?? {});
}

function responseOf(response: Response): Response {
  return response.$ref === undefined
    ? response
    : (document.components.responses[response.$ref.slice('#/components/responses/'.length)] ?? {});
}

/** The rest of what may be null; undefined where it may not. */
export function withoutNull(schema: Schema): Schema | undefined {
  const { type, anyOf } = schema;
  if (anyOf) return anyOf.find(each => each.type !== 'null');
  return Array.isArray(type) ? { ...schema, type: type.find(each => each !== 'null') } : undefined;
}
