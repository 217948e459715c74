import { announce } from './announce.ts';

/** What a failure is in words; pages give `faultOf` of `data/faults.ts`. */
type InWords = (cause: unknown) => { text: string; todo: string };

/** Runs what a button does and says what became of it. True where it worked. */
export async function attempt(inWords: InWords, run: () => Promise<string | undefined>): Promise<boolean> {
  try {
    const text = await run();
    if (text !== undefined) announce({ text, tone: 'ok' });
    return true;
  } catch (cause) {
    const { text, todo } = inWords(cause);
    announce({ text: `${text} ${todo}`, tone: 'error' });
    return false;
  }
}
