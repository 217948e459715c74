/**
 * Some worlds: `CLOCK_WORLDS='part of a name;another' node test/e2e/clock-worlds/some.ts`; a quick choice by itself. With CLOCK_TIMES each of
 * them so often, one after the other.
 */
import t from 'tap';
import { judge } from './judge.ts';
import { worlds } from './worlds.ts';

const chosen = process.env.CLOCK_WORLDS?.split(';');
const times = Number(process.env.CLOCK_TIMES ?? 1);

t.test('a box whose clock was wrong is the box it would have been', t =>
  judge(
    t,
    worlds
      .filter(({ name, quick }) => (chosen ? chosen.some(part => name.includes(part)) : quick === true))
      .flatMap(world => Array.from({ length: times }, () => world)),
  ),
);
