import type { Behaviour } from './peer/behaviour.ts';

/** Everything by which a simulated application center differs from the plain, well-behaved one. */
export interface Conduct extends Behaviour {
  /** Speaks JSON in place of MessagePack; the switches of the encoding do not count then. */
  readonly json?: boolean;
}
