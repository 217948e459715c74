import type { Db } from '../../database/driver.ts';
import { fileTrouble } from '../../kit/faults/file-trouble.ts';
import type { Operations } from './operations.ts';
import type { Order, OrderCommand } from './order.ts';
import type { OwnProgress } from './session-records.ts';

/** Nothing but its reference is stored of such an operation: its content is in the row it is about. */
const NO_CONTENT = new Uint8Array();

/**
 * Operations that the writer starts itself, because what it stores decides them: it gives the id, and hands the order to the
 * main thread with the outcome of the commit.
 */
export function orderStore(
  db: Db,
  {
    operations,
    downlinkContent,
  }: {
    operations: Operations;
    /** What a `dlDataQue` says of a downlink, beyond whose it is and its queue id. */
    downlinkContent(queId: number): Order['message'];
  },
) {
  const euiOf = db.prepare('SELECT eui FROM endpoint WHERE id = ?');
  const leave = db.prepare("UPDATE operation SET endpoint = ? WHERE endpoint = ? AND about <> ''");
  let given: Order[] = [];

  const message = (command: OrderCommand, endpoint: number, about: number): Order['message'] => {
    const { eui: epEui } = euiOf.get(endpoint) as { eui: string };
    if (command === 'dlRxStatQry') return { epEui };
    if (command === 'dlDataRev') return { epEui, queId: about };
    return { epEui, queId: about, ...downlinkContent(about) };
  };

  /** The request of an order again; undefined when the rows it is about do not say it any more. */
  const repeated = (command: OrderCommand, endpoint: number, about: number): Order['message'] | undefined => {
    try {
      return message(command, endpoint, about);
    } catch (cause) {
      if (fileTrouble(cause)) throw cause;
      return undefined;
    }
  };

  return {
    /**
     * Stores an operation of the service center and orders it to be written.
     * @param about queue id of the downlink, or row id of the query
     * @returns its id, or undefined when the session is gone
     */
    give(
      { station, session }: { station: number; session: number },
      command: OrderCommand,
      endpoint: number,
      about: number,
      at: number,
    ): number | undefined {
      const opId = operations.issue({ session, command, content: NO_CONTENT, at }, endpoint, String(about));
      if (opId === undefined) return undefined;
      given.push({ station, session, opId, command, message: message(command, endpoint, about) });
      return opId;
    },

    /** The endpoint has another EUI; `gone` has the one under which stations know it, and learn it again. */
    leave(endpoint: number, gone: number): void {
      leave.run(gone, endpoint);
    },

    /** Where the operations of the service center stand, orders with their requests, as they are repeated after a resume. */
    own(session: number): OwnProgress {
      return {
        lastSc: operations.lastSc(session),
        held: operations.held(session).map(({ op_id: opId, command, content, endpoint, about }) => ({
          opId,
          command,
          content: about === '' ? content : repeated(command as OrderCommand, endpoint ?? 0, Number(about)),
        })),
      };
    },

    /** How many orders wait for the commit. */
    given(): number {
      return given.length;
    },

    /** A call failed and was rolled back: what it had ordered is not to be done. */
    withdraw(to: number): void {
      given.length = to;
    },

    /** What was ordered in the transaction that has just been committed. */
    take(): Order[] {
      const orders = given;
      if (orders.length > 0) given = [];
      return orders;
    },
  };
}
export type Orders = ReturnType<typeof orderStore>;
