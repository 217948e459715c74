/**
 * Whether tables are tried whole: every row of them, where CI and a bare `npm test` take a part in which each kind of row is once. So does
 * `npm test -- --long`.
 */
export const isWhole = process.env.TEST_WHOLE === '1';

/** The first so many of them, or all when tables are tried whole: of seeds, each of which is another run of the same. */
export function some<T>(all: readonly T[], first: number): readonly T[] {
  return isWhole ? all : all.slice(0, first);
}
