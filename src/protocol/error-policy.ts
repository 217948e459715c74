import type { ProtocolError } from './errors.ts';
import type { Role } from './operations.ts';

/** The `error` that answers a mistake; where the connection ends as well, the session stays resumable. */
export interface Answer {
  /** POSIX error number. */
  readonly code: number;
  readonly closes: boolean;
}

/** What the protocols make of a peer's mistakes. */
export interface ErrorPolicy {
  /** A command no table knows. */
  unknown(command: string): number;
  /** A message that only we may send. */
  foreign(role: Role): number;
  field(error: ProtocolError): number;
  /** A message of the connect stage that comes after that stage, under an id that is not 0; undefined: under 0 it would be the same. */
  reconnect(command: string): Answer | undefined;
  /** The id 0 in anything else; undefined: it is an id like any other. */
  readonly zero: Answer | undefined;
  /** A command no table knows is a request: it needs an id that fits the order. */
  readonly unknownInOrder: boolean;
  /** Every refused message has used its id, not only requests. */
  readonly refusalUsesId: boolean;
  /** A completion that only we may send ends our operation as failed. */
  readonly foreignEnds: boolean;
  /** The peer's answer names another operation than ours under this id: ours has failed, or goes on waiting. */
  readonly wrongAnswer: 'fails' | 'ignored';
  /** A request whose id does not fit the order. */
  readonly request: Answer;
  /** A response or a completion that fits no operation in its state. */
  readonly stray: Answer;
  /** An id whose sign does not fit who starts the operation; undefined: it is out of order like any other. */
  readonly sign: Answer | undefined;
  /** A response we have had, or have given up waiting for: the completion once more, or a stray one. */
  readonly lateResponse: 'complete' | 'stray';
  /** The same request once more on the same connection: answered again, or out of order. */
  readonly repeats: boolean;
  /** Requests from before a resume come in ascending order and before any new one, each once. */
  readonly reissuedInOrder: boolean;
  /** An `error` needs a code that is not 0, and words; one without is itself answered with this code. */
  readonly badError: number | undefined;
}
