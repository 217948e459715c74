import t from 'tap';
import { judge } from './judge.ts';
import { LONG_MS, worlds } from './worlds.ts';

t.test('a box whose clock was wrong for two hours is the box it would have been', t =>
  judge(
    t,
    worlds.filter(({ stretchMs }) => stretchMs === LONG_MS),
  ),
);
