import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { document, type Operation } from './document.ts';
import type { Received } from './wire.ts';

const DOCUMENT = 'contract';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = {
  rest: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  rpc: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.(\d{3}|\d{6}|\d{9}))?Z$/,
};
/** Where an answer has one of these, the document says so. */
const SAID =
  /^(etag|location|retry-after|ratelimit-.*|x-(warning|unknown-fields|request-id)|idempotency-replayed|allow)$/;
const PROXY_FOUND = 'sl-violations';
const PROBLEM = 'application/problem+json';
const NO_BODY: ReadonlySet<number> = new Set([204, 304]);

/** Says what is wrong with an answer by the document; nothing when nothing is. */
export class Answers {
  readonly #ajv = { rest: ajvOf(TIME.rest), rpc: ajvOf(TIME.rpc) };
  readonly #made = new Map<object, ValidateFunction>();

  problems(operation: Operation, { status, headers, body }: Received): string[] {
    const declared = operation.answers.get(status);
    if (!declared) return [`status ${status} is not declared`];
    const found: string[] = [];
    const note = (isWrong: boolean, problem: string) => {
      if (isWrong) found.push(problem);
    };
    note(status >= 500, `status ${status}`);
    if (operation.isRest) {
      note(headers['x-request-id'] === undefined, 'no X-Request-Id');
      const unsaid = Object.keys(headers).filter(name => SAID.test(name) && !operation.headers.get(status)?.has(name));
      note(unsaid.length > 0, `${status} has headers that are not declared: ${unsaid}`);
    }
    // Of a proxy that puts the same document to it.
    found.push(...[headers[PROXY_FOUND] ?? []].flat());
    if (NO_BODY.has(status)) {
      note(body.length > 0, 'a body that should not be');
      return found;
    }
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    const media = declared[type];
    if (!media) return [...found, `content type ${type || 'none'} is not declared with status ${status}`];
    if (!/^application\/(problem\+)?json$/.test(type)) return found;
    note(Number(headers['content-length'] ?? body.length) !== body.length, 'another length than told');
    const json = jsonOf(body);
    if (json === undefined) return [...found, 'the body is no JSON'];
    const validate = this.#validator(operation, media.schema);
    if (!validate(json)) {
      found.push(
        ...(validate.errors ?? []).map(
          error => `${status}: ${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
        ),
      );
    }
    if (status === 200) return found;
    if (type === PROBLEM) found.push(...problemOf(json, status, headers['x-request-id']));
    else note(!/^ErrToken/.test(String(headers['x-error-token'])), `no token: ${body.toString().slice(0, 200)}`);
    note(operation.isRest && type !== PROBLEM, 'a refusal that is no problem document');
    note(operation.isRest && status === 401 && headers['www-authenticate'] === undefined, 'no WWW-Authenticate');
    return found;
  }

  #validator(operation: Operation, schema: object): ValidateFunction {
    const made =
      this.#made.get(schema) ?? this.#ajv[operation.isRest ? 'rest' : 'rpc'].compile(closed(schema) as object);
    this.#made.set(schema, made);
    return made;
  }
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The token of an answer that refuses, as the contract spells it. */
export function tokenOf({ headers, body }: Received): string {
  const json = jsonOf(body) as { readonly error?: { readonly token?: string } } | undefined;
  return String(json?.error?.token ?? headers['x-error-token'] ?? '').replace('ErrToken', '');
}

interface ProblemDocument {
  readonly type?: string;
  readonly status?: number;
  readonly instance?: string;
  readonly error?: { readonly token?: string; readonly status?: number; readonly requestId?: string };
}

function problemOf(json: unknown, status: number, requestId: string | string[] | undefined): string[] {
  const { type, status: told, instance, error } = json as ProblemDocument;
  const found: string[] = [];
  if (told !== status || error?.status !== status) found.push(`status ${told} in the body of ${status}`);
  if (type !== `/api/docs/errors#${error?.token}`) found.push(`type ${type} of ${error?.token}`);
  if (instance !== requestId || error?.requestId !== requestId) found.push('another request id than in the header');
  return found;
}

function ajvOf(time: RegExp): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    allErrors: true,
    formats: {
      'date-time': text => time.test(text) && !Number.isNaN(Date.parse(text)),
      uuid: text => UUID.test(text),
      binary: true,
      int32: { type: 'number', validate: number => number >= -(2 ** 31) && number < 2 ** 32 },
    },
  });
  return ajv.addSchema(closed(document) as object, DOCUMENT);
}

/** The same schema, to which a key that it does not name does not belong. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [
    key,
    key === '$ref' && typeof value === 'string' ? `${DOCUMENT}${value}` : closed(value),
  ]);
  const isOpen = !('properties' in schema) || !('type' in schema) || 'additionalProperties' in schema;
  return { ...Object.fromEntries(entries), ...(!isOpen && { additionalProperties: false }) };
}
