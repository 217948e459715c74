import { type Fields, Undecodable } from './reader.ts';

/** What every message has. `fields` is the whole map, command and opId included. */
export interface Envelope {
  readonly command: string;
  readonly opId: number;
  readonly fields: Fields;
}

/** `opId` is there but no integer a session can count with: answered with error 71 and opId 0, then closed (BSSCI 3.1). */
export class BadOperationId extends Error {}

/**
 * @throws Undecodable when there is nothing to answer to: no command, no opId
 * @throws BadOperationId when opId has a wrong type or is outside ±(2^53−1)
 */
export function readEnvelope(fields: Fields): Envelope {
  const { command, opId } = fields;
  if (typeof command !== 'string') throw new Undecodable('no command');
  if (opId === undefined || opId === null) throw new Undecodable('no opId');
  const id = typeof opId === 'bigint' ? Number(opId) : opId;
  // A bigint beyond the safe range rounds to a number beyond it.
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw new BadOperationId();
  return { command, opId: id, fields };
}
