import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isJsonObject } from '../kit/json-object.ts';

/** More than any delivery has: a hundred items. */
const MAX_BODY = 4 * 1024 * 1024;
/** So far may the time of a signature be from that of the receiver, seconds (Standard Webhooks). */
const TOLERANCE_S = 300;
/** Deliveries that are known again. */
const MAX_SEEN = 100_000;

/** What arrived, and what the receiver thinks of it. */
export interface WebhookDelivery {
  readonly event: string;
  readonly deliveryId: string;
  readonly attempt: number;
  /** Each item of the delivery. */
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** Why it was refused; undefined: it was not. */
  readonly refusal: string | undefined;
  /** The delivery was here before. */
  readonly repeated: boolean;
}

export interface WebhookOptions {
  readonly host: string;
  readonly port: number;
  /** `whsec_…`; undefined: signatures are not looked at. */
  readonly secret: string | undefined;
  /** Status for everything that would be accepted. */
  readonly status: number;
  /** Milliseconds before each answer. */
  readonly delayMs: number;
  /** What answers ask for, once. */
  readonly downlinks: readonly Readonly<Record<string, unknown>>[];
  now(): number;
  after(ms: number, act: () => void): unknown;
  onReceived(received: WebhookDelivery): void;
}

/** A receiver of webhooks as a customer would write it: checks signatures, knows repeated deliveries, may ask for downlinks. */
export class WebhookReceiver implements AsyncDisposable {
  readonly #options: WebhookOptions;
  readonly #server: Server;
  readonly #seen = new Set<string>();
  #downlinks: WebhookOptions['downlinks'];

  private constructor(options: WebhookOptions) {
    this.#options = options;
    this.#downlinks = options.downlinks;
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy());
    });
  }

  /** @throws Error when the port is in use */
  static async start(options: WebhookOptions): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(options);
    const server = receiver.#server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.host, resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(resolve => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, delayMs, after } = this.#options;
    const body = await bodyOf(request);
    if (body === undefined) {
      response.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    const received = this.#read(request, body);
    this.#options.onReceived(received);
    if (delayMs > 0) await new Promise<void>(resolve => after(delayMs, resolve));
    if (received.refusal !== undefined) {
      response.writeHead(401).end(received.refusal);
      return;
    }
    const downlinks = status < 300 ? this.#downlinks : [];
    if (downlinks.length > 0) this.#downlinks = [];
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(downlinks.length > 0 ? JSON.stringify({ downlinks }) : undefined);
  }

  #read({ headers }: IncomingMessage, body: string): WebhookDelivery {
    const deliveryId = String(headers['x-platform-delivery'] ?? '');
    const items = itemsIn(body);
    const refusal = this.#unsigned(headers, body) ?? (items ? undefined : 'the body is no JSON object or list of them');
    const repeated = this.#seen.has(deliveryId);
    if (refusal === undefined && this.#options.status < 300) this.#seen.add(deliveryId);
    if (this.#seen.size > MAX_SEEN) this.#seen.delete(this.#seen.values().next().value ?? '');
    const [event, attempt] = [String(headers['x-platform-event'] ?? ''), Number(headers['x-platform-attempt'] ?? 1)];
    return { event, deliveryId, attempt, items: items ?? [], refusal, repeated };
  }

  #unsigned(headers: IncomingMessage['headers'], body: string): string | undefined {
    const { secret, now } = this.#options;
    if (secret === undefined) return undefined;
    const [id, timestamp] = [String(headers['webhook-id'] ?? ''), String(headers['webhook-timestamp'] ?? '')];
    if (!(Math.abs(now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return 'the time of the signature is not now';
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    const given = String(headers['webhook-signature'] ?? '').split(' ');
    const signed = given.some(one => {
      const bytes = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0);
      return bytes.length === right.length && timingSafeEqual(bytes, right);
    });
    return signed ? undefined : 'the signature is not right';
  }
}

/** Undefined: longer than a receiver has to take. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BODY) return undefined;
  }
  return Buffer.concat(parts).toString();
}

function itemsIn(body: string): WebhookDelivery['items'] | undefined {
  try {
    const said: unknown = JSON.parse(body);
    const items: unknown[] = Array.isArray(said) ? said : [said];
    return items.every(isJsonObject) ? items : undefined;
  } catch {
    return undefined;
  }
}
