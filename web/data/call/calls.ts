// What the page that is shown has asked for: to be shown as calls that a program can make. Only what reads: what writes may hold secrets.
import { type Credentials, curlOfRest, curlOfRpc } from '../../model/text/curl.ts';
import { path } from './address.ts';
import { session } from './session.ts';

export interface PageCall {
  /** `ListEndPoints`, `GET /api/v2/system/health`. */
  name: string;
  curl: string;
}

const READS = /^(Get|List|Search|Query|Stream)/;
/** Of a page; the oldest goes. */
const MOST = 40;

let of = '';
const calls = new Map<string, () => string>();

function note(name: string, make: () => string): void {
  const here = path.peek();
  if (of !== here) calls.clear();
  of = here;
  calls.delete(name);
  calls.set(name, make);
  const [oldest] = calls.keys();
  if (calls.size > MOST && oldest !== undefined) calls.delete(oldest);
}

const credentials = (): Credentials => (session.peek()?.accessToken === undefined ? 'none' : 'token');

/** @param inJson makes the request in JSON, when it is shown */
export function noteRpc(service: string, method: string, inJson: () => string): void {
  if (READS.test(method))
    note(method, () => curlOfRpc(location.origin, `${service}/${method}`, inJson(), credentials()));
}

/** @param address from `/api` on */
export function noteRest(method: string, address: string, body: unknown): void {
  const isRead = method === 'GET' || address.startsWith('/api/v2/endpoints/latest');
  if (!isRead) return;
  const [plain = ''] = address.split('?', 1);
  const text = body === undefined ? undefined : JSON.stringify(body);
  note(`${method} ${plain}`, () => curlOfRest(location.origin, { method, path: address, body: text }, credentials()));
}

/** The newest last. */
export function pageCalls(): PageCall[] {
  return of === path.peek() ? [...calls].map(([name, make]) => ({ name, curl: make() })) : [];
}
