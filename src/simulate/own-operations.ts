import { ProtocolError } from '../protocol/errors.ts';
import type { ConnectionLost } from './line.ts';
import { Empty, type Sender } from './sender.ts';
import type { StationSession } from './station-session.ts';
import { type Request, type Response, type StationStarts, stationTable } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Pending {
  readonly promise: Promise<object>;
  resolve(response: object): void;
  reject(reason: Error): void;
}

/** What the operations of a station need of it. */
export interface OwnParts {
  readonly session: StationSession;
  readonly sender: Sender;
  /** What to tell those who wait for answers, once there will be none. */
  lost(): ConnectionLost | undefined;
  complain(about: string): void;
}

/** The operations that the station starts: request, response, completion (BSSCI 5.1). */
export class OwnOperations {
  readonly #parts: OwnParts;
  readonly #pending = new Map<number, Pending>();

  constructor(parts: OwnParts) {
    this.#parts = parts;
  }

  /** The connect operation, which is no part of the session. */
  connect(con: Request<'con'>): Promise<Response<'con'>> {
    const answer = this.#expect(0);
    this.#parts.sender.send('con', 0, stationTable.con.req, con);
    return answer as Promise<Response<'con'>>;
  }

  start<K extends StationStarts>(operation: K, request: Request<K>, opId?: number): Promise<Response<K>> {
    const { session, sender } = this.#parts;
    const id = opId ?? session.nextId();
    session.open.set(id, { opId: id, operation, request, state: 'sent' });
    const answer = this.#expect(id);
    sender.send(operation, id, stationTable[operation].req, request);
    return answer as Promise<Response<K>>;
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#pending.get(opId)?.promise ?? Promise.reject(new Error(`operation ${opId} is not open`));
  }

  /** After a resume: every request that has no answer, and every completion that did not leave. */
  repeat(): void {
    const { session, sender } = this.#parts;
    for (const { opId, operation, request, state } of [...session.open.values()].sort((a, b) => a.opId - b.opId)) {
      if (state === 'answered') this.#complete(opId, operation);
      else {
        // Nobody may be asking for this answer any more.
        this.#expect(opId).catch(() => undefined);
        sender.send(operation, opId, stationTable[operation].req, request);
      }
    }
  }

  /** A response of the service center. */
  answered(operation: StationStarts, opId: number, map: Fields, cut: boolean): void {
    const { session, complain } = this.#parts;
    const pending = this.#pending.get(opId);
    const own = session.open.get(opId);
    if (operation !== 'con' && own?.operation !== operation) {
      complain(`${operation}Rsp ${opId} answers nothing`);
      return;
    }
    const response = stationTable[operation].rsp.read(map) as object;
    this.#pending.delete(opId);
    if (own) {
      own.state = 'answered';
      session.answeredBs = Math.max(session.answeredBs, opId);
      this.#learn(operation, own.request, response);
      if (!cut) this.#complete(opId, operation);
    }
    pending?.resolve(response);
  }

  /** An `error` of the service center: instead of a response, or instead of a completion. */
  failed(opId: number, { code, message }: Fields, cut: boolean): void {
    const { session, sender } = this.#parts;
    session.open.delete(opId);
    session.given.delete(opId);
    if (opId > 0) session.answeredBs = Math.max(session.answeredBs, Math.min(opId, session.lastBs));
    if (!cut) sender.send('errorAck', opId, Empty, {});
    const pending = this.#pending.get(opId);
    this.#pending.delete(opId);
    pending?.reject(new ProtocolError(Number(code), String(message)));
  }

  /** Nobody will be answered any more. */
  abandon(reason: ConnectionLost): void {
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #expect(opId: number): Promise<object> {
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const lost = this.#parts.lost();
    if (lost) reject(lost);
    else this.#pending.set(opId, { promise, resolve, reject });
    return promise;
  }

  #complete(opId: number, operation: StationStarts): void {
    const { session, sender } = this.#parts;
    if (sender.send(`${operation}Cmp`, opId, Empty, {})) session.open.delete(opId);
  }

  /** The station keeps the key it was given for an endpoint (BSSCI 9.2). */
  #learn(operation: StationStarts, request: object, response: object): void {
    const { endpoints } = this.#parts.session;
    if (operation === 'att') {
      const { epEui, shAddr: own } = request as Request<'att'>;
      const { nwkSnKey, shAddr = own } = response as Response<'att'>;
      endpoints.set(epEui, { nwkSnKey, shAddr, bidi: true, lastPacketCnt: 0 });
    } else if (operation === 'det') endpoints.delete((request as Request<'det'>).epEui);
  }
}
