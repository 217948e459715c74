import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Config, DeepPartial } from '../../src/config/load.ts';
import { Enterprise, type Headers, PASSWORD } from '../identity/scene.ts';
import { Center } from '../peers/center.ts';

export type { Headers } from '../identity/scene.ts';

/** An answer of REST. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined: the answer is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what a test looks at it names itself
  readonly json: any;
  readonly bytes: Buffer;
  /** Of a problem, without its prefix; `OK` of an answer that is none. */
  readonly token: string;
}

/** What a test says of a request beside its method and path. */
export interface Options {
  readonly headers?: Headers;
  /** Added to the path. The organization is, unless it is named here. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as it is. */
  readonly raw?: string | Uint8Array;
}

/** Calls of one caller. */
export interface Calls {
  readonly get: (path: string, options?: Options) => Promise<Answer>;
  readonly head: (path: string, options?: Options) => Promise<Answer>;
  readonly delete: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly put: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly patch: (path: string, body?: unknown, options?: Options) => Promise<Answer>;
  readonly send: (method: string, path: string, options?: Options) => Promise<Answer>;
}

export interface BoxOptions {
  readonly edition?: 'community' | 'enterprise';
  readonly settings?: DeepPartial<Config>;
}

/**
 * A whole service center with REST over a real socket. What the box itself sends has a key with every scope; `as` sends as somebody
 * else.
 */
export class RestBox implements AsyncDisposable, Calls {
  readonly center: Center;
  readonly enterprise: Enterprise | undefined;
  readonly organizationId: string;
  readonly #agent = new Agent({ keepAlive: true });
  /** Of the owner of the organization, where callers sign in. */
  readonly owner: Headers;
  #own: Headers = {};

  private constructor(center: Center, enterprise: Enterprise | undefined, organizationId: string, owner: Headers) {
    this.center = center;
    this.enterprise = enterprise;
    this.organizationId = organizationId;
    this.owner = owner;
  }

  static async start(dir: string, { edition = 'community', settings = {} }: BoxOptions = {}): Promise<RestBox> {
    const box = await (edition === 'enterprise' ? openEnterprise(dir, settings) : openCommunity(dir, settings));
    const { key } = await box.key(['*']);
    box.#own = key;
    return box;
  }

  static of(center: Center, enterprise: Enterprise | undefined, organizationId: string, owner: Headers): RestBox {
    return new RestBox(center, enterprise, organizationId, owner);
  }

  /** Makes an API key. @returns its id, and the headers of who has it */
  async key(scopes: readonly string[], more: object = {}): Promise<{ readonly id: string; readonly key: Headers }> {
    const asked = { api_key: { name: `key ${crypto.randomUUID()}`, scopes, ...more } };
    const answer = this.enterprise
      ? await this.enterprise.call('CreateApiKey', asked, this.owner)
      : await this.center.api.call('CreateApiKey', asked);
    const { raw_key, api_key } = answer as { raw_key: string; api_key: { id: string } };
    return { id: api_key.id, key: { authorization: `Bearer ${raw_key}`, 'x-organization-id': this.organizationId } };
  }

  /** The headers by which the box itself calls. */
  get own(): Headers {
    return this.#own;
  }

  /** The same calls with other headers of credentials; without any: `{}`. */
  as(credentials: Headers): Calls {
    const send = (method: string, path: string, options: Options = {}) =>
      this.#send(method, path, { ...options, headers: { ...credentials, ...options.headers } });
    return callsBy(send);
  }

  readonly send = (method: string, path: string, options: Options = {}) =>
    this.as(this.#own).send(method, path, options);
  readonly get: Calls['get'] = (path, options) => this.send('GET', path, options);
  readonly head: Calls['head'] = (path, options) => this.send('HEAD', path, options);
  readonly delete: Calls['delete'] = (...args) => this.as(this.#own).delete(...args);
  readonly post: Calls['post'] = (...args) => this.as(this.#own).post(...args);
  readonly put: Calls['put'] = (...args) => this.as(this.#own).put(...args);
  readonly patch: Calls['patch'] = (...args) => this.as(this.#own).patch(...args);

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    await (this.enterprise ?? this.center)[Symbol.asyncDispose]();
  }

  #send(method: string, path: string, { headers = {}, query, raw }: Options): Promise<Answer> {
    const named = path.includes('organizationId=') || (query && 'organizationId' in query);
    const all = { ...(!named && { organizationId: this.organizationId }), ...query };
    const pairs = Object.entries(all).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(pairs.map(([key, value]): [string, string] => [key, String(value)])).toString();
    const whole = search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
    // Without it Node.js sends the body of a DELETE as if another request came behind.
    const length = raw === undefined ? {} : { 'content-length': Buffer.byteLength(raw) };
    const about = {
      host: '127.0.0.1',
      port: this.center.ports.gateway,
      method,
      path: whole,
      headers: { ...length, ...headers },
    };
    return new Promise((resolve, reject) => {
      const request = httpRequest({ ...about, agent: this.#agent }, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const type = response.headers['content-type'] ?? '';
          const isJson = bytes.length > 0 && /^application\/(problem\+)?json/.test(type);
          const isPlain = response.headers['content-encoding'] === undefined;
          const json = isJson && isPlain ? JSON.parse(bytes.toString()) : undefined;
          const token = String(json?.error?.token ?? 'OK').replace('ErrToken', '');
          resolve({ status: response.statusCode ?? 0, headers: response.headers, json, bytes, token });
        });
      });
      request.on('error', reject);
      request.end(raw);
    });
  }
}

function callsBy(send: Calls['send']): Calls {
  const sendJson =
    (method: string) =>
    (path: string, body?: unknown, options: Options = {}) => {
      if (body === undefined) return send(method, path, options);
      const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
      return send(method, path, {
        raw: JSON.stringify(body),
        ...options,
        headers: { 'content-type': type, ...options.headers },
      });
    };
  return {
    send,
    get: (path, options) => send('GET', path, options),
    head: (path, options) => send('HEAD', path, options),
    delete: sendJson('DELETE'),
    post: sendJson('POST'),
    put: sendJson('PUT'),
    patch: sendJson('PATCH'),
  };
}

async function openCommunity(dir: string, settings: DeepPartial<Config>): Promise<RestBox> {
  const center = await Center.start({ dir, settings });
  const { organizations } = await center.api.call('ListOrganizations', {});
  return RestBox.of(center, undefined, organizations[0]?.id ?? '', {});
}

async function openEnterprise(dir: string, settings: DeepPartial<Config>): Promise<RestBox> {
  const enterprise = await Enterprise.start(dir, settings);
  const root = await enterprise.signIn('root@example.org');
  const { organizations } = (await enterprise.call('ListOrganizations', {}, root)) as {
    organizations: { id: string }[];
  };
  const organizationId = organizations[0]?.id ?? '';
  const there = { 'x-organization-id': organizationId };
  const user = { email: 'owner@example.org', first_name: 'Olga', last_name: 'Owner' };
  const memberships = [{ organization_id: organizationId, role: 'owner' }];
  await enterprise.call('CreateUser', { user, password: PASSWORD, memberships }, { ...root, ...there });
  const owner = await enterprise.signIn(user.email);
  return RestBox.of(enterprise.center, enterprise, organizationId, { ...owner, ...there });
}
