import type { SqlValue } from '../../database/driver.ts';

/** Conditions of a list, for what was asked for. @param asked conditions with one place each, and its value; undefined asks nothing */
export function conditions(asked: readonly (readonly [condition: string, value: SqlValue | undefined])[]) {
  const given = asked.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return { where: given.map(({ condition }) => condition), values: given.map(({ value }) => value) };
}

/** A flag as it is stored. */
export const stored = (flag: boolean | undefined): number | undefined =>
  flag === undefined ? undefined : Number(flag);
