/** Why a target did not take something. Never with a secret in it. */
export interface Failure {
  readonly reason: string;
  /** The target asks for this pause, milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** It may be over at once, and says nothing of what else is under way (5xx). */
  readonly passing?: true | undefined;
  /** Its address is not allowed: `paused` until the configuration allows it. */
  readonly notAllowed?: true | undefined;
  /** It wants nothing more, ever (410): the integration is disabled. */
  readonly gone?: true | undefined;
}

/** A failure that belongs to the target, not to an item. */
export class TargetError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.reason, options);
    this.failure = failure;
  }
}
