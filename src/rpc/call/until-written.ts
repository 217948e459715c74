/**
 * Works a change out and writes it, until no other caller has changed meanwhile what it was worked out from. Each time one has, that
 * change is done: among those who change the same thing one always comes to its end (clarification T2).
 * @param attempt undefined: another change came in between
 * @throws the reason of the signal
 */
export async function untilWritten<T extends object>(
  signal: AbortSignal,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const written = await attempt();
    if (written) return written;
  }
}
