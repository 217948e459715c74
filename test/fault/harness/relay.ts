import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server, type Socket } from 'node:net';

/** A line that can be cut: it has a port that stays, whatever happens behind it. */
export class Relay {
  readonly port: number;
  readonly #server: Server;
  readonly #lines: Set<readonly [near: Socket, far: Socket]>;

  private constructor(server: Server, lines: Set<readonly [Socket, Socket]>) {
    this.#server = server;
    this.#lines = lines;
    this.port = (server.address() as AddressInfo).port;
  }

  /** @param target the port behind it, asked for every connection */
  static async open(target: () => number): Promise<Relay> {
    const lines = new Set<readonly [Socket, Socket]>();
    const server = createServer(near => {
      const far = dial(target(), '127.0.0.1');
      const line = [near, far] as const;
      lines.add(line);
      for (const [from, to] of [line, [far, near]] as const) {
        from.setNoDelay(true);
        from.on('error', () => undefined);
        from.on('data', bytes => {
          if (!to.destroyed && !to.write(bytes)) from.pause();
        });
        to.on('drain', () => from.resume());
        from.on('close', () => {
          if (lines.has(line)) to.destroy();
          lines.delete(line);
        });
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Relay(server, lines);
  }

  /** Ends every connection at whatever byte it is. `near`: only for whoever dialled; the other side is told nothing. */
  cut(how: 'both' | 'near'): void {
    for (const line of this.#lines) {
      const [near, far] = line;
      if (how === 'near') this.#lines.delete(line);
      near.destroy();
      if (how === 'both') far.destroy();
    }
  }

  close(): void {
    this.cut('both');
    this.#server.close();
  }
}
