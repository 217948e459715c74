/** A mistake of the peer. It ends in the protocol's own `error` message, never in a stack trace. */
export class ProtocolError extends Error {
  /** POSIX error number of the answer (BSSCI 14). */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** What is wrong with a field: it is not there, it is not what it should be, or its number is outside what it may be. */
export type FieldProblem = 'missing' | 'type' | 'range';

/** A field that the table of the operation does not allow. The protocols differ in the code they answer with. */
export class FieldError extends ProtocolError {
  readonly problem: FieldProblem;

  constructor(problem: FieldProblem, message: string) {
    super(Posix.protocol, message);
    this.problem = problem;
  }
}

/** The POSIX numbers the protocols use (BSSCI 14, SCACI 8.2). */
export const Posix = {
  ok: 0,
  notPermitted: 1,
  noEntry: 2,
  io: 5,
  again: 11,
  busy: 16,
  exists: 17,
  invalid: 22,
  noSpace: 28,
  range: 34,
  notImplemented: 38,
  protocol: 71,
  notSupported: 95,
  timedOut: 110,
} as const;
