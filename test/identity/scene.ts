import { join } from 'node:path';
import { Metadata, type ServiceError } from '@grpc/grpc-js';
import { openStore } from '../../src/compose/store.ts';
import type { Config, DeepPartial } from '../../src/config/load.ts';
import { hashPassword } from '../../src/identity/signin/passwords.ts';
import type { MethodName } from '../../src/rpc/call/define.ts';
import { SERVICE } from '../../src/rpc/serve/service.ts';
import { Center } from '../peers/center.ts';
import { failureOf, grpcClient, types } from '../rpc/harness.ts';

export const PASSWORD = 'correct horse 7 battery';
export const PEER_SECRET = 'between ourselves';

export type Headers = Readonly<Record<string, string>>;

/** How a call went: its answer, or the name of the token it was refused with. */
export interface Outcome {
  readonly token: string;
  readonly answer: Record<string, unknown>;
  /** All else that a refusal says. */
  readonly words: string;
}

const service = types.lookupService(SERVICE);

function encodedRequest(method: MethodName, request: object): Buffer {
  const type = service.lookupType(service.methods[method]?.requestType ?? '');
  return Buffer.from(type.encode(type.fromObject(request)).finish());
}

/** Of the first administrator of every scene of this process: a hash takes as long as the rest of a start. */
let hashed: Promise<string> | undefined;
/** Streams of one connection of a client here. */
const STREAMS = 48;

/** A service center with sign-in, whose first administrator is `root@example.org`; gRPC over real sockets. */
export class Enterprise implements AsyncDisposable {
  readonly center: Center;
  readonly #gateway: ReturnType<typeof grpcClient>;
  /** Of streams. */
  readonly #connections: ReturnType<typeof grpcClient>[] = [];
  #opened = 0;
  readonly #core: ReturnType<typeof grpcClient>;

  private constructor(center: Center) {
    this.center = center;
    this.#gateway = grpcClient(center.ports.gateway);
    this.#core = grpcClient(center.ports.core ?? 0);
  }

  /** @param withCatalog whether the catalog of the release is brought in */
  static async start(dir: string, settings: DeepPartial<Config> = {}, withCatalog = false): Promise<Enterprise> {
    // What was there before sign-in stays.
    const before = await Center.start({ dir, withCatalog });
    const { clock } = before;
    await before.stop();
    const path = join(dir, 'waystation.db');
    const store = await openStore({ path, engine: 'better-sqlite3', synchronous: 'normal' }, {});
    hashed ??= hashPassword(PASSWORD);
    const password = await hashed;
    const acting = { now: clock.now(), userId: undefined, userEmail: undefined, actor: 'test' };
    const names = { first_name: 'Root', last_name: 'Root', company_name: '', note: '' };
    const flags = { is_admin: true, is_active: true, password_change_required: false };
    await store.write.accounts.createUser(
      { email: 'root@example.org', ...names, ...flags, password, memberships: [] },
      acting,
    );
    await store.close();
    return Enterprise.again(dir, settings);
  }

  /** The same once more, on what is there. @param now what time it is; default: as it is */
  static async again(dir: string, settings: DeepPartial<Config> = {}, now = Date.now()): Promise<Enterprise> {
    const enterprise = { auth: { enabled: true }, core: { peer_secret: PEER_SECRET }, ...settings };
    return new Enterprise(await Center.start({ dir, settings: enterprise, now }));
  }

  /** Calls to a center that runs with sign-in already. */
  static of(center: Center): Enterprise {
    return new Enterprise(center);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { client } of [this.#gateway, ...this.#connections]) client.close();
    this.#core.client.close();
    await this.center.stop();
  }

  async ask(
    method: MethodName,
    request: object,
    headers: Headers = {},
    port: 'gateway' | 'core' = 'gateway',
  ): Promise<Outcome> {
    const client = port === 'gateway' ? this.#gateway : this.#core;
    const type = service.lookupType(service.methods[method]?.responseType ?? '');
    try {
      const bytes = await client.unary(method, encodedRequest(method, request), {}, metadataOf(headers));
      return { token: 'OK', answer: type.toObject(type.decode(bytes), { longs: String, defaults: true }), words: '' };
    } catch (error) {
      const { details, metadata } = error as ServiceError;
      const said = Object.entries(metadata.getMap())
        .filter(([name]) => name !== 'date')
        .map(([name, value]) => `${name}: ${value.toString('latin1')}`);
      return { token: tokenOf(error as ServiceError), answer: {}, words: [details, ...said.sort()].join('\n') };
    }
  }

  /** The answer of a call that has to succeed. */
  async call(method: MethodName, request: object, headers: Headers = {}): Promise<Record<string, unknown>> {
    const { token, answer } = await this.ask(method, request, headers);
    if (token !== 'OK') throw new Error(`${method}: ${token}`);
    return answer;
  }

  /** A stream: `opened` tells whether it was let in, `ended` by what token it ended, `answers` what came. */
  open(method: MethodName, request: object, headers: Headers = {}) {
    // A connection has a hundred streams at most.
    if (this.#opened++ % STREAMS === 0) this.#connections.push(grpcClient(this.center.ports.gateway));
    const stream = (this.#connections.at(-1) ?? this.#gateway).stream(
      method,
      encodedRequest(method, request),
      metadataOf(headers),
    );
    const type = service.lookupType(service.methods[method]?.responseType ?? '');
    const items: Uint8Array[] = [];
    stream.on('data', (item: Uint8Array) => items.push(item));
    const ended = new Promise<string>(resolve => {
      stream.on('error', error => resolve(tokenOf(error as ServiceError)));
      stream.on('end', () => resolve('end'));
    });
    // The headers of a call that is refused are its trailers as well.
    const metadata = new Promise<string>(resolve =>
      stream.on('metadata', (got: Metadata) => resolve(got.get('x-error-token').length > 0 ? ended : 'OK')),
    );
    const opened = Promise.race([metadata, ended]);
    return {
      ...{ opened, ended, cancel: () => stream.cancel() },
      answers: () => items.map(item => type.toObject(type.decode(item), { longs: String, defaults: true })),
    };
  }

  /** Signs in. @returns the headers of a user, without an organization */
  async signIn(email: string): Promise<Headers & { readonly 'x-user-id': string }> {
    const answer = await this.call('Login', { email, password: PASSWORD });
    const { tokens, user } = answer as { tokens: { access_token: string }; user: { id: string } };
    return { authorization: `Bearer ${tokens.access_token}`, 'x-user-id': user.id };
  }
}

function metadataOf(headers: Headers): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

function tokenOf(error: ServiceError): string {
  const { token } = failureOf(error);
  return token?.replace('ErrToken', '') ?? `code ${error.code}`;
}
