import { readFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { MIN_PASSPHRASE } from '../../upkeep/backup/passphrase.ts';

/** A terminal as far as a question needs it. */
export interface Terminal {
  readonly input: Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown };
  readonly output: Writable;
}

/** The first line of a file. @throws Error when there is none */
export function passphraseIn(file: string): string {
  const [line = ''] = contentOf(file).split(/\r?\n/);
  if (line === '') throw new Error(`the passphrase file ${file} is empty: write the passphrase into its first line`);
  return line;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new Error(`the passphrase file ${file} does not exist: name the right one`);
    throw error;
  }
}

/** @throws Error for one that is guessed soon */
export function checkLength(passphrase: string): string {
  if (passphrase.length >= MIN_PASSPHRASE) return passphrase;
  throw new Error(`the passphrase has ${passphrase.length} characters: choose one of at least ${MIN_PASSPHRASE}`);
}

/** Whether a person can be asked. */
export function canAsk({ input }: Terminal): boolean {
  return input.isTTY === true && input.setRawMode !== undefined;
}

/** Asks twice, so that a typing error does not make a backup useless. */
export async function askNew(terminal: Terminal): Promise<string> {
  const first = checkLength(await ask(terminal, 'Passphrase for the master key in the backup: '));
  if ((await ask(terminal, 'Once more: ')) === first) return first;
  throw new Error('the two passphrases differ: nothing was written');
}

const [ENTER, END, BREAK, ERASE, DELETE, LINE] = ['\r\n', '\x04', '\x03', '\x7f', '\b', '\x15'];

/** A line that is typed without being shown. */
export function ask({ input, output }: Terminal, question: string): Promise<string> {
  // Before the question stands there: what is typed at once is not shown either.
  input.setRawMode?.(true);
  output.write(question);
  input.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let line = '';
    const done = (error?: Error) => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      if (error) reject(error);
      else resolve(line);
    };
    const onData = (text: string) => {
      for (const [at, character] of [...text].entries()) {
        if (ENTER?.includes(character) || character === END) {
          done();
          // Typed ahead, or pasted: the answer to the next question.
          const rest = [...text]
            .slice(at + 1)
            .join('')
            .replace(/^\n/, '');
          if (rest !== '') input.unshift(rest);
          return;
        }
        if (character === BREAK) return done(new Error('stopped'));
        if (character === ERASE || character === DELETE) line = [...line].slice(0, -1).join('');
        else if (character === LINE) line = '';
        else line += character;
      }
    };
    input.on('data', onData);
    input.resume();
  });
}
