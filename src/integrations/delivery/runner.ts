import { X509Certificate } from 'node:crypto';
import {
  errorOf,
  type ItemReader,
  type Progress as StoredProgress,
} from '../../domain/integration/integration-records.ts';
import { background } from '../../kit/background.ts';
import { type Clock, sleep, type Timer } from '../../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/units.ts';
import { Condition, type News, type State } from '../condition.ts';
import { Connection, failureOf } from '../connection.ts';
import type { Failure } from '../failure.ts';
import type { Surroundings, Target } from '../target.ts';
import { backOffMs } from './back-off.ts';
import { Delivery, type DeliveryOptions } from './delivery.ts';
import type { Place, Retry } from './retries.ts';

/** A connection that stood for so long with nothing to send is a good one. */
const STEADY_MS = 10 * SECOND_MS;
/** The same error is stored again so often. */
const SAME_ERROR_MS = 5 * MINUTE_MS;
/** What is under way at a stop may be answered for so long. */
const GRACE_MS = 500;
/** What the store and the driver get at a stop. */
const LAST_MS = 2500;

export interface RunnerOptions extends Omit<DeliveryOptions, 'window' | 'ahead' | 'answered'> {
  readonly target: Target;
  /** What a driver works with, but for what the runner itself knows. */
  readonly surroundings: Omit<Surroundings, 'lost'>;
  /** In [0, 1). */
  random(): number;
}

