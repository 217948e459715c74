import type { Rules } from '../protocol/engine.ts';
import type { ErrorPolicy } from '../protocol/error-policy.ts';
import { Posix } from '../protocol/errors.ts';
import { FrameWriter } from '../protocol/frames.ts';
import { commandsOf, fieldNames } from '../protocol/operations.ts';
import { type Bssci, bssci, core } from './operations.ts';

export const IDENTIFIER = Buffer.from('MIOTYB01', 'latin1');

/** Fields that a message of a station may have. */
export const FIELDS = fieldNames(bssci);

/** BSSCI 4, 5.3, 5.4: an id out of order ends the connection, everything else is answered and forgotten. */
const errorPolicy: ErrorPolicy = {
  unknown: () => Posix.notSupported,
  foreign: () => Posix.protocol,
  field: ({ code }) => code,
  reconnect: () => undefined,
  zero: undefined,
  unknownInOrder: false,
  refusalUsesId: true,
  foreignEnds: false,
  wrongAnswer: 'fails',
  request: { code: Posix.protocol, closes: true },
  stray: { code: Posix.protocol, closes: true },
  sign: undefined,
  lateResponse: 'complete',
  repeats: true,
  reissuedInOrder: false,
  badError: undefined,
};

/**
 * What distinguishes BSSCI from its sibling protocol, for one listener.
 * @param variableMac whether its commands are known; else they are as unknown as those of any other extension (BSSCI 4)
 */
export function bssciRules(openOperations: number, variableMac = false): Rules<Bssci> {
  return {
    table: bssci,
    commands: commandsOf(variableMac ? bssci : core),
    // One public client library confuses the two (BSSCI 5.2).
    completionAliases: new Map([['dlDataRevCmp', 'dlDataRes']]),
    openOperations,
    frames: new FrameWriter(IDENTIFIER),
    errorPolicy,
  };
}
