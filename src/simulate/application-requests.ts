import { ProtocolError } from '../protocol/errors.ts';
import type { ApplicationSender } from './application-sender.ts';
import type { ApplicationSession } from './application-session.ts';
import { type ApplicationStarts, applicationTable, type Request, type Response } from './application-table.ts';
import type { ConnectionLost } from './line.ts';
import { Empty } from './sender.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Pending {
  readonly promise: Promise<object>;
  resolve(response: object): void;
  reject(reason: Error): void;
}

/** What the requests of an application center need of it. */
export interface RequestParts {
  readonly session: ApplicationSession;
  readonly sender: ApplicationSender;
  /** What to tell those who wait for answers, once there will be none. */
  lost(): ConnectionLost | undefined;
  complain(about: string): void;
}

/** The operations that the application center starts: request, response, completion (SCACI 5.2). */
export class ApplicationRequests {
  readonly #parts: RequestParts;
  readonly #pending = new Map<number, Pending>();

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  /** The connect operation, which is no part of the session. */
  connect(con: Request<'con'>): Promise<Response<'con'>> {
    const answer = this.#expect(0);
    this.#parts.sender.send('con', 0, applicationTable.con.req, con);
    return answer as Promise<Response<'con'>>;
  }

  start<K extends ApplicationStarts>(operation: K, request: Request<K>, opId?: number): Promise<Response<K>> {
    const { session, sender } = this.#parts;
    const id = opId ?? session.nextId();
    session.open.set(id, { opId: id, operation, request, state: 'sent' });
    const answer = this.#expect(id);
    sender.send(operation, id, applicationTable[operation].req, request);
    return answer as Promise<Response<K>>;
  }

  answerTo(opId: number): Promise<object> {
    return this.#pending.get(opId)?.promise ?? Promise.reject(new Error(`operation ${opId} is not open`));
  }

  /** After a resume: every request that has no answer, in the order of ids, and every completion that did not leave. */
  reissue(): void {
    const { session, sender } = this.#parts;
    for (const { opId, operation, request, state } of [...session.open.values()].sort((a, b) => a.opId - b.opId)) {
      if (state === 'answered') this.#complete(opId, operation);
      else {
        // Nobody may be asking for this answer any more.
        this.#expect(opId).catch(() => undefined);
        sender.send(operation, opId, applicationTable[operation].req, request);
      }
    }
  }

  /** A response of the service center. */
  answered(operation: ApplicationStarts, opId: number, map: Fields, cut: boolean): void {
    const { session, complain } = this.#parts;
    const pending = this.#pending.get(opId);
    const own = session.open.get(opId);
    const fits = operation === 'con' ? opId === 0 && pending : own?.operation === operation && own.state === 'sent';
    if (!fits) {
      complain(`${operation}Rsp ${opId} answers nothing`);
      return;
    }
    this.#pending.delete(opId);
    let response: object;
    try {
      response = applicationTable[operation].rsp.read(map) as object;
    } catch (error) {
      pending?.reject(error as Error);
      return;
    }
    if (own) {
      own.state = 'answered';
      if (!cut) this.#complete(opId, operation);
    }
    pending?.resolve(response);
  }

  /** An `error` of the service center in place of a response: the operation is over. */
  failed(opId: number, { code, message }: Fields): void {
    this.#parts.session.open.delete(opId);
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

  #complete(opId: number, operation: ApplicationStarts): void {
    const { session, sender } = this.#parts;
    if (sender.send(`${operation}Cmp`, opId, Empty, {})) session.open.delete(opId);
  }
}
