import { join } from 'node:path';
import type { Test } from 'tap';
import { folderWith, freePort, type PeerProcess, startPeer } from './peer-process.ts';

/** A NATS server of one test, with JetStream in a folder of its own. */
export class NatsServer {
  readonly port: number;
  readonly #t: Test;
  readonly #config: string;
  #process: PeerProcess | undefined;

  private constructor(t: Test, port: number, config: string) {
    this.#t = t;
    this.port = port;
    this.#config = config;
  }

  /** @param more lines of its configuration */
  static async start(t: Test, more = ''): Promise<NatsServer> {
    const port = await freePort();
    const listen = `listen: "127.0.0.1:${port}"`;
    const folder = folderWith(t, {});
    const store = `jetstream { store_dir: "${join(folder, 'store')}", max_file_store: 1GB }`;
    const written = folderWith(t, { 'server.conf': `${listen}\n${store}\n${more}` });
    const server = new NatsServer(t, port, join(written, 'server.conf'));
    await server.run();
    return server;
  }

  /** Starts it, again on what it has stored. */
  async run(): Promise<void> {
    this.#process = await startPeer(this.#t, 'nats-server', ['-c', this.#config], this.port);
  }

  /** Ends it at once, as a lost power supply does. */
  async kill(): Promise<void> {
    await this.#process?.end('SIGKILL');
  }
}
