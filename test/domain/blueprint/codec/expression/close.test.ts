import t from 'tap';
import { closed } from '../../../../../src/domain/blueprint/codec/expression/close.ts';
import { parseExpression } from '../../../../../src/domain/blueprint/codec/expression/parse.ts';
import { ExpressionMistake } from '../../../../../src/domain/blueprint/codec/expression/tokens.ts';
import { Run, TEXT } from '../../../../../src/domain/blueprint/codec/run.ts';

/** The names that expressions can refer to, and what each of them is. */
const NAMES = { zero: 0, two: 2, minus: -5, big: 2 ** 40, absent: Number.NaN, text: TEXT };

/** The result: a number, a boolean, `absent`, or what failed. */
function evaluated(text: string, own = Number.NaN): unknown {
  const slots = Object.keys(NAMES);
  const run = new Run(slots.length, new Map([['k', 1.5]]));
  run.begin(undefined);
  run.values.set(Object.values(NAMES));
  run.own = own;
  const computation = closed(parseExpression(text, true), name => slots.indexOf(name));
  const result = computation.evaluate(run);
  if (run.failure !== undefined) return run.failure;
  if (Number.isNaN(result)) return 'absent';
  return computation.logical ? result !== 0 : result;
}

function mistakeOf(text: string, ownValue: boolean): string | undefined {
  try {
    parseExpression(text, ownValue);
  } catch (error) {
    if (error instanceof ExpressionMistake) return error.reason;
    throw error;
  }
  return undefined;
}

function stepsOf(text: string): number {
  const run = new Run(1, new Map());
  run.begin(undefined);
  closed(parseExpression(text, true), () => 0).evaluate(run);
  return run.steps;
}

t.test('expressions give what the format says', async t => {
  const cases: [string, number | undefined, unknown][] = [
    ['$/10', 235, 23.5],
    ['$/8-40', 223, -12.125],
    ['($+18)/10', 15, 3.3],
    ['$  - 128', 149, 21],
    ['$ / 10.0 - 273.1', 2944, 21.299999999999955],
    ['floor((($/10 - 100)*100)+0.5)/100', 1212, 21.2],
    ['$/256*1.3+3.0', 128, 3.65],
    ['$ & 1 == 1', 2, 0],
    ['1 || 0 && 0', undefined, true],
    ['7 ^ 2', undefined, 5],
    ['-7 % 3', undefined, -1],
    ['1 << ($ & 7)', 0x0c, 16],
    ['0x10 + 1e2', undefined, 116],
    ['$ > 3 ? 1.5 : 2', 4, 1.5],
    ['7/2', undefined, 3.5],
    ['$value\n+\t1', 4, 5],
  ];
  for (const [text, own, result] of cases) t.equal(evaluated(text, own), result, text);
});

t.test('operators bind as in C, and to the left', async t => {
  const cases: [string, unknown][] = [
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['16 / 4 / 2', 2],
    ['2 * 7 % 4', 2],
    ['1 << 2 + 1', 8],
    ['1 << 2 << 1', 8],
    ['6 & 3 | 8', 10],
    ['1 | 6 ^ 2 & 3', 5],
    ['4 > 3 == 1', true],
    ['1 < 2 < 1', false],
    ['1 == 1 & 3', 1],
    ['0 && 0 || 1', true],
    ['-2 - -3', 1],
    ['- -$two', 2],
    ['!!$two', true],
    ['~-1', 0],
    ['+$minus', -5],
    ['1 ? 0 ? 5 : 6 : 7', 6],
    ['0 ? 5 : 0 ? 6 : 7', 7],
    ['1 || 0 ? 5 : 6', 5],
    ['1 === 1', true],
    ['1 !== 1', false],
    ['true + true', 2],
    ['false', 0],
  ];
  for (const [text, result] of cases) t.equal(evaluated(text), result, text);
});

t.test('numbers are written in a few ways only', async t => {
  const cases: [string, number][] = [
    ['0x1F', 31],
    ['0xff', 255],
    ['.5', 0.5],
    ['1.25e-2', 0.0125],
    ['1e+2', 100],
    ['08', 8],
    ['0xFFFFFFFFFFFFFFFF', 2 ** 64],
  ];
  for (const [text, result] of cases) t.equal(evaluated(text), result, text);
  for (const text of ['1.', '1e', '0x', '0xg', '1_000', '1E2', '0X10', '1.2.3', '5min', '1e999', '0b1']) {
    t.equal(mistakeOf(text, true), 'invalid_expression', text);
  }
});

