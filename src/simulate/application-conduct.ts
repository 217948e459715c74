import type { Delivery, Encoding, Misbehaviour } from './dialect.ts';

type SharedMisbehaviour = Pick<
  Misbehaviour,
  'stall' | 'withhold' | 'withholdCmp' | 'withholdRsp' | 'refuse' | 'cutBefore' | 'cutAfter' | 'ids' | 'reading'
>;

/** Everything by which a simulated application center differs from the plain, well-behaved one. */
export interface Conduct extends Encoding, Delivery, SharedMisbehaviour {
  /** Speaks JSON in place of MessagePack; the switches of the encoding do not count then. */
  readonly json?: boolean;
  /** The command that is written in place of the right one. */
  readonly names?: (command: string, opId: number) => string;
  /** Commands that are sent so many times more than once. */
  readonly repeat?: Readonly<Record<string, number>>;
  /** `cutBefore` and `cutAfter` end the connection with a TCP reset. */
  readonly cutByReset?: boolean;
}
