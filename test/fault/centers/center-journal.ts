import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { telegramOf } from '../../peers/lean-center.ts';
import type { Fields } from '../../peers/raw-peer.ts';

/** A line of what an application center has written down before it answered. */
export type Entry =
  | { readonly kind: 'session'; readonly resumed: boolean; readonly snScUuid: string }
  | { readonly kind: 'arrival'; readonly opId: number; readonly telegram: string }
  | { readonly kind: 'completion'; readonly opId: number };

export function sessionLine(resumed: boolean, snScUuid: Uint8Array): string {
  return `${resumed ? 'R' : 'N'} ${Buffer.from(snScUuid).toString('hex')}\n`;
}

export function arrivalLine(operation: Fields): string {
  return `A ${operation.opId} ${operation.command === 'ulData' ? telegramOf(operation) : operation.command}\n`;
}

export function completionLine(opId: number): string {
  return `C ${opId}\n`;
}

/** Reads a journal as it grows. The last line may be torn by the end of its writer: it counts when it is whole. */
export class JournalReader {
  readonly #path: string;
  #at = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Bytes of whole lines read so far. */
  get bytes(): number {
    return this.#at - this.#rest.length;
  }

  *next(): Generator<Entry> {
    const file = openSync(this.#path, 'a+');
    try {
      const piece = Buffer.alloc(Math.max(fstatSync(file).size - this.#at, 0));
      this.#at += readSync(file, piece, 0, piece.length, this.#at);
      const lines = (this.#rest + piece.toString('latin1')).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) yield entryOf(line);
    } finally {
      closeSync(file);
    }
  }
}

function entryOf(line: string): Entry {
  const [kind, first = '', telegram = ''] = line.split(' ');
  if (kind === 'A') return { kind: 'arrival', opId: Number(first), telegram };
  if (kind === 'C') return { kind: 'completion', opId: Number(first) };
  return { kind: 'session', resumed: kind === 'R', snScUuid: first };
}
