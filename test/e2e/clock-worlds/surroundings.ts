import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';
import { mailServer } from '../../notify/mail-server.ts';

/** What the box sends to: a webhook and a mail server, which see the same in every world. */
export class Surroundings {
  readonly #server: Server;
  readonly #mail: Awaited<ReturnType<typeof mailServer>>;
  /** Whether the webhook takes anything. */
  up = true;
  #busy = 0;
  #items: Record<string, unknown>[] = [];
  #mails = 0;

  private constructor(server: Server, mail: Awaited<ReturnType<typeof mailServer>>) {
    this.#server = server;
    this.#mail = mail;
    server.on('request', (request, response) => {
      this.#busy++;
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.up) this.#items.push(...itemsOf(Buffer.concat(chunks).toString()));
        response.writeHead(this.up ? 204 : 503).end();
      });
      response.on('close', () => this.#busy--);
    });
  }

  static async start(t: Test): Promise<Surroundings> {
    const server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    t.teardown(() => {
      server.closeAllConnections();
      server.close();
    });
    return new Surroundings(server, await mailServer(t, { withoutTls: true }));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/in`;
  }

  get mailPort(): number {
    return this.#mail.port;
  }

  get busy(): boolean {
    return this.#busy > 0 || this.#mail.open() > 0;
  }

  /** What has arrived since the last call. */
  take(): { readonly items: readonly Record<string, unknown>[]; readonly mails: readonly string[] } {
    // What is about one endpoint or station keeps its order in each stream; which of the others comes first is chance.
    const streams = Object.groupBy(this.#items, ({ event, epEui, bsEui }) =>
      [event === 'event', epEui ?? bsEui ?? ''].join(' '),
    );
    const items = Object.keys(streams)
      .sort()
      .flatMap(name => streams[name] ?? []);
    this.#items = [];
    const mails = this.#mail.received.slice(this.#mails).map(({ subject, body }) => `${subject}\n${body}`);
    this.#mails = this.#mail.received.length;
    return { items, mails };
  }
}

function itemsOf(body: string): Record<string, unknown>[] {
  const parsed = JSON.parse(body) as Record<string, unknown> | Record<string, unknown>[];
  return Array.isArray(parsed) ? parsed : [parsed];
}
