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
  static start(t: Test, more = ''): Promise<NatsServer> {
    const store = (folder: string) => `jetstream { store_dir: "${folder}", max_file_store: 1GB }`;
    return NatsServer.with(t, (port, folder) => `listen: "127.0.0.1:${port}"\n${store(folder)}\n${more}`);
  }

  /** @param configuration of a server on a port, with a folder for what it stores */
  static async with(t: Test, configuration: (port: number, folder: string) => string): Promise<NatsServer> {
    const port = await freePort();
    const text = configuration(port, join(folderWith(t, {}), 'store'));
    const server = new NatsServer(t, port, join(folderWith(t, { 'server.conf': text }), 'server.conf'));
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
