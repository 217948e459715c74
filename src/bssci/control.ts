import type { AttachOrigin } from '../domain/attach/attach-records.ts';
import type { Store } from '../domain/domain.ts';
import type { Requester } from '../domain/event/acting.ts';
import type { NewTransmission } from '../domain/transmission/transmission-records.ts';
import { background, impossible } from '../kit/background.ts';
import { type Fault, fault } from '../kit/faults/faults.ts';
import { type Clock, sleep } from '../kit/time/clock.ts';
import type { RequestOf } from '../protocol/operations.ts';
import { peerText } from '../protocol/peer-text.ts';
import { type Bssci, notOffered } from './operations.ts';
import type { LiveStations, StationSession } from './session.ts';

/** Calls of operators that one session takes at a time; an unanswered ping or transmission counts until it is given up. */
const MAX_CALLS = 32;
const BUSY_RETRY_MS = 1000;

export interface ControlOptions {
  readonly live: LiveStations;
  readonly clock: Clock;
  readonly store: Pick<Store, 'write'>;
}

/** A registered base station. */
export interface Target {
  readonly station: number;
  readonly bsEui: string;
}

/** How long a caller waits for an answer: 0 is not at all. */
export interface Wait {
  readonly ms: number;
  /** Ends the waiting with its reason; what was sent goes on. */
  readonly signal: AbortSignal;
}

export interface RoundTrip {
  readonly opId: number;
  /** From sending to the answer; undefined when none came in time. */
  readonly latencyMs: number | undefined;
}

export interface Transmission {
  readonly endpoint: NewTransmission['endpoint'];
  readonly message: RequestOf<Bssci['ulDataTx']>;
  readonly operationId: string;
  readonly origin: AttachOrigin;
}

export interface Transmitted {
  readonly opId: number;
  /** `completed`: the station has taken it over. */
  readonly status: 'sent' | 'completed';
  readonly message: string;
}

/** What an operator wants of a station at once: its status, a sign of life, an uplink. */
export class StationControl {
  readonly #options: ControlOptions;
  readonly #calls = new WeakMap<StationSession, number>();

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /**
   * Asks for the status now, or waits for the answer to the request that is open (BSSCI 8.2).
   * @throws faults BaseStationOffline, BaseStationOperationRejected, RateLimited
   */
  async requestStatus(target: Target, wait: Wait, by: Requester): Promise<RoundTrip> {
    const session = this.#session(target);
    const leave = this.#enter(session);
    try {
      const sent = await session.status.ask(by);
      if (!sent) throw offline(target);
      const { opId } = sent;
      const end = await this.#within(wait, sent.end);
      if (end?.kind === 'lost') throw offline(target);
      if (end?.kind === 'refused') throw rejected(target, end);
      return { opId, latencyMs: end?.latencyMs };
    } finally {
      leave();
    }
  }

  /**
   * Measures the round trip of a `ping` (BSSCI 8.1). An `error` in place of the answer is a sign of life, too.
   * @throws faults BaseStationOffline, RateLimited
   */
  async ping(target: Target, wait: Wait, by: Requester): Promise<RoundTrip> {
    const { clock } = this.#options;
    const session = this.#session(target);
    const { opId, outcome } = await this.#hold(session, target, () => session.start('ping', {}));
    const sentAt = clock.monotonic();
    let raised = false;
    const raise = (type: 'basestation.ping_answered' | 'basestation.ping_timeout', data = {}) => {
      if (!raised) session.raise(type, { ...data, opId: String(opId) }, { by });
      raised = true;
    };
    const round = outcome.then(({ kind }) => {
      const latencyMs = clock.monotonic() - sentAt;
      if (kind === 'late') raise('basestation.ping_timeout');
      if (kind === 'answered' || kind === 'refused') raise('basestation.ping_answered', { latencyMs });
      return { kind, latencyMs };
    });
    const end = await this.#within(wait, round);
    if (end?.kind === 'lost') throw offline(target);
    if (end && end.kind !== 'late') return { opId, latencyMs: end.latencyMs };
    if (wait.ms > 0) raise('basestation.ping_timeout');
    return { opId, latencyMs: undefined };
  }