t.test('functions do what they are called', async t => {
  const cases: [string, unknown][] = [
    ['floor(-1.5)', -2],
    ['ceil(-1.5)', -1],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['trunc(-2.5)', -2],
    ['abs(-2.5)', 2.5],
    ['min(3, 1, 2)', 1],
    ['max(3)', 3],
    ['max(1, 2, 3, 4)', 4],
    ['sqrt(9)', 3],
    ['pow(2, 10)', 1024],
    ['exp(0)', 1],
    ['log(1)', 0],
    ['log10(1000)', 3],
    ['log2(8)', 3],
    ['sin(0)', 0],
    ['cos(0)', 1],
    ['tan(0)', 0],
    ['Math.floor(1.5)', 1],
    ['floor (1.5)', 1],
    ['if(1, 2, 3)', 2],
    ['Math.if(0, 2, 3)', 3],
    ['if($absent, 2, 3)', 3],
    ['if(1, 2, 1/0)', 2],
  ];
  for (const [text, result] of cases) t.equal(evaluated(text), result, text);
  const wrong = [
    'floor()',
    'floor(1,2)',
    'pow(1)',
    'if(1,2)',
    'min()',
    'Math.PI',
    'Math .floor(1)',
    'Math.true',
    'sum(1)',
  ];
  for (const text of [...wrong, 'constructor(1)', 'floor', 'floor(1', 'floor 1', 'Floor(1)']) {
    t.equal(mistakeOf(text, true), 'invalid_expression', text);
  }
});

t.test('what is no expression is none', async t => {
  const texts = [
    '',
    '1 +',
    '* 1',
    '(1',
    '1)',
    '1 2',
    '$ $',
    'a',
    '"a"',
    "'a'",
    '[1]',
    '$ = 1',
    '$ += 1',
    '2 ** 3',
    '1 ? 2',
    '1 : 2',
  ];
  const more = [
    '$5',
    '$a.b',
    '$calibration.',
    '$calibration.5',
    '$calibration .k',
    '1, 2',
    '$ >>> 1',
    '1 // x',
    '1;',
    '\r1',
    '`1`',
    '¬1',
    '&',
    '$a-',
    '= 1',
    '1 <> 2',
    '@',
    '\\',
    '{}',
  ];
  for (const text of [...texts, ...more]) {
    t.equal(mistakeOf(text, true), 'invalid_expression', JSON.stringify(text));
  }
  t.equal(mistakeOf('$ + 1', false), 'invalid_expression');
  t.strictSame(parseExpression('$value + $a + $a + $calibration', false).names, ['value', 'a', 'calibration']);
  t.strictSame(parseExpression('$value + $calibration.k', true).names, []);
});

t.test('bit operators work on integers of any width, and leave 64 bits for no result', async t => {
  const cases: [string, unknown][] = [
    ['$big & $big', 2 ** 40],
    ['($big + 5) & 0xFF', 5],
    ['$big | 1', 2 ** 40 + 1],
    ['$big ^ $big', 0],
    ['0xFFFFFFFF & 0x80000000', 2 ** 31],
    ['1 << 31', 2 ** 31],
    ['1 << 32', 2 ** 32],
    ['1 << 62', 2 ** 62],
    ['1 << 63', 2 ** 63],
    ['2 << 63', 'expression'],
    ['-1 << 63', -(2 ** 63)],
    ['-2 << 63', 'expression'],
    ['1 << 64', 'expression'],
    ['1 << -1', 'expression'],
    ['1 >> 64', 'expression'],
    ['1 >> -1', 'expression'],
    ['0 << 64', 'expression'],
    ['$big >> 40', 1],
    ['7 >> 1', 3],
    ['7 >> 40', 0],
    ['-5 >> 1', -3],
    ['-5 & 0xF', 11],
    ['-5 | 0', -5],
    ['-1 ^ 1', -2],
    ['~5', -6],
    ['~$big', -(2 ** 40) - 1],
    ['~3.9', -4],
    ['~-3.9', 2],
    ['3.9 & 3.9', 3],
    ['-3.9 | 0', -3],
    ['1 << 2.9', 4],
    ['1 << -0.9', 1],
    ['0xFFFFFFFFFFFFFFFF & 1', 0],
    ['0xFFFFFFFFFFFFFFFF | 1', 'expression'],
    ['~0xFFFFFFFFFFFFFFFF', 'expression'],
    ['-0.0 & 1', 0],
  ];
  for (const [text, result] of cases) t.equal(evaluated(text), result, text);
});

