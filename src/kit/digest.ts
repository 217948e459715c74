import { hash } from 'node:crypto';

/** SHA-256 of a text: all that is kept of a secret that cannot be guessed, and of one length for comparisons that must tell nothing. */
export function digestOf(text: string): Uint8Array {
  return hash('sha256', text, 'buffer');
}