  /**
   * Has a station transmit an uplink for an endpoint (BSSCI 13). It is stored first, and repeated after a resume.
   * @throws faults BaseStationOffline, BaseStationNotBidirectional, RateLimited; while waiting BaseStationOperationUnsupported,
   *   BaseStationOperationRejected, BaseStationOperationTimeout
   */
  async transmit(target: Target, transmission: Transmission, wait: Wait, by: Requester): Promise<Transmitted> {
    const { clock, store } = this.#options;
    const session = this.#session(target);
    if (!session.bidi) throw fault('BaseStationNotBidirectional', { bs_eui: target.bsEui });
    const { message, endpoint, operationId, origin } = transmission;
    const content = session.seal('ulDataTx', message);
    const { packetCnt } = message;
    const about = { session: session.session, station: session.station, endpoint, packetCnt, content };
    const { opId, outcome } = await this.#hold(session, target, () =>
      session.startWith('ulDataTx', message, () =>
        store.write.ulTransmits.start({ ...about, operationId, origin, by, at: clock.now() }),
      ),
    );
    if (wait.ms === 0) return { opId, status: 'sent', message: '' };
    const end = await this.#within(wait, outcome);
    switch (end?.kind) {
      case 'answered':
        return { opId, status: 'completed', message: '' };
      case 'refused':
        throw notOffered(end.code) ? unsupported(target) : rejected(target, end);
      case 'lost':
        return { opId, status: 'sent', message: 'the connection ended before the answer' };
      default:
        throw fault('BaseStationOperationTimeout', { bs_eui: target.bsEui, operation_id: operationId });
    }
  }

  #session(target: Target): StationSession {
    const session = this.#options.live.find(target.station);
    if (!session || session.over) throw offline(target);
    return session;
  }

  /** Starts an operation that counts as a call until it has an outcome. */
  async #hold<S extends { readonly outcome: Promise<unknown> }>(
    session: StationSession,
    target: Target,
    start: () => Promise<S | undefined>,
  ): Promise<S> {
    const leave = this.#enter(session);
    let started: S | undefined;
    try {
      started = await start();
    } finally {
      if (started) background(started.outcome.then(leave), impossible);
      else leave();
    }
    if (!started) throw offline(target);
    return started;
  }

  /** Takes one of the places of a session. @returns gives it back */
  #enter(session: StationSession): () => void {
    const calls = this.#calls.get(session) ?? 0;
    if (calls >= MAX_CALLS) throw fault('RateLimited', { under_way: MAX_CALLS, retry_after_ms: BUSY_RETRY_MS });
    this.#calls.set(session, calls + 1);
    return () => this.#calls.set(session, (this.#calls.get(session) ?? 1) - 1);
  }

  /** What comes within the time, undefined when nothing does. */
  async #within<T>({ ms, signal }: Wait, result: Promise<T>): Promise<T | undefined> {
    if (ms === 0) return undefined;
    const done = new AbortController();
    const over = sleep(this.#options.clock, ms, AbortSignal.any([signal, done.signal])).then(() => undefined);
    try {
      return await Promise.race([result, over]);
    } finally {
      done.abort();
    }
  }
}

function offline({ bsEui }: Target): Fault {
  return fault('BaseStationOffline', { bs_eui: bsEui });
}

function unsupported({ bsEui }: Target): Fault {
  return fault('BaseStationOperationUnsupported', { bs_eui: bsEui });
}

function rejected({ bsEui }: Target, { code, text }: { code: number; text: string }): Fault {
  const about = { bssci_code: code, bssci_message: peerText(text) };
  return fault('BaseStationOperationRejected', { bs_eui: bsEui, ...about });
}
