import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLIENT_ID, CLIENT_SECRET } from './oidc-server.ts';
import { type Behaviour, behave } from './tamper.ts';

/** A provider of OAuth 2.0 with PKCE, and nothing else. */
export class OAuth2Server implements AsyncDisposable {
  readonly #server: Server;
  /** Challenge and redirect URI of each code that is good still. */
  readonly #codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  readonly #tokens = new Set<string>();
  readonly behaviour = new Map<string, Behaviour>();
  readonly asked: string[] = [];
  person: Readonly<Record<string, unknown>> = {};

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<OAuth2Server> {
    const server = createServer();
    const self = new OAuth2Server(server);
    server.on('request', (request, response) => {
      self.#answer(request, response).catch(cause => response.destroy(cause as Error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url);
    this.asked.push(pathname);
    if (!behave(this.behaviour.get(pathname), request, response)) return;
    const send = (status: number, value: object) => {
      response.statusCode = status;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (pathname === '/authorize') {
      const redirect = searchParams.get('redirect_uri') ?? '';
      const code = randomUUID();
      this.#codes.set(code, { redirect, challenge: searchParams.get('code_challenge') ?? '' });
      const answer = new URLSearchParams({ code, state: searchParams.get('state') ?? '' });
      response.writeHead(302, { location: `${redirect}?${answer}` }).end();
      return;
    }
    if (pathname === '/token') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      send(...this.#exchange(new URLSearchParams(Buffer.concat(chunks).toString()), request.headers.authorization));
      return;
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (this.#tokens.has(token)) send(200, this.person);
    else response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
  }

  #exchange(form: URLSearchParams, authorization = ''): [number, object] {
    const shown = [CLIENT_ID, CLIENT_SECRET].map(part => new URLSearchParams({ part }).toString().slice(5)).join(':');
    if (authorization !== `Basic ${Buffer.from(shown).toString('base64')}`) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    const found = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = found?.challenge === challenge && found.redirect === form.get('redirect_uri');
    if (!isRight) return [400, { error: 'invalid_grant', error_description: 'secret words' }];
    const token = randomUUID();
    this.#tokens.add(token);
    // As those do that speak OpenID Connect, too.
    return [200, { access_token: token, token_type: 'bearer', id_token: 'not.looked.at' }];
  }
}
