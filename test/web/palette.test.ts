import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { PAGE_STYLE } from '../../src/identity/html.ts';
import { contrast, distance, parseColour, type Rgb } from './colour.ts';

const css = readFileSync(join(import.meta.dirname, '../../web/style/tokens.css'), 'utf8');
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [parseColour(light), parseColour(dark)] as const],
  ),
);

const THEMES = ['light', 'dark'] as const;

function colour(name: string, theme: (typeof THEMES)[number]): Rgb {
  const pair = tokens.get(name);
  if (!pair) throw new Error(`tokens.css has no --${name}`);
  return pair[THEMES.indexOf(theme)] ?? [0, 0, 0];
}

const TEXT = 4.5;
const SHAPE = 3;

/** Foreground, what it stands on, and the least contrast. */
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['text', 'text-2', 'text-3'].flatMap(text =>
    ['bg', 'surface', 'sunken', 'raised'].map(ground => [text, ground, TEXT] as const),
  ),
  ...['bg', 'surface'].map(ground => ['outline', ground, SHAPE] as const),
  ...['accent', 'ok', 'warning', 'error', 'critical', 'info'].flatMap(tone =>
    ['bg', 'surface', `${tone}-soft`].map(ground => [tone, ground, TEXT] as const),
  ),
  ['on-accent', 'accent', TEXT],
  ['on-accent', 'accent-hover', TEXT],
  ['on-accent', 'error', TEXT],
  ['text', 'accent-soft', TEXT],
  ['text-2', 'accent-soft', TEXT],
  ...[1, 2, 3, 4, 5, 6].map(series => [`series-${series}`, 'surface', SHAPE] as const),
];

for (const theme of THEMES) {
  t.test(`${theme}: words can be read and shapes be seen wherever they stand`, async t => {
    for (const [on, ground, least] of PAIRS) {
      const value = contrast(colour(on, theme), colour(ground, theme));
      t.ok(value >= least, `${on} on ${ground}: ${value.toFixed(2)}, at least ${least}`);
    }
  });

  t.test(`${theme}: any two series are told apart, also with a colour vision deficiency`, async t => {
    for (let one = 1; one <= 6; one++) {
      for (let other = one + 1; other <= 6; other++) {
        const apart = distance(colour(`series-${one}`, theme), colour(`series-${other}`, theme));
        t.ok(apart >= 15, `${one} and ${other}: ${apart.toFixed(1)}`);
      }
    }
  });

  t.test(`${theme}: heat gets steadily ${theme === 'light' ? 'darker' : 'lighter'}`, async t => {
    const black = parseColour('#000000');
    const steps = [1, 2, 3, 4, 5, 6, 7].map(step => contrast(colour(`heat-${step}`, theme), black));
    const sorted = steps.toSorted((a, b) => (theme === 'light' ? b - a : a - b));
    t.same(steps, sorted);
  });
}

t.test('the pages of sign-in without a script have the colours of the console', async t => {
  const pairs = [...PAGE_STYLE.matchAll(/--([\w-]+):light-dark\((#[0-9a-f]{6}),(#[0-9a-f]{6})\)/g)];
  t.ok(pairs.length > 10);
  for (const [, name = '', light, dark] of pairs) t.match(css, `--${name}: light-dark(${light}, ${dark});`);
});
