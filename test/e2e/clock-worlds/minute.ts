import t from 'tap';
import { judge } from './judge.ts';
import { SHORT_MS, worlds } from './worlds.ts';

t.test('a box whose clock was wrong for a minute is the box it would have been', t =>
  judge(
    t,
    worlds.filter(({ stretchMs }) => stretchMs === SHORT_MS),
  ),
);
