import type { Rules } from '../protocol/engine.ts';
import type { ErrorPolicy } from '../protocol/error-policy.ts';
import { FieldError, Posix } from '../protocol/errors.ts';
import type { Frames } from '../protocol/frames.ts';
import { commandsOf, fieldNames } from '../protocol/operations.ts';
import { type Scaci, scaci } from './operations.ts';

export const IDENTIFIER = Buffer.from('MIOTYA01', 'latin1');

/** Fields that a message of a center may have. */
export const FIELDS = fieldNames(scaci);

/** SCACI 5.4, 8: mistakes are answered, and the connection goes on. */
const errorPolicy: ErrorPolicy = {
  // A name with a dot belongs to a sublayer that this product does not have.
  unknown: command => (command.includes('.') ? Posix.notImplemented : Posix.notSupported),
  foreign: role => (role === 'req' ? Posix.notSupported : Posix.protocol),
  field: error => {
    if (!(error instanceof FieldError)) return error.code;
    return error.problem === 'range' ? Posix.range : Posix.invalid;
  },
  // An answer that only we may give belongs to no order.
  reconnect: command => (command === 'conRsp' ? undefined : { code: Posix.invalid, closes: true }),
  zero: { code: Posix.invalid, closes: false },
  unknownInOrder: true,
  refusalUsesId: false,
  foreignEnds: true,
  wrongAnswer: 'ignored',
  request: { code: Posix.invalid, closes: false },
  stray: { code: Posix.protocol, closes: false },
  sign: { code: Posix.invalid, closes: false },
  lateResponse: 'stray',
  repeats: false,
  reissuedInOrder: true,
  badError: Posix.invalid,
};

const commands = commandsOf(scaci);

/** What distinguishes SCACI from its sibling protocol, for one connection: its answers are in the encoding it began with. */
export function scaciRules(openOperations: number, frames: Frames): Rules<Scaci> {
  return {
    table: scaci,
    commands,
    completionAliases: new Map(),
    openOperations,
    frames,
    errorPolicy,
  };
}
