import type {
  AirOperation,
  AttachOrigin,
  AttachState,
  AttachStatus,
  HeardRadio,
  PropagationState,
} from '../domain/attach/attach-records.ts';
import { judgeAttach } from '../domain/attach/check.ts';
import { sessionKey, shortAddress } from '../domain/attach/session-key.ts';
import type { Store } from '../domain/domain.ts';
import { bounded } from '../domain/uplink/dated.ts';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { CloseReason } from '../protocol/connection.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import { peerText } from '../protocol/peer-text.ts';
import type { AttMessage as AttachMessage, DetMessage as DetachMessage } from './operations.ts';
import type { LiveStations, StationSession } from './session.ts';

/** What a station is told of every attach that we do not take, so that it does not show which endpoints exist (BSSCI 9.3): no fault of the station. */
export const ATTACH_REFUSED = 'attach refused';
/** An endpoint that changes between each check and its store is not one endpoint: the attack is answered, and nothing is stored. */
const MAX_TRIES = 3;

export interface AttachOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly live: LiveStations;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Log;
  /** The same telegram within this time is a repetition, and so far a station's clock is believed (milliseconds). */
  readonly repeatMs: number;
}

/** How far one station has followed a decision (platform API 2.2). */
export interface Propagation {
  readonly station: number;
  readonly bsEui: Eui;
  readonly state: 'sent' | 'confirmed' | 'deferred' | 'failed';
  /** Id of the operation at the station, 0 when there is none. */
  readonly opId: number;
  readonly error: string;
}

export interface AttachResult {
  readonly operationId: string;
  readonly status: AttachStatus;
  readonly propagations: readonly Propagation[];
}

/** Attaches and detaches endpoints: what they send themselves, and what is decided here. */
export class AttachService {
  readonly #options: AttachOptions;

  constructor(options: AttachOptions) {
    this.#options = options;
  }

  async att(
    message: AttachMessage,
    session: StationSession,
    call: PeerCall,
  ): Promise<{ nwkSnKey: Uint8Array; shAddr?: number }> {
    const { store, sealer, clock, repeatMs } = this.#options;
    const operation = air(session, call, clock.now());
    // After the end of the connection the session may be gone, and the answer is of no use.
    for (let tries = 0; tries < MAX_TRIES && !session.over; tries++) {
      const state = store.read.attach.find(message.epEui);
      const nwkKey = state?.nwkKey ? sealer.open(state.nwkKey, `endpoint:${state.eui}:nwk_key`) : undefined;
      const open = state !== undefined && store.read.attach.open(session.session, call.opId, state.id);
      const verdict = judgeAttach(state, nwkKey, message, open, operation.at, repeatMs);
      if (verdict.kind === 'refuse') {
        await this.#reject(message, session, operation, state, verdict.reason);
        throw new ProtocolError(verdict.code, ATTACH_REFUSED);
      }
      if (!state || !nwkKey) throw new Error('an attach was accepted without its endpoint');
      if (verdict.kind === 'repeat') {
        if (!state.sessionKey) {
          // It has detached since.
          await this.#reject(message, session, operation, state, 'counter_replay');
          throw new ProtocolError(Posix.protocol, ATTACH_REFUSED);
        }
        await store.write.attach.repeat(operation, state.id, state.generation, radioOf(message));
        const key = sealer.open(state.sessionKey, `endpoint:${state.eui}:nwk_sn_key`);
        return answer(key, message, state.attachShAddr ?? shortAddress(state.eui, undefined, state.shAddr));
      }
      const key = sessionKey(nwkKey, state.eui, message.nonce, message.sign);
      const shAddr = shortAddress(state.eui, message.shAddr, state.shAddr);
      const { attachCnt, nonce, sign, dualChan, repetition, wideCarrOff, longBlkDist } = message;
      const rxTime = bounded(message.rxTime, operation.at, repeatMs);
      const outcome = await store.write.attach.accept({
        ...operation,
        endpoint: state.id,
        seen: state,
        attachCnt,
        nonce,
        sign,
        shAddr,
        rxTime,
        dualChan,
        repetition,
        wideCarrOff,
        longBlkDist,
        radio: radioOf(message),
        sessionKey: sealer.seal(key, `endpoint:${state.eui}:nwk_sn_key`),
      });
      if (outcome === 'changed') continue;
      return answer(key, message, shAddr);
    }
    throw new ProtocolError(Posix.io, 'not stored');
  }

  async attCompleted(session: StationSession, call: PeerCall): Promise<void> {
    const { store, clock } = this.#options;
    if (await store.write.attach.attachCompleted(air(session, call, clock.now()))) this.tellStations();
  }

  async det(message: DetachMessage, session: StationSession, call: PeerCall): Promise<{ sign: Uint8Array }> {
    const { store, clock, repeatMs } = this.#options;
    const { epEui, packetCnt, sign } = message;
    const operation = air(session, call, clock.now());
    const rxTime = bounded(message.rxTime, operation.at, repeatMs);
    await store.write.attach.detachHeard({ ...operation, epEui, rxTime, packetCnt, sign, radio: radioOf(message) });
    // How it is computed is published nowhere: taken unverified and sent back (BSSCI 9.7).
    return { sign };
  }

