import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Db, openDb } from '../../../src/database/driver.ts';
import { fillBox } from '../../bench/filled-box.ts';
import { END } from './deliveries-request.ts';
import { startDeliveries } from './deliveries-start.ts';

const ENGINE = 'better-sqlite3';

export interface BoxOptions {
  readonly path: string;
  readonly scEui: string;
  readonly messages: number;
  readonly endpoints: number;
  /** Of its hub. */
  readonly port: number;
  /** So much faster than ours its time goes by. */
  readonly faster: number;
}

/** One box of many: a database full of messages, and the process that delivers them. */
export class Box {
  readonly scEui: string;
  readonly #options: BoxOptions;
  readonly #db: Db;
  readonly #cursor: { get(): unknown };
  readonly #newest: number;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();

  constructor(options: BoxOptions) {
    const { path, scEui, messages, endpoints, port } = options;
    const settings = { servers: [`nats://127.0.0.1:${port}`], manageStreams: true };
    fillBox({ path, engine: ENGINE, messages, endpoints, together: 3, integrations: [{ kind: 'nats', settings }] });
    this.#options = options;
    this.scEui = scEui;
    this.#db = openDb(path, { engine: ENGINE, mode: 'reader' });
    this.#cursor = this.#db.prepare('SELECT log_cursor AS cursor FROM integration_progress');
    this.#newest = (this.#db.prepare('SELECT max(seq) AS newest FROM message').get() as { newest: number }).newest;
  }

  start(): void {
    const { path, faster, scEui } = this.#options;
    const child = startDeliveries({ path, faster, scEui });
    this.#child = child;
    this.#exited = once(child, 'exit');
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** Part of its messages that the stored cursor has passed, from 0 to 1. */
  get done(): number {
    const { cursor } = this.#cursor.get() as { cursor: number };
    return cursor / this.#newest;
  }

  /** The code with which the process has ended by itself; undefined: it runs. */
  get exitCode(): number | undefined {
    return this.#child?.exitCode ?? undefined;
  }

  /** Lets it come to its end by itself. @returns with which code */
  async finish(): Promise<number | undefined> {
    this.#child?.stdin?.write(END);
    await this.#exited;
    return this.exitCode;
  }

  close(): void {
    this.#child?.kill('SIGKILL');
    this.#db.close();
  }
}
