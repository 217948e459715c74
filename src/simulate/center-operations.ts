import { Posix, ProtocolError } from '../protocol/errors.ts';
import { type MessageType, message, str, u32 } from '../protocol/fields.ts';
import type { Answering, Answers } from './answers.ts';
import type { Refusal } from './dialect.ts';
import type { Sender, Speaking } from './sender.ts';
import type { StationSession } from './station-session.ts';
import { type CenterStarts, type Request, stationCommands, stationTable } from './table.ts';

const ErrorMessage = message({ code: u32, message: str });

/** What answering needs of a station. */
export interface CenterParts {
  readonly session: StationSession;
  readonly sender: Sender;
  readonly answers: Answers;
  answering(): Answering;
  complain(about: string): void;
}

/** The operations that the service center starts: each is answered, and under the same id again with the same words. */
export class CenterOperations {
  readonly #station: Speaking;
  readonly #parts: CenterParts;
  /** How often each refusal of the dialect was given. */
  readonly #refused = new Map<Refusal, number>();

  constructor(station: Speaking, parts: CenterParts) {
    this.#station = station;
    this.#parts = parts;
  }

  /** @param cut the connection ends with this message: it has its effect but no answer */
  asked(operation: CenterStarts, opId: number, map: Readonly<Record<string, unknown>>, cut: boolean): void {
    const { session, sender, complain } = this.#parts;
    const given = session.given.get(opId);
    if (given?.operation === operation) {
      if (!cut) sender.send(given.command, opId, typeOf(given.command), given.answer);
      return;
    }
    if (opId >= session.lastSc) {
      complain(`${operation} ${opId} does not follow ${session.lastSc}`);
      this.refuse(opId, new ProtocolError(Posix.protocol, 'operation id out of sequence'));
      return;
    }
    session.lastSc = opId;
    try {
      const request = readRequest(operation, map);
      this.#refuseOnPurpose(operation, request);
      const { answers, answering } = this.#parts;
      const answer = (answers[operation] as (request: object, station: Answering) => object)(request, answering());
      const command = `${operation}Rsp`;
      session.keepAnswer(opId, { operation, command, answer });
      if (!cut) sender.send(command, opId, stationTable[operation].rsp, answer);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.refuse(opId, error, operation, cut);
    }
  }

  /** @param operation whose repetition is refused in the same way */
  refuse(opId: number, { code, message: text }: ProtocolError, operation?: string, cut = false): void {
    const { session, sender } = this.#parts;
    const answer = { code, message: text };
    if (operation) session.keepAnswer(opId, { operation, command: 'error', answer });
    if (!cut) sender.send('error', opId, ErrorMessage, answer);
  }

  #refuseOnPurpose(operation: CenterStarts, request: object): void {
    const refusal = this.#station.dialect.refuse?.[operation];
    if (!refusal) return;
    const { code, message: text = '', times = Number.POSITIVE_INFINITY } = refusal;
    const before = this.#refused.get(refusal) ?? 0;
    if (before >= times) return;
    this.#refused.set(refusal, before + 1);
    if (operation === 'dlDataQue') this.#parts.answering().transmitter.refused(request as Request<'dlDataQue'>, code);
    throw new ProtocolError(code, text);
  }
}

/** @throws ProtocolError with the code that stations give to a malformed message (BSSCI 14) */
function readRequest(operation: CenterStarts, map: Readonly<Record<string, unknown>>): object {
  try {
    return stationTable[operation].req.read(map) as object;
  } catch (error) {
    throw error instanceof ProtocolError ? new ProtocolError(Posix.invalid, error.message) : error;
  }
}

function typeOf(command: string): MessageType<unknown> {
  return stationCommands.get(command)?.row.rsp ?? ErrorMessage;
}
