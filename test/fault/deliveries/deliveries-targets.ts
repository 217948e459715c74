import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { parseLine } from '../../integrations/drivers/influx/line-protocol.ts';
import type { Arrival } from './deliveries-ledger.ts';

/** How a target behaves. `killed`: nobody gets in; `hung`: it reads and says nothing; `wrong`: it refuses a message now and then. */
export const troubles = ['killed', 'hung', 'slow', 'refusing', 'wrong'] as const;
export type Conduct = 'well' | (typeof troubles)[number];

export interface TargetOptions {
  /** In [0, 1). */
  random(): number;
  /** Number of the run that a connection made now belongs to. */
  run(): number;
  /** What came together. @returns the numbers of the messages */
  arrives(arrivals: readonly Arrival[], run: number): readonly number[];
  answers(message: number, answer: 'accepted' | 'refused'): void;
  /** A message is there, as its sender has been told without sending it. */
  isThere(arrival: Arrival): void;
}

export interface DeliveryTarget {
  /** What an integration is set to. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** For so long at most it says nothing when it hangs. */
  readonly hungMs: number;
  /** So much faster than ours the time of the process that delivers goes by: pauses and limits of seconds are over in parts of them. */
  readonly faster: number;
  conduct(to: Conduct): void;
  /** Everything that it has stored, in the order of that; undefined: it stores nothing. */
  stored?(): AsyncIterable<Arrival>;
  close(): Promise<void>;
}

export type Answer = 'accepted' | 'refused' | 'failed';

/** Pauses after failures are 20 ms to 6 s, and what a target does not answer is given up after 400 ms. */
const FASTER = 50;
/** Beyond that. */
const HUNG_MS = 800;
/** A target that is wrong refuses every so manyth message. */
const REFUSED_EVERY = 37;
const SLOW_MS = 30;

/** Conduct that is the same for targets of all kinds. */
export class Temper {
  readonly #options: TargetOptions;
  readonly #sockets = new Set<Socket>();
  readonly #held: (() => void)[] = [];
  #conduct: Conduct = 'well';

  constructor(options: TargetOptions) {
    this.#options = options;
  }

  get isRefusing(): boolean {
    return this.#conduct === 'refusing';
  }

  /** @returns whether it is let in */
  letIn(socket: Socket): boolean {
    if (this.#conduct === 'killed') {
      socket.destroy();
      return false;
    }
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
    return true;
  }

  /** Answers now, later or never. */
  handle(arrivals: readonly Arrival[], run: number, say: (answer: Answer) => void): void {
    this.decide(arrivals, run, (answer, messages) => {
      // Of several nobody says which one it is.
      if (answer === 'accepted' || (answer === 'refused' && messages.length === 1)) {
        for (const message of messages) this.#options.answers(message, answer);
      }
      say(answer);
    });
  }

