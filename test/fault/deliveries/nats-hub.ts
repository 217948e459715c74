import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { natsClient } from '../../real/nats-client.ts';
import { folderWith, freePort, type PeerProcess, startPeer } from '../../real/peer-process.ts';

/** A message of a stream, as who reads all of it gets it. */
export interface Read {
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
}

/** A real server with a folder of its own, which can be killed and goes on with what it has stored. */
export class NatsHub {
  readonly port: number;
  readonly #folder: string;
  readonly #ends: (() => unknown)[];
  #server: PeerProcess | undefined;

  private constructor(port: number, folder: string, ends: (() => unknown)[]) {
    this.port = port;
    this.#folder = folder;
    this.#ends = ends;
  }

  static async start(): Promise<NatsHub> {
    const ends: (() => unknown)[] = [];
    const hub = new NatsHub(await freePort(), folderWith({ teardown: end => ends.push(end) }, {}), ends);
    await hub.run();
    return hub;
  }

  async run(): Promise<void> {
    const args = ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.#folder];
    this.#server = await startPeer({ teardown: end => this.#ends.push(end) }, 'nats-server', args, this.port);
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    await this.#server?.end('SIGKILL');
  }

  /** Reads a stream from its beginning to its end, in its order. */
  async *all(stream: string): AsyncGenerator<Read> {
    const connection = await natsClient({ port: this.port });
    try {
      const manager = await jetstreamManager(connection);
      const { messages } = (await manager.streams.info(stream)).state;
      const consumer = await jetstream(connection).consumers.get(stream);
      let left = messages;
      if (left === 0) return;
      for await (const message of await consumer.consume({ max_messages: 1000 })) {
        const { subject, headers } = message;
        yield { subject, messageId: headers?.get('Nats-Msg-Id') ?? '', text: message.string() };
        if (--left === 0) break;
      }
    } finally {
      await connection.close();
    }
  }

  async close(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
  }
}
