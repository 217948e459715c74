export interface DeliveriesRequest {
  /** Of the database. */
  readonly path: string;
  /** So much faster than ours its time goes by: pauses and limits of seconds are over in parts of them. */
  readonly faster: number;
  /** Of the service center; there is one for tests that have only one. */
  readonly scEui?: string;
}

/** What the process says when it delivers. */
export const STARTED = 'started\n';
/** What it is told to come to an end with: it does when nothing waits any more. */
export const END = 'end\n';
