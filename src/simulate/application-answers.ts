import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { Command } from '../protocol/operations.ts';
import type { ApplicationSession } from './application-session.ts';
import type { Request, ServiceStarts } from './application-table.ts';
import { IncomingOperations, type IncomingOptions, responseTo } from './peer/incoming-operations.ts';
import type { Fields } from './peer/rules.ts';
import type { GivenAnswer } from './peer/session.ts';

/** A request of the service center that is taken over for the first time. */
export type Arrival = {
  [K in ServiceStarts]: { readonly command: K; readonly opId: number } & Request<K>;
}[ServiceStarts];

/** The operations that the service center starts: each is taken over once, and answered as often as it comes. */
export class ApplicationAnswers extends IncomingOperations<ApplicationSession> {
  readonly #take: (arrival: Arrival) => void;

  /** @param take takes a request over before it is answered; a ProtocolError thrown becomes `error` */
  constructor(options: IncomingOptions<ApplicationSession>, take: (arrival: Arrival) => void) {
    super(options);
    this.#take = take;
  }

  protected override earlier(command: Command, opId: number): GivenAnswer | ProtocolError | undefined {
    const { session, complain } = this.options;
    const { operation } = command;
    const given = session.given.get(opId);
    if (opId >= 0) {
      complain(`${operation} ${opId} has an id of the other side`);
      return new ProtocolError(Posix.invalid, 'operation id has the wrong sign');
    }
    if (given && given.operation !== operation) {
      complain(`${operation} ${opId} was ${given.operation} before`);
      return new ProtocolError(Posix.protocol, 'operation id belongs to another operation');
    }
    if (opId < session.lastSc) return undefined;
    session.reissued++;
    if (!given) complain(`${operation} ${opId} came again, or does not follow ${session.lastSc}`);
    return given ?? { operation, command: responseTo(command), answer: {} };
  }

  protected override carryOut({ operation, row }: Command, opId: number, map: Fields): object {
    const request = row.req.read(map) as object;
    const refusal = this.refusalOf(operation);
    if (refusal) throw new ProtocolError(refusal.code, refusal.message ?? 'on purpose');
    this.#take({ command: operation, opId, ...request } as Arrival);
    return {};
  }
}
