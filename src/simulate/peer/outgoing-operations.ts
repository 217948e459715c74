import { ProtocolError } from '../../protocol/errors.ts';
import type { Command } from '../../protocol/operations.ts';
import type { ConnectionLost } from './line.ts';
import { Empty, type Fields, type PeerRules } from './rules.ts';
import type { Sender } from './sender.ts';
import type { OpenOperation, PeerSession } from './session.ts';

interface Pending {
  readonly promise: Promise<object>;
  resolve(response: object): void;
  reject(reason: Error): void;
}

/** The peer that starts the operations, as far as they need it. */
export interface OutgoingOptions {
  readonly rules: PeerRules;
  readonly session: PeerSession;
  readonly sender: Sender;
  /** Why there will be no answers any more; undefined while the connection is open. */
  lost(): ConnectionLost | undefined;
  complain(about: string): void;
}

/** The operations that the peer starts: request, response, completion (BSSCI 5.1, SCACI 5.2). */
export class OutgoingOperations {
  readonly #options: OutgoingOptions;
  readonly #pending = new Map<number, Pending>();

  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  /** The connect operation, which is no part of the session. */
  connect(con: object): Promise<object> {
    return this.#send('con', 0, con);
  }

  start(operation: string, request: object, opId = this.#options.session.nextId()): Promise<object> {
    this.#options.session.open.set(opId, { opId, operation, request, state: 'sent' });
    return this.#send(operation, opId, request);
  }

  /** The answer to an operation that is open, for example one that was repeated after a resume. */
  answerTo(opId: number): Promise<object> {
    return this.#pending.get(opId)?.promise ?? Promise.reject(new Error(`operation ${opId} is not open`));
  }

  /** After a resume: every request that has no answer, in the order of ids, and every completion that did not leave. */
  repeat(): void {
    const { open } = this.#options.session;
    for (const { opId, operation, request, state } of [...open.values()].sort((a, b) => a.opId - b.opId)) {
      if (state === 'answered') this.#complete(opId, operation);
      // This answer may not be waited for any more.
      else this.#send(operation, opId, request).catch(() => undefined);
    }
  }

  /** A response of the service center. */
  answered({ operation, row }: Command, opId: number, map: Fields, cut: boolean): void {
    const { rules, session, complain } = this.#options;
    const pending = this.#pending.get(opId);
    const open = session.open.get(opId);
    if (!this.#awaits(operation, opId, open)) {
      complain(`${operation}Rsp ${opId} answers nothing`);
      return;
    }
    let response: object;
    try {
      response = row.rsp.read(map);
    } catch (error) {
      if (rules.malformedEnds === 'connection') throw error;
      this.#pending.delete(opId);
      pending?.reject(error as Error);
      return;
    }
    this.#pending.delete(opId);
    if (open) {
      session.answered(open, operation, response);
      if (!cut) this.#complete(opId, operation);
    }
    pending?.resolve(response);
  }

  /** An `error` of the service center: instead of a response, or instead of a completion. */
  failed(opId: number, { code, message }: Fields, cut: boolean): void {
    this.#options.session.refused(opId);
    if (!cut) this.#options.sender.send('errorAck', opId, Empty, {});
    const pending = this.#pending.get(opId);
    this.#pending.delete(opId);
    pending?.reject(new ProtocolError(Number(code), String(message)));
  }

  /** No request will be answered any more. */
  abandon(reason: ConnectionLost): void {
    for (const { reject } of this.#pending.values()) reject(reason);
    this.#pending.clear();
  }

  #awaits(operation: string, opId: number, open: OpenOperation | undefined): boolean {
    const { answeredOnce } = this.#options.rules;
    if (operation === 'con') return !answeredOnce || (opId === 0 && this.#pending.has(0));
    return open?.operation === operation && (open.state === 'sent' || !answeredOnce);
  }

  #send(operation: string, opId: number, request: object): Promise<object> {
    const { lost, rules, sender } = this.#options;
    const command = rules.commands.get(operation);
    if (!command) throw new Error(`no operation ${operation}`);
    const pending = Promise.withResolvers<object>();
    const over = lost();
    if (over) pending.reject(over);
    else this.#pending.set(opId, pending);
    sender.send(operation, opId, command.row.req, request);
    return pending.promise;
  }

  #complete(opId: number, operation: string): void {
    const { session, sender } = this.#options;
    if (sender.send(`${operation}Cmp`, opId, Empty, {})) session.open.delete(opId);
  }
}
