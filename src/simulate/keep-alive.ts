const LONG_MS = 60_000;

/** Keeps this process alive until it is disposed of: the clock's timers do not, and between two connections nothing else does. */
export function keepAlive(): Disposable {
  const alive = setInterval(() => undefined, LONG_MS);
  return { [Symbol.dispose]: () => clearInterval(alive) };
}
