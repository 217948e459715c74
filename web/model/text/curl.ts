// What the console asks, as a line for a terminal: whatever it shows, a program can have.

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Credentials are named, and never written. */
export type Credentials = 'none' | 'token';

const TOKEN = '-H "authorization: Bearer $TOKEN"';
const KEY = '-H "x-api-key: $KEY"';

const lined = (...parts: readonly string[]): string => parts.join(' \\\n  ');

/** An RPC in JSON (Connect). @param method its full name, `platform.api.v1.PlatformService/ListEndPoints` */
export function curlOfRpc(origin: string, method: string, request: string, credentials: Credentials): string {
  return lined(
    `curl ${quoted(`${origin}/${method}`)}`,
    ...(credentials === 'token' ? [TOKEN] : []),
    "-H 'content-type: application/json'",
    `-d ${quoted(request)}`,
  );
}

/** A call of REST. @param path from `/api` on, with its query */
export function curlOfRest(
  origin: string,
  { method, path, body }: { method: string; path: string; body: string | undefined },
  credentials: Credentials,
): string {
  return lined(
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(`${origin}${path}`)}`,
    credentials === 'token' ? TOKEN : KEY,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
  );
}
