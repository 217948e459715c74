import type { Agent } from 'node:http';
import type { Config, DeepPartial } from '../../src/config/load.ts';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { Enterprise, PASSWORD } from '../identity/scene.ts';
import { Center } from '../peers/center.ts';
import { type Answer, type Calls, type Headers, httpCalls, type Options } from './http-calls.ts';

export type { Answer, Calls, Headers, Options } from './http-calls.ts';

export interface BoxOptions {
  readonly edition?: 'community' | 'enterprise';
  readonly settings?: DeepPartial<Config>;
  /** Whether it brings in the catalog of the release. */
  readonly withCatalog?: boolean;
  /** Of the connections of its calls; default: they are used again. */
  readonly agent?: Agent;
}

/**
 * A whole service center with REST over a real socket. What the box itself sends has a key with every scope; `as` sends as another
 * caller.
 */
export class RestBox implements AsyncDisposable, Calls {
  readonly center: Center;
  readonly enterprise: Enterprise | undefined;
  readonly organizationId: string;
  readonly #calls: ReturnType<typeof httpCalls>;
  /** Of the owner of the organization, where callers sign in. */
  readonly owner: Headers;
  #own: Headers = {};

  private constructor(
    center: Center,
    enterprise: Enterprise | undefined,
    organizationId: string,
    owner: Headers,
    agent?: Agent,
  ) {
    this.center = center;
    this.enterprise = enterprise;
    this.organizationId = organizationId;
    this.owner = owner;
    this.#calls = httpCalls(center.ports.gateway, organizationId, agent);
  }

  static async start(
    dir: string,
    { edition = 'community', settings = {}, withCatalog = false, agent }: BoxOptions = {},
  ): Promise<RestBox> {
    const box = await (edition === 'enterprise'
      ? openEnterprise(dir, settings, withCatalog, agent)
      : openCommunity(dir, settings, withCatalog, agent));
    const { key } = await box.key(['*']);
    box.#own = key;
    return box;
  }

  static of(
    center: Center,
    enterprise: Enterprise | undefined,
    organizationId: string,
    owner: Headers,
    agent?: Agent,
  ): RestBox {
    return new RestBox(center, enterprise, organizationId, owner, agent);
  }

  /** Makes an API key. @returns its id, and the headers of who has it */
  async key(scopes: readonly string[], more: object = {}): Promise<{ readonly id: string; readonly key: Headers }> {
    const asked = { api_key: { name: `key ${crypto.randomUUID()}`, scopes, ...more } };
    const answer = await this.platform('CreateApiKey', asked);
    const { raw_key, api_key } = answer as { raw_key: string; api_key: { id: string } };
    return { id: api_key.id, key: { 'x-api-key': raw_key, 'x-organization-id': this.organizationId } };
  }

  /** A call of PlatformService by the owner of the organization, or by any caller where there is no sign-in. */
  platform(method: MethodName, request: object): Promise<Record<string, unknown>> {
    return this.enterprise
      ? this.enterprise.call(method, request, this.owner)
      : (this.center.api.call(method, request as never) as Promise<object> as Promise<Record<string, unknown>>);
  }

  /** The headers by which the box itself calls. */
  get own(): Headers {
    return this.#own;
  }

  /** The same calls with other headers of credentials; without any: `{}`. */
  as(credentials: Headers): Calls {
    return this.#calls.as(credentials);
  }

  readonly send = (method: string, path: string, options?: Options): Promise<Answer> =>
    this.as(this.#own).send(method, path, options);
  readonly get: Calls['get'] = (path, options) => this.send('GET', path, options);
  readonly head: Calls['head'] = (path, options) => this.send('HEAD', path, options);
  readonly delete: Calls['delete'] = (...args) => this.as(this.#own).delete(...args);
  readonly post: Calls['post'] = (...args) => this.as(this.#own).post(...args);
  readonly put: Calls['put'] = (...args) => this.as(this.#own).put(...args);
  readonly patch: Calls['patch'] = (...args) => this.as(this.#own).patch(...args);

  async [Symbol.asyncDispose](): Promise<void> {
    this.#calls.close();
    await (this.enterprise ?? this.center)[Symbol.asyncDispose]();
  }
}

async function openCommunity(
  dir: string,
  settings: DeepPartial<Config>,
  withCatalog: boolean,
  agent?: Agent,
): Promise<RestBox> {
  const center = await Center.start({ dir, settings, withCatalog });
  const { organizations } = await center.api.call('ListOrganizations', {});
  return RestBox.of(center, undefined, organizations[0]?.id ?? '', {}, agent);
}

async function openEnterprise(
  dir: string,
  settings: DeepPartial<Config>,
  withCatalog: boolean,
  agent?: Agent,
): Promise<RestBox> {
  const enterprise = await Enterprise.start(dir, settings, withCatalog);
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
  return RestBox.of(enterprise.center, enterprise, organizationId, { ...owner, ...there }, agent);
}
