import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../../kit/time/clock.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import type { MqttSettings } from '../../kinds/mqtt.ts';

/** How a broker is reached, by the scheme of its URL. */
const SCHEMES: Readonly<Record<string, { readonly port: number; readonly secure: boolean; readonly web: boolean }>> = {
  'mqtt:': { port: 1883, secure: false, web: false },
  'mqtts:': { port: 8883, secure: true, web: false },
  'ws:': { port: 80, secure: false, web: true },
  'wss:': { port: 443, secure: true, web: true },
};
/** Where brokers offer WebSockets unless the URL says otherwise. */
const WEB_PATH = '/mqtt';
/** More than one frame of a broker has; what is too long within is left out by who reads packets. */
const FRAME_BYTES = 16 * 1024 * 1024;

/** For the handshake of WebSockets. */
const HANDSHAKE_MS = 10 * SECOND_MS;

export interface Broker {
  readonly host: string;
  readonly port: number;
  readonly tls: MqttSettings | undefined;
  readonly alpn: readonly string[];
  /** Over WebSockets: host and path as the handshake names them. */
  readonly web: { readonly authority: string; readonly path: string } | undefined;
}

/** Whether it is the broker in this process (integrations section 2.5). */
export function isEmbedded({ brokerUrl }: MqttSettings): boolean {
  return /^embedded:/i.test(brokerUrl);
}

export function brokerOf(settings: MqttSettings): Broker | undefined {
  const url = URL.parse(settings.brokerUrl);
  const scheme = SCHEMES[url?.protocol ?? ''];
  if (!url || !scheme || url.hostname === '') return undefined;
  const path = ['', '/'].includes(url.pathname) ? WEB_PATH : url.pathname;
  return {
    host: url.hostname,
    port: url.port === '' ? scheme.port : Number(url.port),
    tls: scheme.secure ? settings : undefined,
    alpn: scheme.secure && scheme.web ? ['http/1.1'] : [],
    web: scheme.web ? { authority: url.host, path: `${path}${url.search}` } : undefined,
  };
}

/**
 * What packets go through, over a connection that stands.
 * @throws Error when the other side does not speak WebSocket
 */
export async function streamOver(
  socket: Socket,
  { web }: Broker,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Duplex> {
  if (!web) return socket;
  const { WebSocket, createWebSocketStream } = await import('ws');
  const client = new WebSocket(`ws://${web.authority}${web.path}`, ['mqtt'], {
    createConnection: () => socket,
    perMessageDeflate: false,
    maxPayload: FRAME_BYTES,
    followRedirects: false,
  });
  return new Promise((resolve, reject) => {
    const failed = (cause: Error) => {
      over();
      // Once more, for it is given up and may fail again.
      client.on('error', () => undefined).terminate();
      socket.destroy();
      reject(cause);
    };
    const closed = () => failed(new Error('the connection was closed'));
    const aborted = () => failed(new Error('given up'));
    const limit = clock.after(HANDSHAKE_MS, () =>
      failed(new Error(`no answer to the handshake of WebSockets in ${HANDSHAKE_MS / SECOND_MS} s`)),
    );
    const over = () => {
      limit.cancel();
      signal.removeEventListener('abort', aborted);
      client.removeListener('error', failed).removeListener('close', closed);
    };
    signal.addEventListener('abort', aborted, { once: true });
    client.once('error', failed).once('close', closed);
    client.once('open', () => {
      over();
      resolve(createWebSocketStream(client));
    });
    if (signal.aborted || socket.destroyed) aborted();
  });
}
