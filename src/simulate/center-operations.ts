import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { Command } from '../protocol/operations.ts';
import type { Answering, Answers } from './answers.ts';
import { IncomingOperations, type IncomingOptions } from './peer/incoming-operations.ts';
import type { Fields } from './peer/rules.ts';
import type { GivenAnswer } from './peer/session.ts';
import type { StationSession } from './station-session.ts';
import type { CenterStarts, Request } from './table.ts';

/** What a station answers with. */
export interface StationAnswers {
  readonly answers: Answers;
  answering(): Answering;
}

/** The operations that the service center starts: each is answered, and under the same id again with the same words. */
export class CenterOperations extends IncomingOperations<StationSession> {
  readonly #with: StationAnswers;

  constructor(options: IncomingOptions<StationSession>, answers: StationAnswers) {
    super(options);
    this.#with = answers;
  }

  protected override earlier({ operation }: Command, opId: number): GivenAnswer | ProtocolError | undefined {
    const { session, complain } = this.options;
    const given = session.given.get(opId);
    if (given?.operation === operation) return given;
    if (opId < session.lastSc) return undefined;
    complain(`${operation} ${opId} does not follow ${session.lastSc}`);
    return new ProtocolError(Posix.protocol, 'operation id out of sequence');
  }

  protected override carryOut({ operation, row }: Command, _opId: number, map: Fields): object {
    const request = malformedIsInvalid(() => row.req.read(map) as object);
    const answering = this.#with.answering();
    const refusal = this.refusalOf(operation);
    if (refusal) {
      const { code, message = '' } = refusal;
      if (operation === 'dlDataQue') answering.transmitter.refused(request as Request<'dlDataQue'>, code);
      throw new ProtocolError(code, message);
    }
    const answer = this.#with.answers[operation as CenterStarts] as (request: object, station: Answering) => object;
    return answer(request, answering);
  }
}

/** @throws ProtocolError with the code that stations give to a malformed message (BSSCI 14) */
function malformedIsInvalid(read: () => object): object {
  try {
    return read();
  } catch (error) {
    throw error instanceof ProtocolError ? new ProtocolError(Posix.invalid, error.message) : error;
  }
}
