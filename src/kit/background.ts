/**
 * Lets work go on that nobody waits for. A rejection that nobody handles ends the process, so every caller names a handler.
 * @param failed gets the rejection, and must not throw unless the process is better ended
 */
export function background(work: Promise<unknown>, failed: (cause: unknown) => void): void {
  work.catch(failed);
}

/** The handler for work that is made never to reject: if it does, that is our bug, for the last handler of the process. */
export function impossible(cause: unknown): never {
  throw new Error('what never rejects has rejected', { cause });
}