t.test('what is absent is not zero', async t => {
  const absent = [
    '$absent',
    '-$absent',
    '+$absent',
    '~$absent',
    '$absent + 1',
    '1 / $absent',
    '$absent % 2',
    '2 * $absent',
  ];
  const inCalls = [
    'abs($absent)',
    'round($absent)',
    'min(1, $absent)',
    'max($absent, 1)',
    'pow($absent, 0)',
    'pow(1, $absent)',
  ];
  const inBits = ['$absent & 0', '0 & $absent', '$absent << 70', '1 >> $absent', '$absent | 1', '$absent ^ $absent'];
  for (const text of [...absent, ...inCalls, ...inBits, '1 ? $absent : 2', '$absent / 0', '$absent - $absent']) {
    t.equal(evaluated(text), 'absent', text);
  }
  for (const operator of ['==', '!=', '<', '<=', '>', '>=', '===', '!==']) {
    t.equal(evaluated(`$absent ${operator} 0`), false);
    t.equal(evaluated(`0 ${operator} $absent`), false);
    t.equal(evaluated(`$absent ${operator} $absent`), false);
  }
  t.equal(evaluated('!$absent'), true);
  t.equal(evaluated('$absent || 0'), false);
  t.equal(evaluated('$absent || 1'), true);
  t.equal(evaluated('1 && $absent'), false);
  t.equal(evaluated('$absent ? 1 : 2'), 2);
});

t.test('a result that is no finite number is a failure, and so is text', async t => {
  const failing = ['1/0', '0/0', '5 % 0', 'sqrt(-1)', 'log(0)', 'log(-1)', 'exp(1000)', 'pow(0, -1)', 'pow(-1, 0.5)'];
  const large = ['1e308 * 10', '-1e308 - 1e308', '1e308 + 1e308', '1e308 / 0.1', 'tan(1/0)'];
  const text = ['$text', '$text == 1', '!$text', '$text && 1', '-$text', '$text ? 1 : 2', 'floor($text)', '$text & 1'];
  for (const each of [...failing, ...large, ...text]) t.equal(evaluated(each), 'expression', each);
  t.equal(evaluated('$calibration.k * 2'), 3);
  t.equal(evaluated('$calibration.none'), 'calibration_missing');
  t.equal(evaluated('0 == (1/0)'), 'expression', 'also where the rest gives a number');
});

t.test('what need not be evaluated is not', async t => {
  for (const text of ['0 && 1/0', '1 || 1/0', '1 ? 2 : 1/0', '0 ? 1/0 : 2', 'if(1, 2, 1/0)']) {
    t.not(evaluated(text), 'expression', text);
  }
  t.equal(evaluated('1 && 1/0'), 'expression');
  t.equal(evaluated('0 || 1/0'), 'expression');
});

t.test('each node that is evaluated is a step, as it is written', async t => {
  const cases: [string, number][] = [
    ['1', 1],
    ['((1))', 1],
    ['1 + 2 + 3', 5],
    ['-(-1)', 3],
    ['abs(1)', 2],
    ['min(1, 2, 3)', 4],
    ['0 && 1 + 1', 2],
    ['1 && 1 + 1', 5],
    ['1 || 1 + 1', 2],
    ['0 || 1 + 1', 5],
    ['1 ? 2 : 3 + 4', 3],
    ['0 ? 2 : 3 + 4', 5],
    ['if(0, 2, 3 + 4)', 5],
    ['(1 && 1) + (0 && 1)', 6],
  ];
  for (const [text, steps] of cases) t.equal(stepsOf(text), steps, text);
});
