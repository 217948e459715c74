import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from 'node:tls';
import { Aedes, type AedesOptions, type Client } from 'aedes';
import type { Test } from 'tap';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { Sequence } from './scene.ts';

export interface Message {
  readonly topic: string;
  readonly text: string;
  readonly qos: number;
  readonly retain: boolean;
}

/** A real broker in this process. */
export interface AedesBroker {
  readonly broker: Aedes;
  readonly messages: Sequence<Message>;
  /** What the broker has sent to clients. */
  readonly forwarded: Sequence<string>;
  readonly mqtt: string;
  /** With TLS. */
  readonly mqtts: string;
  readonly ws: string;
  /** What the certificates of clients are issued to. */
  readonly names: readonly string[];
  /** What is subscribed to, by client id. */
  readonly subscriptions: readonly (readonly [client: string, filter: string])[];
  /** Breaks every connection in clear text. */
  cut(): void;
  publish(topic: string, payload: string | Uint8Array, options?: { qos?: 0 | 1; retain?: boolean }): Promise<void>;
}

export async function aedesBroker(t: Test, tls: TlsOptions = {}, options: AedesOptions = {}): Promise<AedesBroker> {
  const forwarded = new Sequence<string>();
  const broker = await Aedes.createBroker({
    authorizeForward(_client, packet) {
      forwarded.add(packet.topic);
      return packet;
    },
    ...options,
  });
  const messages = new Sequence<Message>();
  const names: string[] = [];
  broker.on('publish', (packet, client: Client | null) => {
    if (!client) return;
    const { topic, payload, qos, retain } = packet;
    messages.add({ topic, text: String(payload), qos, retain });
  });
  const subscriptions: [string, string][] = [];
  broker.on('subscribe', (list, client: Client) => {
    for (const { topic } of list) subscriptions.push([client.id, topic]);
  });
  const sockets = new Set<Socket>();
  const plain = createTcpServer(socket => {
    sockets.add(socket);
    broker.handle(socket);
  });
  const secure = createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: true }, (socket: TLSSocket) => {
    names.push(String(socket.getPeerCertificate().subject?.CN));
    broker.handle(socket);
  });
  secure.on('tlsClientError', () => undefined);
  const web = createHttpServer();
  const webSockets = new WebSocketServer({ server: web, path: '/mqtt' });
  webSockets.on('connection', socket => broker.handle(createWebSocketStream(socket)));
  const [mqtt, mqtts, ws] = await Promise.all([plain, secure, web].map(listening));
  t.teardown(async () => {
    for (const client of webSockets.clients) client.terminate();
    await new Promise<void>(resolve => broker.close(resolve));
    for (const server of [plain, secure, web]) server.close();
  });
  return {
    ...{ broker, messages, forwarded, names, subscriptions },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    mqtt: `mqtt://127.0.0.1:${mqtt}`,
    mqtts: `mqtts://127.0.0.1:${mqtts}`,
    ws: `ws://127.0.0.1:${ws}`,
    publish: (topic, payload, { qos = 1, retain = false } = {}) =>
      new Promise((resolve, reject) => {
        const packet = { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain, dup: false } as const;
        broker.publish(packet, error => (error ? reject(error) : resolve()));
      }),
  };
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
