import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Disturbed } from '../harness/run.ts';
import { type DeliveriesRequest, END } from './deliveries-request.ts';
import { startDeliveries } from './deliveries-start.ts';

/** The process that delivers what waits in a database, which is ended and started again. It ends with this one. */
export class Delivering implements Disturbed, AsyncDisposable {
  readonly #request: DeliveriesRequest;
  #child: ChildProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  readonly #end = () => this.#child?.kill('SIGKILL');

  constructor(request: DeliveriesRequest) {
    this.#request = request;
    process.once('exit', this.#end);
  }

  start(): void {
    this.#child = startDeliveries(this.#request);
    this.#exited = once(this.#child, 'exit');
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** @throws Error when it has ended by itself */
  async kill(): Promise<void> {
    if (!this.isRunning) throw new Error(`the process that delivers has ended with ${this.#child?.exitCode}`);
    this.#end();
    await this.#exited;
  }

  /** Lets it deliver what waits. @throws Error when it does not end in order */
  async stop(): Promise<void> {
    this.#child?.stdin?.write(END);
    await this.#exited;
    const code = this.#child?.exitCode;
    if (code !== 0) throw new Error(`the process that delivers has ended with ${code}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#end);
    this.#end();
    await this.#exited;
  }
}
