import * as crypto from 'node:crypto';

/**
 * Chance, as the machine has it: everything that is drawn is drawn here, so that a simulation can give it by a seed. Only keys that OpenSSL makes
 * as a pair are not.
 */
export function randomBytes(count: number): Buffer {
  return crypto.randomBytes(count);
}

/** A whole number from 0, below the limit. */
export function randomBelow(limit: number): number {
  return crypto.randomInt(limit);
}

/** 0 to 1, for what need not be a secret: pauses that differ. */
export function randomFraction(): number {
  return Math.random();
}
