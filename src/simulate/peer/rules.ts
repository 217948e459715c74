import { ProtocolError } from '../../protocol/errors.ts';
import { message, str, u32 } from '../../protocol/fields.ts';
import type { Command } from '../../protocol/operations.ts';

/** What differs between the protocols; each has one such value beside its table. */
export interface PeerRules {
  /** What begins every frame. */
  readonly identifier: Buffer;
  /** Of the table, which is written from the service center's side: `peer` is the simulated one. */
  readonly commands: ReadonlyMap<string, Command>;
  /** A response that comes again counts for nothing (SCACI 5.4); otherwise it is completed again (BSSCI 5.3). */
  readonly answeredOnce: boolean;
  /** What ends with a response that cannot be read. */
  readonly malformedEnds: 'operation' | 'connection';
}

export type Fields = Readonly<Record<string, unknown>>;

/** The message of operations that carry nothing but their id. */
export const Empty = message({});
export const ErrorMessage = message({ code: u32, message: str });

/** The message with the narrow values of the table where it fits it, else as it was decoded. */
export function typed({ commands }: PeerRules, command: string, map: Fields): Fields {
  const known = commands.get(command);
  if (!known || known.role === 'cmp') return map;
  try {
    return (known.role === 'req' ? known.row.req : known.row.rsp).read(map);
  } catch (error) {
    if (error instanceof ProtocolError) return map;
    throw error;
  }
}
