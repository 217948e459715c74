import t from 'tap';
import { addValue, noDay, type ValueDay } from '../../../src/domain/value/day.ts';
import { packDay, unpackDay } from '../../../src/domain/value/packed-day.ts';
import { DAY_S } from '../../../src/kit/units.ts';
import { random } from '../message/log-store.ts';

const names = ['a', 'b', 'c', 'd', 'e'];
const packed = (day: ValueDay) => Buffer.from(packDay(day, name => names.indexOf(name)));
const again = (day: ValueDay) => unpackDay(packed(day), id => names[id]);

function dayOf(values: readonly number[], name = 'a', span?: ValueDay['span']): ValueDay {
  const day = noDay(span);
  for (const [n, value] of values.entries()) addValue(day, name, n * 1000, value);
  return day;
}

t.test('a day is read as it was written', async t => {
  const cases: readonly (readonly number[])[] = [
    [],
    [0],
    [-0.5, 21.25, -40],
    [1e-7, 5],
    [2 ** 53, -(2 ** 53), 7],
    [2 ** 40, 2 ** 39 + 0.5],
    [Math.fround(21.53), Math.fround(-1e30)],
    [1 / 3, Number.MIN_VALUE, Number.MAX_VALUE],
    [1, 1.5, 2, 1, 3.5, 3, 9, 9, 9],
    [0.001, 0.002, 1234.567],
  ];
  for (const values of cases) {
    for (const span of [undefined, DAY_S] as const) t.same(again(dayOf(values, 'a', span)), dayOf(values, 'a', span));
  }
  const left = { ...dayOf([1]), leftOut: true };
  t.same(again(left), left);
});

t.test('several values, not all of them in every hour', async t => {
  const next = random(7);
  for (let round = 0; round < 200; round++) {
    const day = noDay();
    for (let n = 0; n < 60; n++) {
      const name = names[Math.floor(next() * names.length)] ?? 'a';
      addValue(day, name, Math.floor(next() * DAY_S), Math.floor(next() * 4000) - 2000);
    }
    t.same(again(day), day);
  }
});

t.test('what adding and scaling leave of a decimal is no digit of it', async t => {
  const day = dayOf([214 * 0.1, 3 * 0.1, 7 * 0.1]);
  const [hour] = again(day).values.get('a')?.values() ?? [];
  t.match(hour, { n: 3, max: 21.4, min: 0.3, last: 0.7, sum: 22.4 });
});

t.test('a day of five values of a sensor takes less than half of rows', async t => {
  const day = noDay();
  const next = random(3);
  for (const name of names) {
    for (let second = 0; second < DAY_S; second += 600) {
      addValue(day, name, second, Math.round(2000 + 500 * Math.sin(second / 14_000) + next() * 20) / 100);
    }
  }
  const { length } = packed(day);
  t.comment(`${length} bytes`);
  t.ok(length < 5 * 250, `${length} bytes`);
});
