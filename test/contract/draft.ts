import type { Operation } from './document.ts';
import type { Input } from './inputs.ts';
import type { Things } from './things.ts';
import type { Sent } from './wire.ts';

/** A request that may still be changed. */
export interface Draft {
  readonly method: string;
  path: string;
  readonly parameters: Record<string, string>;
  query: (readonly [name: string, value: string])[];
  headers: Record<string, string>;
  /** What `body` is made of; undefined without one. */
  json: unknown;
  body: string | Uint8Array | undefined;
}

/** The smallest picture there is. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'a-part-begins';

export function draftOf(operation: Operation, input: Input, things: Things, credentials: Draft['headers']): Draft {
  const resolved = things.resolve(input) as Input;
  const parameters = Object.fromEntries(Object.entries(resolved.path).map(([name, value]) => [name, String(value)]));
  const query = Object.entries(resolved.query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)] as const);
  const json = withoutAbsent(resolved.json);
  const draft = { method: operation.method, path: operation.path, parameters, query, headers: { ...credentials } };
  if ('image/*' in operation.bodies) return { ...draft, json: undefined, ...pictureOf(draft.headers, query.length) };
  if (json === undefined) return { ...draft, json, body: undefined };
  draft.headers['content-type'] = operation.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  return { ...draft, json, body: JSON.stringify(json) };
}

export function sent({ method, path, parameters, query, headers, body }: Draft): Sent {
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(wellFormed(parameters[name] ?? '')),
  );
  const search = query.map(pair => pair.map(text => encodeURIComponent(wellFormed(text))).join('=')).join('&');
  return {
    method,
    target: search === '' ? target : `${target}?${search}`,
    headers,
    ...(body !== undefined && { body }),
  };
}

function pictureOf(headers: Draft['headers'], nth: number): { readonly body: Uint8Array } {
  headers['content-type'] = nth % 2 === 0 ? `multipart/form-data; boundary=${BOUNDARY}` : 'image/png';
  if (nth % 2 !== 0) return { body: PNG };
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
  return { body: Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]) };
}

/** As a client would write it: what is undefined is not there. */
function withoutAbsent(json: unknown): unknown {
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json));
}

/** An address cannot hold half a character. */
function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}
