/**
 * Lets work go on that nobody waits for. A rejection that nobody hears ends the process, so somebody is named who does.
 * @param failed hears of the rejection, and must not throw unless the process is better ended
 */
export function background(work: Promise<unknown>, failed: (cause: unknown) => void): void {
  work.catch(failed);
}

/** Hears of the rejection of what is made never to reject: a mistake of ours, for the last handler of the process. */
export function impossible(cause: unknown): never {
  throw new Error('what never rejects has rejected', { cause });
}
