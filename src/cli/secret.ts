import { readFileSync } from 'node:fs';
import { asCaller } from '../kit/caller.ts';
import { ask, canAsk, type Terminal } from './recovery/passphrase.ts';

const STDIN = '-';

/** The terminal of this process. */
export const terminal: Terminal = { input: process.stdin, output: process.stderr };

/**
 * A secret that is not to stand among the arguments, where every user of the host can read it.
 * @param file whose first line it is; `-`: a person is asked, or the standard input is read
 * @param words what it is called
 */
export async function secretIn(file: string, words: string): Promise<string> {
  if (file === STDIN && canAsk(terminal)) return ask(terminal, `The ${words}: `);
  const [line = ''] = asCaller(() => readFileSync(file === STDIN ? 0 : file, 'utf8')).split(/\r?\n/);
  if (line.trim() === '') throw new Error(`there is no ${words} in ${file === STDIN ? 'the standard input' : file}`);
  return line.trim();
}
