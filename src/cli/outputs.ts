import { turn } from '../kit/time/clock.ts';

const EXIT_FAILED = 1;

/** What became of the output of a command. */
export interface Outputs {
  /** Resolves when everything was handed to who reads it. @returns whether that failed, which was said then */
  written(): Promise<boolean>;
}

/**
 * For commands that end by themselves: what is not caught is one sentence, and output that cannot be written is a failure that ends
 * them as Ctrl-C does. Of a reader that has seen enough (`waystation alerts list | head -1`) nothing is said.
 * @param say prints the sentence of a failure
 */
export function guardOutputs(say: (cause: unknown) => void): Outputs {
  let failed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (failed) return;
    failed = true;
    // The system names no file for what it refuses a shell's redirection.
    if (error.code !== 'EPIPE') say(Object.assign(error, { path: 'the output' }));
    process.exitCode = EXIT_FAILED;
    // What follows something for ever, or has made files, ends by its own handler; everything else is about to end.
    process.emit('SIGINT');
  });
  // There is no place left to say so.
  process.stderr.on('error', () => {});
  process.on('uncaughtException', cause => {
    say(cause);
    process.exit(EXIT_FAILED);
  });
  return {
    async written() {
      await new Promise<void>(resolve => process.stdout.write('', () => resolve()));
      // The failure of a stream is told after the call that has met it.
      await turn();
      return failed;
    },
  };
}
