import type { MessageType } from './fields.ts';

/** Who may start an operation. */
export type Initiator = 'peer' | 'us' | 'either';
/** `connect` operations run before the session is active, all others only afterwards. */
export type Phase = 'connect' | 'active';

/**
 * One three-way operation: request, response, completion. One row defines it for the codec, the engine, the metrics and the
 * conformance tests everything about it.
 */
export interface Operation<Req, Rsp, B extends Initiator = Initiator> {
  readonly by: B;
  readonly phase: Phase;
  readonly req: MessageType<Req>;
  readonly rsp: MessageType<Rsp>;
  /** Irregular names of the answers; the regular ones are `<name>Rsp` and `<name>Cmp`. */
  readonly names?: { readonly rsp?: string; readonly cmp?: string };
  /** Started by us: stored before it is written and repeated after a resume with its old id (BSSCI 6.5). */
  readonly held: boolean;
  /** Started by the peer: its completion has an effect, so the open operation is stored with the effect of the request. */
  readonly completes: boolean;
  /** Started by us: some peers send its completion too, and get no error for it (BSSCI appendix A). */
  readonly peerCompletes: boolean;
  /**
   * Started by the peer: gets no answer when it could not be stored. An error would close the operation and let the peer forget
   * its data. The connection ends instead, and the peer repeats it (BSSCI 10.3).
   */
  readonly silentOnFailure: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of many message types; Req and Rsp are recovered by inference
export type OperationTable = Readonly<Record<string, Operation<any, any>>>;
export type RequestOf<O> = O extends Operation<infer Req, infer _Rsp> ? Req : never;
export type ResponseOf<O> = O extends Operation<infer _Req, infer Rsp> ? Rsp : never;
/** Names of the operations the peer may start. */
export type FromPeer<T extends OperationTable> = {
  [K in keyof T]: T[K]['by'] extends 'us' ? never : K;
}[keyof T] &
  string;
/** Names of the operations we may start. */
export type FromUs<T extends OperationTable> = {
  [K in keyof T]: T[K]['by'] extends 'peer' ? never : K;
}[keyof T] &
  string;

export function op<Req, Rsp, const B extends Initiator>(row: {
  by: B;
  phase?: Phase;
  req: MessageType<Req>;
  rsp: MessageType<Rsp>;
  names?: { rsp?: string; cmp?: string };
  held?: boolean;
  completes?: boolean;
  peerCompletes?: boolean;
  silentOnFailure?: boolean;
}): Operation<Req, Rsp, B> {
  return { phase: 'active', held: false, completes: false, peerCompletes: false, silentOnFailure: false, ...row };
}

/** Fields of every message, and of an `error`. */
const COMMON = ['command', 'opId', 'code', 'rc', 'message'];

/** Names of all fields of a protocol: what else a message holds is not read (BSSCI 3.2, SCACI 3.3). */
export function fieldNames(table: OperationTable): ReadonlySet<string> {
  return new Set([...COMMON, ...Object.values(table).flatMap(({ req, rsp }) => [...req.names, ...rsp.names])]);
}

export type Role = 'req' | 'rsp' | 'cmp';

/** What a command name means: which operation, and which of its three messages. */
export interface Command {
  readonly name: string;
  readonly operation: string;
  readonly role: Role;
  readonly row: OperationTable[string];
}

/** All command names of a table, made once at start, so that dispatch is one look-up. */
export function commandsOf(table: OperationTable): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  for (const [operation, row] of Object.entries(table)) {
    const add = (name: string, role: Role) => {
      if (commands.has(name)) throw new Error(`command ${name} stands twice in the table`);
      commands.set(name, { name, operation, role, row });
    };
    add(operation, 'req');
    add(row.names?.rsp ?? `${operation}Rsp`, 'rsp');
    add(row.names?.cmp ?? `${operation}Cmp`, 'cmp');
  }
  return commands;
}
