// Long: for CI and `npm test -- --long`.
import t from 'tap';
import { judge } from './judge.ts';
import { worlds } from './worlds.ts';

t.setTimeout(900_000);

/** In which all that ends by time would have ended, and nothing is known of it but what the database says; the others are for `some.ts`. */
const WORLD = '40 days ahead from a start for 65 s, back at a start';

t.test('a box that was started once by a clock that was ahead is the box it would have been', t =>
  judge(
    t,
    worlds.filter(({ name }) => name === WORLD),
  ),
);
