import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Pipelines } from '../kit/net/pipeline.ts';
import { cutWhenUnread } from '../kit/net/unread.ts';
import { type Clock, systemClock } from '../kit/time/clock.ts';
import type { RunTime } from '../kit/time/run-time.ts';
import { Turns } from '../kit/turns.ts';
import { SECOND_MS } from '../kit/units.ts';
import type { Metrics } from './metrics.ts';
import { type ComponentHealth, type Probes, type Status, statusOf } from './probes.ts';

export interface HealthOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Names of the components this port shows, in this order; the status is that of the whole service. */
  readonly components: readonly string[];
  readonly probes: Pick<Probes, 'all'>;
  /** True from the moment every listener is up until the stop begins. */
  ready(): boolean;
  readonly version: string;
  /** Last day on which weaknesses of this release are mended; null: not decided. */
  readonly supportUntil: string | null;
  readonly edition: string;
  readonly runTime: RunTime;
  /** Of the limits of connections. */
  readonly clock?: Clock | undefined;
  /** In which requests are read and begun; by itself a port has its own. */
  readonly turns?: Turns | undefined;
  /** Adds `GET /metrics`. */
  readonly metrics?: Pick<Metrics, 'text'>;
}

export interface HealthServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** The answer of `GET /health`. */
export interface HealthPage {
  status: Status;
  version: string;
  /** Last day on which weaknesses of this release are mended; null: not decided. */
  support_until: string | null;
  edition: string;
  uptime_s: number;
  components: { name: string; healthy: boolean; latency_ms: number; detail: string }[];
}

interface Answer {
  code: number;
  type: string;
  body: string;
}

/** Enough for every header a probe sends; more is a mistake or an attack. */
const MAX_HEADER_BYTES = 8192;
const REQUEST_TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 64;

/** Serves the health pages of one port. Rejects when the port cannot be opened. */
export async function startHealth(options: HealthOptions): Promise<HealthServer> {
  const pages = pagesOf(options);
  const connections = new Connections();
  const { clock = systemClock, turns = new Turns(systemClock) } = options;
  const pipelines = new Pipelines((request, response) => {
    cutWhenUnread(clock, response, () => request.socket.destroy());
    answerTo(pages, request).then(
      answer => send(request, response, answer),
      (error: unknown) => send(request, response, text(500, `${error instanceof Error ? error.message : error}\n`)),
    );
  }, turns);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: REQUEST_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS,
    },
    (request, response) => {
      connections.busy(request.socket, response);
      pipelines.request(request, response);
    },
  );
  server.on('connection', socket => {
    connections.add(socket);
    pipelines.pace(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The connections of one port. A new connection beyond `MAX_CONNECTIONS` ends the connection that was idle longest. */
class Connections {
  /** In the order in which they became idle; the value says how many of its requests wait for their answer. */
  readonly #sockets = new Map<Socket, number>();

  add(socket: Socket): void {
    if (this.#sockets.size >= MAX_CONNECTIONS) {
      const all = [...this.#sockets];
      // An answer takes a moment: where all are under way for longer than that, they are not read.
      const [gone] = all.find(([, requests]) => requests === 0) ?? all[0] ?? [socket];
      this.#sockets.delete(gone);
      gone.destroy();
    }
    this.#sockets.set(socket, 0);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  busy(socket: Socket, response: ServerResponse): void {
    this.#sockets.set(socket, (this.#sockets.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (this.#sockets.get(socket) ?? 1) - 1;
      // Set anew, so that it is the last of the idle ones.
      if (!this.#sockets.delete(socket) || socket.destroyed) return;
      this.#sockets.set(socket, left);
    });
  }
}

type Page = () => Answer | Promise<Answer>;

function pagesOf(options: HealthOptions): ReadonlyMap<string, Page> {
  const { metrics } = options;
  const pages: [string, Page][] = [
    ['/health', () => health(options)],
    // A process that answers at all is alive: restarting it would not mend a full disk.
    ['/health/live', () => json(200, { status: 'live' })],
    ['/health/ready', () => readiness(options)],
  ];
  if (metrics) {
    pages.push([
      '/metrics',
      async () => {
        const { contentType, body } = await metrics.text();
        return { code: 200, type: contentType, body };
      },
    ]);
  }
  return new Map(pages);
}

async function answerTo(pages: ReadonlyMap<string, Page>, request: IncomingMessage): Promise<Answer> {
  const page = pages.get(request.url?.split('?', 1)[0] ?? '');
  if (!page) return text(404, 'not found\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') return text(405, 'only GET\n');
  return page();
}

async function health(options: HealthOptions): Promise<Answer> {
  const all = await options.probes.all();
  const status = statusOf(all);
  const page: HealthPage = {
    status,
    version: options.version,
    support_until: options.supportUntil,
    edition: options.edition,
    uptime_s: Math.floor(options.runTime.ms / SECOND_MS),
    components: options.components.flatMap(name => all.filter(component => component.name === name)).map(shown),
  };
  return json(status === 'unhealthy' ? 503 : 200, page);
}

function shown({ name, healthy, latency_ms, detail }: ComponentHealth): HealthPage['components'][number] {
  return { name, healthy, latency_ms, detail };
}

async function readiness(options: HealthOptions): Promise<Answer> {
  if (!options.ready()) return json(503, { status: 'not ready' });
  return statusOf(await options.probes.all()) === 'unhealthy'
    ? json(503, { status: 'not ready' })
    : json(200, { status: 'ready' });
}

function json(code: number, value: object): Answer {
  return { code, type: 'application/json', body: `${JSON.stringify(value)}\n` };
}

function text(code: number, body: string): Answer {
  return { code, type: 'text/plain; charset=utf-8', body };
}

function send(request: IncomingMessage, response: ServerResponse, { code, type, body }: Answer): void {
  // No page takes a body: what is on its way is not read, the connection ends with the answer.
  const hasBody = request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined;
  response.writeHead(code, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(code === 405 && { allow: 'GET, HEAD' }),
    ...(hasBody && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
