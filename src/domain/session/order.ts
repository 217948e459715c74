/** The operations that the store itself starts, because what it has stored decides them. */
export type OrderCommand = 'dlDataQue' | 'dlDataRev' | 'dlRxStatQry';

/**
 * An operation of the service center that is stored under its id and now has to be written to its station. If the station is away, its next
 * resume brings it (BSSCI 6.5).
 */
export interface Order {
  readonly station: number;
  readonly session: number;
  readonly opId: number;
  readonly command: OrderCommand;
  /** The request, as the operation's row names its fields. */
  readonly message: Readonly<Record<string, unknown>>;
}
