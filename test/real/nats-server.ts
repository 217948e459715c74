import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'tap';

const PLACES = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'];

/** Where the server is on this machine; undefined when it is not installed. */
export const natsServerFile = PLACES.find(existsSync);

/** A NATS server of one test, with JetStream in a folder of its own. */
export class NatsServer {
  readonly port: number;
  readonly #folder: string;
  readonly #config: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, config: string) {
    this.port = port;
    this.#folder = folder;
    this.#config = config;
  }

  /** @param more lines of its configuration */
  static async start(t: Test, more = ''): Promise<NatsServer> {
    const folder = mkdtempSync(join(tmpdir(), 'waystation-nats-'));
    const port = await freePort();
    const config = join(folder, 'server.conf');
    const basic = `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${join(folder, 'store')}", max_file_store: 1GB }\n`;
    writeFileSync(config, basic + more);
    const server = new NatsServer(port, folder, config);
    t.teardown(() => server.remove());
    await server.run();
    return server;
  }

  /** Starts it again on what it has stored. */
  async run(): Promise<void> {
    const started = spawn(natsServerFile ?? '', ['-c', this.#config], { stdio: 'ignore' });
    this.#process = started;
    while (!(await answers(this.port))) {
      if (started.exitCode !== null) throw new Error(`nats-server ended with ${started.exitCode}`);
    }
  }

  /** Ends it at once, as a lost power supply does. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => setTimeout(() => resolve(false), 20));
  });
}
