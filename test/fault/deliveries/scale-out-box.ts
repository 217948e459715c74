import { type Db, openDb } from '../../../src/database/driver.ts';
import { fillBox } from '../../bench/rig/filled-box.ts';
import { Delivering } from './delivering.ts';

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
export class Box implements AsyncDisposable {
  readonly scEui: string;
  readonly delivering: Delivering;
  readonly #db: Db;
  readonly #cursor: { get(): unknown };
  readonly #newest: number;

  constructor(options: BoxOptions) {
    const { path, scEui, messages, endpoints, port, faster } = options;
    const settings = { servers: [`nats://127.0.0.1:${port}`], manageStreams: true };
    fillBox({ path, engine: ENGINE, messages, endpoints, together: 3, integrations: [{ kind: 'nats', settings }] });
    this.delivering = new Delivering({ path, faster, scEui });
    this.scEui = scEui;
    this.#db = openDb(path, { engine: ENGINE, mode: 'reader' });
    this.#cursor = this.#db.prepare('SELECT log_cursor AS cursor FROM integration_progress');
    this.#newest = (this.#db.prepare('SELECT max(seq) AS newest FROM message').get() as { newest: number }).newest;
  }

  /** Part of its messages that the stored cursor has passed, from 0 to 1. */
  get done(): number {
    const { cursor } = this.#cursor.get() as { cursor: number };
    return cursor / this.#newest;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close();
    await this.delivering[Symbol.asyncDispose]();
  }
}
