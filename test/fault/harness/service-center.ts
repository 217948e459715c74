import { setTimeout as pause } from 'node:timers/promises';
import { type RunningCenter, spawnCenter, startCenterProcess } from '../../bench/rig/process.ts';
import type { Disturbed } from './run.ts';

type Settings = Readonly<Record<string, string>>;

export interface ServiceCenterOptions {
  readonly dataDir: string;
  /** Asked for again at each start. */
  readonly settings: Settings | (() => Settings);
  /** What is started in place of the source. */
  readonly executable?: string | undefined;
}

/** A service center in a process of its own, which is ended and started again on what is left. It ends with this process. */
export class ServiceCenter implements Disturbed, AsyncDisposable {
  /** Lines of warning or worse that it wrote, and ends that were not in order. */
  readonly complaints: string[] = [];
  /** How long the longest start took. */
  longestStartMs = 0;
  readonly #options: ServiceCenterOptions;
  #running: RunningCenter | undefined;
  readonly #end = () => this.#running?.kill('SIGKILL');

  constructor(options: ServiceCenterOptions) {
    this.#options = options;
    process.once('exit', this.#end);
  }

  static async start(options: ServiceCenterOptions): Promise<ServiceCenter> {
    const center = new ServiceCenter(options);
    await center.start();
    return center;
  }

  /** Of the one that runs now: a start gets free ports. */
  get ports(): RunningCenter['ports'] {
    return this.running.ports;
  }

  /** @throws Error between its end and its next start */
  get running(): RunningCenter {
    if (!this.#running) throw new Error('the service center does not run');
    return this.#running;
  }

  async start(): Promise<void> {
    const { dataDir, executable } = this.#options;
    this.#running = await startCenterProcess(dataDir, this.#settings(), { executable });
    this.longestStartMs = Math.max(this.longestStartMs, this.#running.readyMs);
  }

  async kill(): Promise<void> {
    this.running.kill('SIGKILL');
    await this.#ended();
  }

  /** Starts it and ends it soon, at any moment of the way to being ready. */
  async killStarting(afterMs: number): Promise<void> {
    const { dataDir, executable } = this.#options;
    const starting = spawnCenter(dataDir, this.#settings(), { executable });
    await pause(afterMs);
    starting.kill('SIGKILL');
    await starting.exited;
  }

  async stop(): Promise<void> {
    this.running.kill('SIGTERM');
    const exit = await this.#ended();
    if (exit !== 0) this.complaints.push(`stopped with ${exit}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off('exit', this.#end);
    this.#end();
    await this.#running?.exited;
  }

  async #ended(): Promise<number | string> {
    const { running } = this;
    const exit = await running.exited;
    const lines = running.log().split('\n');
    this.complaints.push(...lines.filter(line => line !== ''));
    return exit;
  }

  #settings(): Settings {
    const { settings } = this.#options;
    return typeof settings === 'function' ? settings() : settings;
  }
}
