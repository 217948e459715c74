import type { HeldRecord } from '../domain/session/session-records.ts';
import type { Sealer } from '../kit/seal.ts';
import { MsgPackReader } from '../protocol/reader.ts';
import { type Bssci, bssci } from './operations.ts';

/** An operation of ours that a resume sends again. */
export interface HeldOperation {
  readonly opId: number;
  readonly command: keyof Bssci;
  readonly message: unknown;
  /** Whether it announces an endpoint of the list. */
  readonly listed: boolean;
}

/** What a resume has to send again, and what of it cannot be read. */
export function readHeld(
  held: readonly HeldRecord[],
  sealer: Sealer,
): { readonly operations: readonly HeldOperation[]; readonly unreadable: readonly HeldRecord[] } {
  const reader = new MsgPackReader();
  const operations: HeldOperation[] = [];
  const unreadable: HeldRecord[] = [];
  for (const record of held) {
    try {
      operations.push(readOne(record, sealer, reader));
    } catch {
      unreadable.push(record);
    }
  }
  return { operations, unreadable };
}

function readOne({ opId, command, content, sealed }: HeldRecord, sealer: Sealer, reader: MsgPackReader): HeldOperation {
  if (!isOperation(command)) throw new TypeError(`no operation ${command}`);
  if (!content) throw new TypeError('nothing to send');
  if (content instanceof Uint8Array) {
    const fields = reader.map(Buffer.from(sealer.open(content, 'operation')));
    return { opId, command, message: bssci[command].req.read(fields), listed: false };
  }
  const message = sealed ? { ...content, [sealed.field]: sealer.open(sealed.value, sealed.about) } : content;
  return { opId, command, message, listed: sealed !== undefined };
}

function isOperation(command: string): command is keyof Bssci {
  return Object.hasOwn(bssci, command);
}
