const FIRST_MS = 1000;
const LONGEST_MS = 15_000;

/** How long to wait before asking again: 1, 2, 4, 8 and then always 15 s. */
export function nextWait(last: number): number {
  return last === 0 ? FIRST_MS : Math.min(LONGEST_MS, last * 2);
}

/** How often to ask what is polled: more seldom where answers are slow. */
export function pollEvery(usualMs: number, answerMs: number): number {
  return answerMs > 1000 ? usualMs + 4 * answerMs : usualMs;
}
