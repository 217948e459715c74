import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { type Behaviour, behave } from './tamper.ts';

export const CLIENT_ID = 'box';
export const CLIENT_SECRET = 'what the box shows: Trommelwirbel 99';

/** Whom the provider knows. */
export type Person = Readonly<Record<string, unknown>>;

const KID = 'first';
let pair: KeyObject | undefined;
/** One for the file: it takes its time. */
function signingKey(): KeyObject {
  pair ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  return pair;
}

/** oidc-provider on loopback. What it says may be changed by a test, and signed by its keys all the same. */
export class OidcServer implements AsyncDisposable {
  readonly #server: Server;
  readonly #claimsInIdToken: boolean;
  #provider: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  /** By path. */
  readonly behaviour = new Map<string, Behaviour>();
  /** Of the requests that came, in their order. */
  readonly asked: string[] = [];
  person: Person = {};
  key: KeyObject = signingKey();
  kid = KID;

  private constructor(server: Server, claimsInIdToken: boolean) {
    this.#server = server;
    this.#claimsInIdToken = claimsInIdToken;
  }

  static async start({
    claimsInIdToken = true,
    tls,
    port = 0,
  }: {
    claimsInIdToken?: boolean;
    tls?: { key: string; cert: string };
    port?: number;
  } = {}): Promise<OidcServer> {
    const server = tls ? createTlsServer(tls) : createServer();
    const self = new OidcServer(server, claimsInIdToken);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      self.#answer(request, response).catch(cause => response.destroy(cause as Error));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return self;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get issuer(): string {
    return `${'setSecureContext' in this.#server ? 'https' : 'http'}://127.0.0.1:${this.port}`;
  }

  /** It knows the service center from now on. */
  register(redirectUri: string): void {
    const jwk = { ...this.key.export({ format: 'jwk' }), kid: this.kid, use: 'sig', alg: 'RS256' };
    const ttl = Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'IdToken', 'Interaction', 'Session', 'Grant'].map(name => [name, 3600]),
    );
    const provider = new Provider(this.issuer, {
      clients: [
        {
          ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] },
          ...{ grant_types: ['authorization_code'], response_types: ['code'] },
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['x'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'plant'] },
      conformIdTokenClaims: !this.#claimsInIdToken,
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: () => ({ sub: accountId, ...this.person }),
      }),
      interactions: { url: () => '/interaction' },
      ttl,
    });
    const callback = provider.callback();
    this.#provider = async (request, response) => {
      if (!request.url?.startsWith('/interaction')) return callback(request, response);
      const { params } = await provider.interactionDetails(request, response);
      const accountId = String(this.person.sub ?? 'ann');
      const grant = new provider.Grant({ accountId, clientId: params.client_id });
      grant.addOIDCScope(params.scope);
      const consent = { grantId: await grant.save() };
      return provider.interactionFinished(request, response, { login: { accountId }, consent });
    };
  }

  /** Changes the claims of ID tokens, which stay signed. @param header in place of its own */
  claims(by: (claims: Record<string, unknown>) => Record<string, unknown>, header: object = {}): void {
    this.behaviour.set('/token', async answer => {
      const payload = by(payloadOf(String(answer.id_token)));
      const protectedHeader = { alg: 'RS256', kid: this.kid, ...header };
      const id_token = await new SignJWT(payload).setProtectedHeader(protectedHeader).sign(this.key);
      return { ...answer, id_token };
    });
  }

  /** An ID token without a signature, or one with a key that is public. */
  forged(alg: 'none' | 'HS256'): void {
    this.behaviour.set('/token', answer => {
      const payload = String(answer.id_token).split('.')[1] ?? '';
      const header = Buffer.from(JSON.stringify({ alg, kid: this.kid })).toString('base64url');
      const known = createPublicKey(this.key).export({ format: 'pem', type: 'spki' });
      const signature =
        alg === 'none' ? '' : createHmac('sha256', known).update(`${header}.${payload}`).digest('base64url');
      return { ...answer, id_token: `${header}.${payload}.${signature}` };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    this.asked.push(path);
    if (!behave(this.behaviour.get(path), request, response)) return;
    if (!this.#provider) response.writeHead(503).end();
    else await this.#provider(request, response);
  }
}

function payloadOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
}