  async detCompleted(session: StationSession, call: PeerCall): Promise<void> {
    const { store, clock } = this.#options;
    if (await store.write.attach.detachCompleted(air(session, call, clock.now()))) this.tellStations();
  }

  propagated(session: StationSession, opId: number): Promise<void> {
    const { store, clock } = this.#options;
    return store.write.propagation.taken(session.session, session.station, opId, clock.now());
  }

  async notPropagated(session: StationSession, opId: number, code: number, text: string): Promise<void> {
    const { store, clock } = this.#options;
    const { session: row, station, bsEui } = session;
    const refusal = { session: row, station, bsEui, opId, code, text: peerText(text) };
    const retryAt = await store.write.propagation.refused(refusal, clock.now());
    if (retryAt !== undefined) session.propagator.retryAt(retryAt);
  }

  stationLeft(station: number): void {
    const { store, log } = this.#options;
    store.write.propagation.stationLeft(station).catch((cause: unknown) => log.error({ err: cause }, 'not stored'));
  }

  /**
   * Decides "attached" and announces it to all stations; repeats that when the endpoint is attached already.
   * @param endpoint row id
   * @param epEui the EUI by which the endpoint was found, when it may have got another since
   * @throws faults EndPointNotFound, EndPointSuspended, EndPointSessionKeyMissing
   */
  async attachEndPoint(endpoint: number, origin: AttachOrigin, actor = '', epEui?: string): Promise<AttachResult> {
    const at = this.#options.clock.now();
    const operationId = uuid7(at);
    await this.#options.store.write.attach.attach({ endpoint, epEui, origin, operationId, actor, at });
    return this.#result(endpoint, operationId);
  }

  /** Decides "detached" and announces it to the stations that may know the endpoint. @throws fault EndPointNotFound */
  async detachEndPoint(endpoint: number, origin: AttachOrigin, actor = '', epEui?: string): Promise<AttachResult> {
    const at = this.#options.clock.now();
    const operationId = uuid7(at);
    await this.#options.store.write.attach.detach({ endpoint, epEui, origin, operationId, actor, at });
    return this.#result(endpoint, operationId);
  }

  /** The endpoint was deleted, suspended or lost its key: stations have to forget it. */
  async forget(endpoint: number): Promise<void> {
    await this.#options.store.write.attach.forget(endpoint, this.#options.clock.now());
    this.tellStations();
  }

  /** Closes the connection of a station, for example because it was disabled; resolves when that is stored. */
  disconnectStation(station: number, reason: CloseReason): Promise<void> {
    return this.#options.live.disconnect(station, reason);
  }

  /** To be called after every write that may have left announcements for stations. */
  tellStations(): void {
    background(this.#tellStations(), cause => this.#options.log.error({ err: cause }, 'stations not told'));
  }

  async #result(endpoint: number, operationId: string): Promise<AttachResult> {
    const { store, live } = this.#options;
    await this.#tellStations();
    const { status, states } = store.read.propagation.statesOf(endpoint);
    return { operationId, status, propagations: states.map(state => toPropagation(state, live)) };
  }

  /** Wakes the sessions of those stations that something is due to. */
  async #tellStations(): Promise<void> {
    const { store, live } = this.#options;
    const sessions = store.read.propagation.stationsDue().map(station => live.find(station));
    await Promise.all(sessions.map(session => session?.propagate()));
  }

  #reject(
    { epEui, attachCnt }: AttachMessage,
    { org }: StationSession,
    operation: AirOperation,
    state: AttachState | undefined,
    reason: string,
  ): Promise<void> {
    const { store } = this.#options;
    return store.write.attach.reject({
      ...operation,
      epEui,
      endpoint: state?.id,
      org: state?.org ?? org,
      attachCnt,
      reason,
    });
  }
}

function air(session: StationSession, call: PeerCall, at: number): AirOperation {
  const { station, bsEui } = session;
  return { station, bsEui, progress: session.progress(call), opId: call.opId, at };
}

function radioOf({ snr, rssi, eqSnr, subpackets }: HeardRadio): HeardRadio {
  return { snr, rssi, eqSnr, subpackets };
}

/** The short address goes back exactly when the station has not assigned one itself (BSSCI 9.2). */
function answer(nwkSnKey: Uint8Array, message: AttachMessage, shAddr: number) {
  return message.shAddr === undefined ? { nwkSnKey, shAddr } : { nwkSnKey };
}

function toPropagation({ station, bsEui, state, opId, error }: PropagationState, live: LiveStations): Propagation {
  const shown = {
    needed: 'deferred',
    sent: live.connected(station) ? 'sent' : 'deferred',
    known: 'confirmed',
    failed: 'failed',
  };
  return { station, bsEui, state: shown[state] as Propagation['state'], opId: opId ?? 0, error };
}
