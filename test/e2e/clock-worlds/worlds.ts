import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/kit/units.ts';

/** Counters, payloads and radio levels of the traffic come from it: other ones in another run, the same in every world of one run. */
export const SEED = 29;

/** How the clock of the box goes, and how long it is wrong. */
export interface World {
  readonly name: string;
  /** How far it is from the right time while it is wrong, milliseconds; `epoch`: it says 1970. */
  readonly offset: number | 'epoch';
  /** When it begins to be wrong: while the box is off, or while it runs. */
  readonly from: 'start' | 'running';
  /** When it is right again, likewise. */
  readonly back: 'start' | 'running';
  readonly stretchMs: number;
  /** Part of the ordinary run. */
  readonly quick?: true;
}

const YEAR_MS = 365 * DAY_MS;
export const SHORT_MS = 65 * SECOND_MS;
export const LONG_MS = 2 * HOUR_MS;

const ahead = [
  ['10 s ahead', 10 * SECOND_MS],
  ['40 days ahead', 40 * DAY_MS],
  ['1 year ahead', YEAR_MS],
  ['10 years ahead', 10 * YEAR_MS],
] as const;
const behind = [
  ['1 h behind', -HOUR_MS],
  ['1 day behind', -DAY_MS],
] as const;
const stretches = [
  ['65 s', SHORT_MS],
  ['2 h', LONG_MS],
] as const;
const backs = ['running', 'start'] as const;

/** With what each of the others is compared: a run of the same length at a right clock. */
export const right = (stretchMs: number): World => ({
  name: `right, ${stretchMs / SECOND_MS} s`,
  ...{ offset: 0, from: 'start', back: 'start', stretchMs },
});

const QUICK = new Set([
  '10 s ahead while it runs for 65 s, back while it runs',
  '1970 from a start for 65 s, back while it runs',
  '1 h behind while it runs for 65 s, back while it runs',
  '1 day behind from a start for 65 s, back at a start',
]);

function world(
  how: string,
  offset: World['offset'],
  from: World['from'],
  back: World['back'],
  stretch: (typeof stretches)[number],
): World {
  const [length, stretchMs] = stretch;
  const word = { start: 'at a start', running: 'while it runs' };
  const name = `${how} ${from === 'start' ? 'from a start' : word[from]} for ${length}, back ${word[back]}`;
  return { name, offset, from, back, stretchMs, ...(QUICK.has(name) && { quick: true as const }) };
}

/** Every way in which the clock is wrong. */
export const worlds: readonly World[] = [
  ...ahead.flatMap(([how, offset]) =>
    stretches.flatMap(stretch => backs.map(back => world(how, offset, 'start', back, stretch))),
  ),
  ...ahead.map(([how, offset]) => world(how, offset, 'running', 'running', stretches[0])),
  ...ahead.slice(1, 3).map(([how, offset]) => world(how, offset, 'running', 'running', stretches[1])),
  ...backs.map(back => world('1970', 'epoch', 'start', back, stretches[0])),
  ...behind.flatMap(([how, offset]) =>
    (['running', 'start'] as const).map(from => world(how, offset, from, from, stretches[0])),
  ),
];
