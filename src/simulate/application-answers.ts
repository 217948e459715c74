import { Posix, ProtocolError } from '../protocol/errors.ts';
import { message, str, u32 } from '../protocol/fields.ts';
import type { ApplicationSender, Conducted } from './application-sender.ts';
import type { ApplicationSession } from './application-session.ts';
import { answerTo, applicationTable, type Request, type ServiceStarts } from './application-table.ts';
import type { Refusal } from './dialect.ts';
import { Empty } from './sender.ts';
import type { GivenAnswer } from './station-session.ts';

const ErrorMessage = message({ code: u32, message: str });

/** A request of the service center that is taken over for the first time. */
export type Arrival = {
  [K in ServiceStarts]: { readonly command: K; readonly opId: number } & Request<K>;
}[ServiceStarts];

/** What answering needs of an application center. */
export interface AnswerParts {
  readonly session: ApplicationSession;
  readonly sender: ApplicationSender;
  /** Takes a request over before it is answered; a ProtocolError thrown becomes `error`. */
  take(arrival: Arrival): void;
  complain(about: string): void;
}

/** The operations that the service center starts: each is taken over once, and answered as often as it comes. */
export class ApplicationAnswers {
  readonly #center: Conducted;
  readonly #parts: AnswerParts;
  /** How often each refusal of the conduct was given. */
  readonly #refused = new Map<Refusal, number>();

  constructor(center: Conducted, parts: AnswerParts) {
    this.#center = center;
    this.#parts = parts;
  }

  /** @param cut the connection ends with this message: it is taken over but not answered */
  asked(operation: ServiceStarts, opId: number, map: Readonly<Record<string, unknown>>, cut: boolean): void {
    const { session, complain } = this.#parts;
    const given = session.given.get(opId);
    if (opId >= 0) {
      complain(`${operation} ${opId} has an id of the other side`);
      this.refuse(opId, new ProtocolError(Posix.invalid, 'operation id has the wrong sign'));
      return;
    }
    if (given && given.operation !== operation) {
      complain(`${operation} ${opId} was ${given.operation} before`);
      this.refuse(opId, new ProtocolError(Posix.protocol, 'operation id belongs to another operation'));
      return;
    }
    if (opId >= session.lastSc) {
      session.reissued++;
      if (!given) complain(`${operation} ${opId} came again, or does not follow ${session.lastSc}`);
      const answer = given ?? { operation, command: answerTo(operation), answer: {} };
      if (!cut) this.#send(opId, answer);
      return;
    }
    session.lastSc = opId;
    session.taken++;
    const answer = this.#takeOver(operation, opId, map);
    session.given.set(opId, answer);
    if (!cut) this.#send(opId, answer);
  }

  /** Sends the answer to a request that was not completed yet, for example one that was withheld. */
  answer(opId: number): void {
    const given = this.#parts.session.given.get(opId);
    if (!given) throw new Error(`operation ${opId} is not open`);
    this.#send(opId, given);
  }

  refuse(opId: number, { code, message: text }: ProtocolError): void {
    this.#parts.sender.send('error', opId, ErrorMessage, { code, message: text });
  }

  #takeOver(operation: ServiceStarts, opId: number, map: Readonly<Record<string, unknown>>): GivenAnswer {
    try {
      const request = applicationTable[operation].req.read(map);
      this.#refuseOnPurpose(operation);
      this.#parts.take({ command: operation, opId, ...request } as Arrival);
      return { operation, command: answerTo(operation), answer: {} };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { operation, command: 'error', answer: { code: error.code, message: error.message } };
    }
  }

  #refuseOnPurpose(operation: ServiceStarts): void {
    const refusal = this.#center.conduct.refuse?.[operation];
    if (!refusal) return;
    const { code, message: text = 'on purpose', times = Number.POSITIVE_INFINITY } = refusal;
    const before = this.#refused.get(refusal) ?? 0;
    if (before >= times) return;
    this.#refused.set(refusal, before + 1);
    throw new ProtocolError(code, text);
  }

  #send(opId: number, { command, answer }: GivenAnswer): void {
    this.#parts.sender.send(command, opId, command === 'error' ? ErrorMessage : Empty, answer);
  }
}
