import { ProtocolError } from '../../protocol/errors.ts';
import type { Command } from '../../protocol/operations.ts';
import type { Behaviour, Refusal } from './behaviour.ts';
import { ErrorMessage, type Fields, type PeerRules } from './rules.ts';
import type { Sender } from './sender.ts';
import type { GivenAnswer, PeerSession } from './session.ts';

/** The peer that answers, as far as it is needed. */
export interface IncomingOptions<S extends PeerSession> {
  readonly rules: PeerRules;
  readonly session: S;
  readonly sender: Sender;
  behaviour(): Behaviour;
  complain(about: string): void;
}

/** The operations that the service center starts: each is carried out once, and answered as often as it comes. */
export abstract class IncomingOperations<S extends PeerSession> {
  protected readonly options: IncomingOptions<S>;
  /** How often each refusal of the behaviour was given. */
  readonly #refused = new Map<Refusal, number>();

  constructor(options: IncomingOptions<S>) {
    this.options = options;
  }

  /** @param cut the connection ends with this message: it has its effect but no answer */
  asked(command: Command, opId: number, map: Fields, cut: boolean): void {
    const { session } = this.options;
    const earlier = this.earlier(command, opId);
    if (earlier instanceof ProtocolError) {
      this.refuse(opId, earlier);
      return;
    }
    let answer = earlier;
    if (!answer) {
      session.lastSc = opId;
      answer = this.#answer(command, opId, map);
      session.keepAnswer(opId, answer);
    }
    if (!cut) this.#send(opId, answer);
  }

  /** Sends the answer to a request that was not completed yet, for example one that was withheld. */
  answer(opId: number): void {
    const given = this.options.session.given.get(opId);
    if (!given) throw new Error(`operation ${opId} is not open`);
    this.#send(opId, given);
  }

  refuse(opId: number, { code, message }: ProtocolError): void {
    this.options.sender.send('error', opId, ErrorMessage, { code, message });
  }

  /** Whether a request is a new one: undefined; else what it is answered with, or what is wrong with it. */
  protected abstract earlier(command: Command, opId: number): GivenAnswer | ProtocolError | undefined;

  /** @returns the response; a ProtocolError thrown becomes `error` */
  protected abstract carryOut(command: Command, opId: number, map: Fields): object;

  /** The refusal that the behaviour has for this operation, if it is not used up. */
  protected refusalOf(operation: string): Refusal | undefined {
    const refusal = this.options.behaviour().refuse?.[operation];
    if (!refusal) return undefined;
    const before = this.#refused.get(refusal) ?? 0;
    if (before >= (refusal.times ?? Number.POSITIVE_INFINITY)) return undefined;
    this.#refused.set(refusal, before + 1);
    return refusal;
  }

  #answer(command: Command, opId: number, map: Fields): GivenAnswer {
    const { operation } = command;
    try {
      return { operation, command: responseTo(command), answer: this.carryOut(command, opId, map) };
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { operation, command: 'error', answer: { code: error.code, message: error.message } };
    }
  }

  #send(opId: number, { command, answer }: GivenAnswer): void {
    const { rules, sender } = this.options;
    sender.send(command, opId, rules.commands.get(command)?.row.rsp ?? ErrorMessage, answer);
  }
}

/** What the answer to an operation is called: `<operation>Rsp` but for few. */
export function responseTo({ operation, row }: Command): string {
  return row.names?.rsp ?? `${operation}Rsp`;
}
