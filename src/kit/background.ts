/**
 * Lets work go on that is not waited for. Without a handler a rejection would go to the last handler of the process, so every caller
 * names one.
 * @param failed gets the rejection; what it throws goes to the last handler
 */
export function background(work: Promise<unknown>, failed: (cause: unknown) => void): void {
  work.catch(failed);
}

/** The handler for work that is made never to reject: if it does, that is our bug, for the last handler of the process. */
export function impossible(cause: unknown): never {
  throw new Error('what never rejects has rejected', { cause });
}