  /** What becomes of messages is decided now, later or never. */
  decide(
    arrivals: readonly Arrival[],
    run: number,
    decided: (answer: Answer, messages: readonly number[]) => void,
  ): void {
    const messages = this.#options.arrives(arrivals, run);
    this.inTime(() => {
      if (this.#conduct === 'refusing') return decided('failed', messages);
      const isWrong = this.#conduct === 'wrong' && messages.some(message => message % REFUSED_EVERY === 0);
      decided(isWrong ? 'refused' : 'accepted', messages);
    });
  }

  /** Does something now, later or never. */
  inTime(act: () => void): void {
    if (this.#conduct === 'hung') this.#held.push(act);
    else if (this.#conduct === 'slow') setTimeout(act, this.#options.random() * SLOW_MS);
    else act();
  }

  change(to: Conduct): void {
    const held = this.#held.splice(0);
    // What hung awakes, or is given up.
    const awakes = this.#options.random() < 0.5;
    this.#conduct = to;
    if (to === 'killed' || (held.length > 0 && !awakes)) this.cut();
    else for (const answer of held) answer();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** A receiver of HTTP requests, one message each. */
export const httpTarget = (options: TargetOptions) =>
  requestTarget(
    options,
    url => ({ url, timeoutSeconds: 20 }),
    (body, { 'x-platform-delivery': id }) => {
      const { epEui, packetCnt } = JSON.parse(body) as Arrival;
      return [{ deliveryId: String(id), epEui, packetCnt }];
    },
  );

/** A time series database. What is one point on every repetition is stored once. */
export const influxTarget = (options: TargetOptions) =>
  requestTarget(
    options,
    url => ({ url, bucket: 'b', org: 'o' }),
    body =>
      body
        .trim()
        .split('\n')
        .map(line => {
          const { tags, fields } = parseLine(line);
          return { deliveryId: line, epEui: tags.ep ?? '', packetCnt: Number(fields.packetCnt) };
        }),
  );

async function requestTarget(
  options: TargetOptions,
  settings: (url: string) => DeliveryTarget['settings'],
  read: (body: string, headers: IncomingHttpHeaders) => readonly Arrival[],
): Promise<DeliveryTarget> {
  const temper = new Temper(options);
  const runOf = new WeakMap<Socket, number>();
  const server = createHttpServer((request, response) => {
    const run = runOf.get(request.socket) ?? 0;
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
      temper.handle(read(body.toString(), request.headers), run, answer => {
        if (response.destroyed) return;
        response.statusCode = { accepted: 204, refused: 422, failed: 503 }[answer];
        response.end();
      });
    });
  });
  server.keepAliveTimeout = 0;
  server.on('connection', socket => {
    if (temper.letIn(socket)) runOf.set(socket, options.run());
  });
  const port = await listening(server);
  return {
    settings: settings(`http://127.0.0.1:${port}/`),
    ...{ hungMs: HUNG_MS, faster: FASTER },
    conduct: to => temper.change(to),
    close: () => closed(server, temper),
  };
}

const [UNAVAILABLE, QUOTA_EXCEEDED, PAYLOAD_INVALID] = [0x88, 0x97, 0x99];

/** A broker of MQTT 5, whose acknowledgements say what is wrong. */
export async function mqttTarget(options: TargetOptions): Promise<DeliveryTarget> {
  const temper = new Temper(options);
  const version = { protocolVersion: 5 };
  const server = createServer(socket => {
    if (!temper.letIn(socket)) return;
    const run = options.run();
    const parser = mqttPacket.parser(version);
    const say = (packet: Packet) => {
      if (!socket.destroyed) socket.write(mqttPacket.generate(packet, version));
    };
    parser.on('error', () => socket.destroy());
    parser.on('packet', packet => {
      if (packet.cmd === 'connect') {
        say({ cmd: 'connack', sessionPresent: false, reasonCode: temper.isRefusing ? UNAVAILABLE : 0 });
      } else if (packet.cmd === 'pingreq') say({ cmd: 'pingresp' });
      else if (packet.cmd === 'publish' && packet.qos > 0) {
        const { messageId = 0 } = packet;
        // What it says of itself is no message.
        if (!packet.topic.endsWith('/event/up')) return say({ cmd: 'puback', messageId, reasonCode: 0 });
        temper.handle([JSON.parse(packet.payload.toString()) as Arrival], run, answer => {
          const reasonCode = { accepted: 0, refused: PAYLOAD_INVALID, failed: QUOTA_EXCEEDED }[answer];
          say({ cmd: 'puback', messageId, reasonCode });
        });
      }
    });
    socket.on('data', bytes => parser.parse(bytes));
  });
  const port = await listening(server);
  return {
    settings: { brokerUrl: `mqtt://127.0.0.1:${port}`, protocolVersion: '5' },
    ...{ hungMs: HUNG_MS, faster: FASTER },
    conduct: to => temper.change(to),
    close: () => closed(server, temper),
  };
}

export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export async function closed(server: Server, temper: Temper): Promise<void> {
  const done = once(server, 'close');
  server.close();
  temper.cut();
  await done;
}
