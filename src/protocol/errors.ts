/** A mistake of the peer. It ends in the protocol's own `error` message, never in a stack trace. */
export class ProtocolError extends Error {
  /** POSIX error number of the answer (BSSCI 14). */
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** The POSIX numbers the protocols use (BSSCI 14). */
export const Posix = {
  ok: 0,
  notPermitted: 1,
  noEntry: 2,
  io: 5,
  again: 11,
  busy: 16,
  invalid: 22,
  noSpace: 28,
  protocol: 71,
  notSupported: 95,
  timedOut: 110,
} as const;
