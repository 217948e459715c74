import t from 'tap';
import { holds, judge } from '../../../src/domain/rule/judge.ts';
import type { Condition, RuleState, Scalar } from '../../../src/domain/rule/rule-records.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';

const condition = (operator: Condition['operator'], more: Partial<Condition> = {}): Condition => ({
  ...{ forSeconds: 0, hysteresis: 0, ...(operator && { operator }) },
  ...more,
});

t.test('conditions', async t => {
  type Case = [
    Partial<Condition> & { operator: NonNullable<Condition['operator']> },
    Scalar,
    boolean | undefined,
    boolean?,
  ];
  const cases: Case[] = [
    [{ operator: 'gt', value: 5 }, 5, false],
    [{ operator: 'gt', value: 5 }, 5.1, true],
    [{ operator: 'gt', value: 5 }, '6', undefined],
    [{ operator: 'gt', value: 5 }, true, undefined],
    [{ operator: 'gt', value: 5 }, Number.NaN, false],
    [{ operator: 'gt', value: 5, hysteresis: 2 }, 4, false],
    [{ operator: 'gt', value: 5, hysteresis: 2 }, 4, true, true],
    [{ operator: 'gt', value: 5, hysteresis: 2 }, 3, false, true],
    [{ operator: 'gte', value: 5 }, 5, true],
    [{ operator: 'gte', value: 5 }, 4.9, false],
    [{ operator: 'gte', value: 5, hysteresis: 1 }, 4, true, true],
    [{ operator: 'gte', value: 5, hysteresis: 1 }, 3.9, false, true],
    [{ operator: 'lt', value: 5 }, 5, false],
    [{ operator: 'lt', value: 5 }, 4, true],
    [{ operator: 'lt', value: 5, hysteresis: 2 }, 6, true, true],
    [{ operator: 'lt', value: 5, hysteresis: 2 }, 7, false, true],
    [{ operator: 'lte', value: 5 }, 5, true],
    [{ operator: 'lte', value: 5, hysteresis: 2 }, 7, true, true],
    [{ operator: 'lte', value: 5, hysteresis: 2 }, 7.1, false, true],
    [{ operator: 'between', value: 1, value2: 3 }, 1, true],
    [{ operator: 'between', value: 1, value2: 3 }, 3, true],
    [{ operator: 'between', value: 1, value2: 3 }, 0.9, false],
    [{ operator: 'between', value: 1, value2: 3 }, 3.1, false],
    [{ operator: 'between', value: 1, value2: 3, hysteresis: 1 }, 4, true, true],
    [{ operator: 'between', value: 1, value2: 3, hysteresis: 1 }, -0.1, false, true],
    [{ operator: 'eq', value: 5 }, 5, true],
    [{ operator: 'eq', value: 5 }, 4, false],
    [{ operator: 'eq', value: 'open' }, 'open', true],
    [{ operator: 'eq', value: 'open' }, 'shut', false],
    [{ operator: 'eq', value: 'open' }, 1, undefined],
    [{ operator: 'eq', value: false }, false, true],
    [{ operator: 'ne', value: 'open' }, 'shut', true],
    [{ operator: 'ne', value: 'open' }, 'open', false],
    [{ operator: 'ne', value: 5 }, 'five', undefined],
    [{ operator: 'changed' }, 5, undefined],
  ];
  for (const [given, value, expected, held = false] of cases) {
    t.equal(
      holds(condition(given.operator, given), value, held),
      expected,
      `${JSON.stringify(given)} ${value} ${held}`,
    );
  }
});

/** What becomes of values, each a second after the one before: `+` fires, `-` ends, `.` is remembered, and else nothing. */
function course(given: Condition, values: readonly Scalar[], cooldownMs = 0): string {
  let state: RuleState | undefined;
  return values
    .map((value, n) => {
      const verdict = judge({ condition: given, cooldownMs }, state, {
        value,
        at: listenedMs(n * 1000),
      });
      if (!verdict) return ' ';
      state = verdict.state ?? undefined;
      return verdict.fires ? '+' : verdict.ends ? '-' : '.';
    })
    .join('');
}

t.test('courses of values', async t => {
  const above = condition('gt', { value: 5 });
  t.equal(course(above, [1, 6, 7, 6, 5, 4, 6]), ' +  - +');
  t.equal(course(above, [6, 'x', true, 6, 1]), '+   -');
  t.equal(course(condition('gt', { value: 5, forSeconds: 2 }), [6, 6, 6, 6, 1, 6, 1]), '. + -..');
  t.equal(course(above, [6, 1, 6, 1, 6, 6, 6, 6], 5000), '+-...+  ');
  t.equal(course(condition('changed'), [1, 1, 2, 2, 'x', true, true]), '. + ++ ');
  t.equal(course(condition('changed', { hysteresis: 2 }), [1, 2, 3, 4, 5, 2, 1]), '.  +  +');
  t.equal(course(condition('changed'), [1, 2, 3, 4, 4], 2000), '.+.+ ');
});