/** What is known of an integration at work. Times in milliseconds. */
export interface RunnerFigures {
  readonly state: State;
  readonly cursors: StoredProgress['cursors'];
  readonly lastSuccessAt: number | undefined;
  /** Until the target works again. */
  readonly lastError: string;
  readonly lastErrorAt: number | undefined;
  readonly nextAttemptAt: number | undefined;
  /** When the oldest item that waits was stored. */
  readonly oldestWaitingAt: number | undefined;
  /** Accepted since the cursors were stored, which the row does not know yet. */
  readonly delivered: number;
  /** Of the last sends. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

/** Keeps one integration connected, for as long as it is enabled. */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #delivery: Delivery;
  readonly #condition = new Condition();
  readonly #stopping = new AbortController();
  #connection: Connection | undefined;
  #running: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;
  /** For the pause before the next attempt. */
  #failures = 0;
  #lastSuccessAt: number | undefined;
  #lastError: { readonly text: string; readonly at: number } | undefined;
  #storedError: { readonly text: string; readonly at: number } | undefined;
  #nextAttemptAt: number | undefined;
  #clientValidTo: number | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { row, installation, source, target, share, clock, log } = options;
    const { window, ahead } = target;
    const error = errorOf(row);
    if (error.lastErrorAt !== undefined) this.#lastError = { text: error.lastError, at: error.lastErrorAt };
    this.#delivery = new Delivery({
      ...{ row, installation, source, window, ahead, share, clock, log },
      answered: accepted => {
        if (accepted) this.#lastSuccessAt = clock.now();
        this.#proved();
      },
    });
  }

  start(): void {
    const { log, row } = this.#options;
    this.#delivery.start();
    this.#running = this.#run();
    background(this.#running, cause => log.error({ err: cause, integration: row.uuid }, 'integration ended'));
  }

  /** There may be other replays than before. */
  replaysChanged(): void {
    this.#delivery.replaysChanged();
  }

  /** Sends these parked items again. */
  retry(places: readonly Place[]): Retry {
    return this.#delivery.retry(places);
  }

  async #run(): Promise<void> {
    const { clock, random } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const failure = await this.#attempt();
      if (!failure || signal.aborted) return;
      await this.#failed(failure);
      if (failure.gone) return;
      const pauseMs = backOffMs(++this.#failures, failure, random());
      this.#nextAttemptAt = clock.now() + pauseMs;
      await sleep(clock, pauseMs, signal).catch(() => undefined);
      this.#nextAttemptAt = undefined;
    }
  }

  /** One connection from its beginning to its end. @returns why it has ended; undefined: it was told to */
  async #attempt(): Promise<Failure | undefined> {
    const { target, surroundings, clock } = this.#options;
    const { signal } = this.#stopping;
    const connection = new Connection(clock);
    this.#condition.connecting();
    let steady: Timer | undefined;
    try {
      const attempt = target.connect();
      connection.hide(attempt.secrets);
      this.#clientValidTo = validTo(attempt.clientCertPem);
      const lost = (failure: Failure) => connection.end(failure);
      const opened = await connection.open(() => attempt.driver({ ...surroundings, lost }), signal);
      if (signal.aborted) return undefined;
      this.#connection = connection;
      this.#condition.opened();
      steady = clock.after(STEADY_MS, () => this.#steady());
      this.#delivery.begin(connection, attempt.batch, opened);
      return await connection.ended;
    } catch (cause) {
      if (signal.aborted) return undefined;
      return failureOf(cause);
    } finally {
      steady?.cancel();
      if (this.#connection) this.#delivery.end();
      this.#connection = undefined;
      await connection.close();
    }
  }

  /** Nothing was to be sent, so that nothing could be answered. */
  #steady(): void {
    if (!this.#delivery.busy) this.#proved();
  }

  #proved(): void {
    this.#failures = 0;
    this.#lastError = undefined;
    const news = this.#condition.proved();
    if (news) this.#tell(news);
  }

  async #failed(failure: Failure): Promise<void> {
    const { source, row, clock, log } = this.#options;
    const { reason } = failure;
    const at = clock.now();
    const isNew = this.#storedError?.text !== reason || at - this.#storedError.at >= SAME_ERROR_MS;
    this.#lastError = { text: reason, at };
    const news = this.#condition.failed(failure);
    if (news) this.#tell(news);
    log.debug({ integration: row.uuid, reason, attempts: this.#condition.failures }, 'integration not delivered');
    const notStored = (cause: unknown) => log.error({ err: cause, integration: row.uuid }, 'failure not stored');
    if (isNew) {
      this.#storedError = { text: reason, at };
      background(source.failed({ id: row.id, error: reason, at }), notStored);
    }
    if (failure.gone) await source.disabled({ id: row.id, reason, at }).catch(notStored);
  }

  #tell({ type, attempts, reason }: News): void {
    const { source, row, clock, log } = this.#options;
    const { id, uuid: integration, kind, name } = row;
    const at = clock.now();
    const level = type === 'failing' || type === 'disconnected' ? 'warn' : 'info';
    log[level]({ integration, kind, name, attempts, reason }, `integration ${type}`);
    const telling = async () => {
      const isLong = type === 'failing' || type === 'recovered';
      const queued = isLong ? await source.queued(this.#delivery.reader(), this.#delivery.cursors) : 0;
      const data = isLong ? { error: reason, attempts, queued } : { reason };
      await source.told({ id, type, data, at });
    };
    background(telling(), cause => log.error({ err: cause, integration }, 'event not stored'));
  }

  get figures(): RunnerFigures {
    const { cursors, delivered, latencies } = this.#delivery;
    const { state, lastError, oldestWaitingAt } = this;
    return {
      ...{ state, cursors, lastError },
      lastSuccessAt: this.#lastSuccessAt,
      lastErrorAt: this.#lastError?.at,
      nextAttemptAt: this.#nextAttemptAt,
      oldestWaitingAt,
      delivered,
      p50Ms: latencies.quantile(0.5),
      p99Ms: latencies.quantile(0.99),
    };
  }

  get reader(): ItemReader {
    return this.#delivery.reader();
  }

  get state(): State {
    return this.#condition.state(this.#delivery.busy);
  }

  get lastError(): string {
    return this.#lastError?.text ?? '';
  }

  /** When the oldest item that waits was stored, milliseconds. */
  get oldestWaitingAt(): number | undefined {
    return this.#delivery.oldestWaitingAt;
  }

  /** Until when the client certificate of the newest connection is valid, milliseconds. */
  get clientValidTo(): number | undefined {
    return this.#clientValidTo;
  }

  /** Stores how far it has come and closes the connection, in three seconds at most, whatever target and store do. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { clock } = this.#options;
    this.#stopping.abort();
    await atMost(clock, GRACE_MS, this.#delivery.finish());
    this.#connection?.end(undefined);
    const stored = this.#delivery.store().catch(() => undefined);
    await atMost(clock, LAST_MS, Promise.all([stored, this.#running?.catch(() => undefined)]));
    this.#delivery.stop();
  }
}

/** Waits for work that never rejects, but not longer than so long. */
async function atMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = clock.after(ms, limit.resolve);
  await Promise.race([work, limit.promise]);
  timer.cancel();
}

/** Until when a certificate is valid, milliseconds. */
function validTo(pem: string | undefined): number | undefined {
  return pem === undefined ? undefined : new X509Certificate(pem).validToDate.getTime();
}
