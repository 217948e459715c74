import { LIMITS } from '../../../../src/domain/blueprint/codec/limits.ts';
import type { Json } from './documents.ts';
import { type Known, randomAffine, randomTree, textOf } from './random-expressions.ts';
import type { Tape } from './tape.ts';

const NAMES = ['a', 'b', 'c', 'kind', 'value', 'x y', '5min', '__proto__', 'constructor', 'pad', 'calibration', 'ä"\\'];
const REFERABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const KEYS = [...Array(10).fill(['k', 'factor']).flat(), 'missing', 'toString'];
const MOST_ELEMENTS = 12;
/** What takes the place of a value in a document that is broken on purpose. */
const STRANGE = [
  null,
  true,
  -1,
  0,
  1.5,
  65,
  1e300,
  '',
  '$',
  '$ +',
  'x',
  '\u0000',
  'uint',
  [],
  {},
  [[]],
  'n'.repeat(600),
];

/** How a random document is made. */
export interface Wishes {
  /** Each name once, nothing over anything else, and each value with one spelling only: whatever is decoded can be encoded. */
  readonly invertible: boolean;
}

/** A document that has to be accepted, as JSON has it. */
export function randomDocument(tape: Tape, wishes: Wishes): Json {
  const component: Record<string, Json> = Object.create(null);
  const names = ['t', 'size', 'hasOwnProperty'].slice(0, tape.below(4));
  for (const name of names) component[name] = randomDefinition(tape, noNames, wishes);
  const layouts = (): Json[] =>
    Array.from({ length: 1 + tape.below(2) }, (_, at) =>
      randomLayout(tape, component, at === 0 ? undefined : 191 + at, wishes),
    );
  const direction = wishes.invertible ? 2 : tape.below(3);
  return {
    version: '1.0',
    typeEui: '0011223344556677',
    ...(tape.onceIn(2) && { meta: { name: 'random', vendor: 'none', more: [1] } }),
    ...(direction !== 2 && { uplink: layouts() }),
    ...(names.length > 0 && { component }),
    ...(direction !== 0 && { downlink: layouts() }),
    calibration: { k: 2, factor: 0.5 },
  };
}

/** More steps than one decoding may take, or nearly as many. */
export function heavyDocument(tape: Tape): Json {
  const func = `0${'+0'.repeat(100 + tape.below(28))}`;
  const payload = Array.from({ length: 40 + tape.below(60) }, (_, at) => ({ name: `n${at}`, component: 'c' }));
  const component = { c: { size: 1, type: 'uint', func } };
  return { version: '1.0', typeEui: '0011223344556677', uplink: [{ payload }], component };
}

/** The text of a document with a mistake in it, or with something that only looks like one. */
export function brokenText(document: Json, tape: Tape): string {
  if (tape.onceIn(4)) return brokenCharacters(JSON.stringify(document), tape);
  const objects: (Json | unknown[])[] = [];
  const visit = (of: unknown): void => {
    if (typeof of !== 'object' || of === null) return;
    objects.push(of as Json);
    for (const inner of Object.values(of)) visit(inner);
  };
  visit(document);
  for (let times = 1 + tape.below(2); times > 0; times--) {
    const place = tape.pick(objects) as Record<string, unknown>;
    const keys = Object.keys(place);
    if (keys.length === 0) continue;
    const key = tape.pick(keys);
    if (tape.onceIn(4)) delete place[key];
    else Object.defineProperty(place, key, { value: tape.pick(STRANGE), enumerable: true });
  }
  return JSON.stringify(document, null, tape.below(2));
}

function brokenCharacters(text: string, tape: Tape): string {
  const at = tape.below(text.length);
  const instead = tape.pick(['', '', ',', '}', ']', '"', ':', '\\', '/*', 'null', '\u2028', '\n']);
  return text.slice(0, at) + instead + text.slice(at + tape.below(8));
}

const noNames: Known = { names: [], ownValue: true, keys: KEYS };

function randomLayout(
  tape: Tape,
  component: Readonly<Record<string, Json>>,
  id: number | undefined,
  wishes: Wishes,
): Json {
  const declared: string[] = [];
  const known = (ownValue: boolean): Known => ({
    names: declared.filter(name => REFERABLE.test(name)),
    ownValue,
    keys: KEYS,
  });
  const payload = Array.from({ length: tape.below(MOST_ELEMENTS) }, (_, at) => {
    const name = wishes.invertible ? `${at} ${tape.pick(NAMES)}` : tape.pick(NAMES);
    const named = wishes.invertible && tape.onceIn(2) ? `n${at}` : name;
    const element = randomElement(tape, component, known(true), wishes);
    declared.push(named);
    return { name: named, ...element };
  });
  const virtual = Array.from({ length: tape.below(4) }, () => {
    const made = {
      name: tape.pick(NAMES),
      func: expression(tape, known(false)),
      ...(tape.onceIn(3) && { condition: expression(tape, known(false)) }),
      ...(tape.onceIn(3) && { type: tape.pick(['bool', 'uint']) }),
      ...(tape.onceIn(4) && { hidden: true }),
    };
    declared.push(made.name);
    return made;
  });
  return {
    ...(id !== undefined && { id }),
    payload,
    ...(virtual.length > 0 && !wishes.invertible && { virtual }),
    ...(tape.onceIn(4) && { littleEndian: true }),
    ...(!wishes.invertible && tape.onceIn(16) && { crypto: tape.pick([0, '0', '', 1, 'aes']) }),
  };
}

function randomElement(tape: Tape, component: Readonly<Record<string, Json>>, known: Known, wishes: Wishes): Json {
  const names = Object.keys(component);
  const condition = { ...known, ownValue: false };
  const more = {
    ...(tape.onceIn(4) && { condition: expression(tape, condition) }),
    ...(tape.onceIn(4) && { label: 'label' }),
    ...(!wishes.invertible && tape.onceIn(16) && { offset: tape.below(64) }),
  };
  if (names.length === 0 || tape.onceIn(2)) {
    const definition = randomDefinition(tape, known, wishes);
    const text = /string|binary|bytes/.test(String(definition.type));
    return { ...definition, ...(!text && randomScaling(tape, wishes)), ...more };
  }
  const name = tape.pick(names);
  const over = tape.onceIn(3) ? { hidden: tape.onceIn(2), unit: 'V', littleEndian: tape.onceIn(2) } : {};
  return { component: name, ...over, ...more };
}

function randomScaling(tape: Tape, { invertible }: Wishes): Json {
  return {
    ...(tape.onceIn(6) && { scale: tape.pick([2, -0.5, 0.01]) }),
    ...(tape.onceIn(6) && { bias: tape.pick([1, -40]) }),
    ...(tape.onceIn(8) && { calibration: invertible ? tape.pick(['k', 'factor']) : tape.pick(KEYS) }),
  };
}

function randomDefinition(tape: Tape, known: Known, { invertible }: Wishes): Json {
  const type = tape.pick(['uint', 'uint', 'int', 'int', 'bool', 'float', 'enum', 'string', 'binary', 'bytes']);
  const text = /string|binary|bytes/.test(type);
  const size = text ? 8 * (1 + tape.below(6)) : type === 'float' ? tape.pick([32, 64]) : sizeOf(type, tape, invertible);
  const func = (): string =>
    textOf(invertible || tape.onceIn(2) ? randomAffine(tape) : randomTree(tape, known, 2), tape);
  const choices = { 0: 'off', 1: 'on', 2: 7, 3: true, [tape.pick(['23.5', '-1', '18446744073709551615'])]: 'odd' };
  return {
    type,
    size,
    ...(tape.onceIn(3) && { unit: tape.pick(['', '°C', '%']) }),
    ...(tape.onceIn(4) && { littleEndian: tape.onceIn(2) }),
    ...(tape.onceIn(5) && { hidden: true }),
    ...(!text && tape.onceIn(3) && { func: tape.onceIn(4) ? tape.pick(['', '$']) : func() }),
    ...(!invertible && !text && tape.onceIn(6) && { enum: choices }),
  };
}

/** A bool of several bits has several spellings of true, and no double has all whole numbers of more than 53 bits. */
function sizeOf(type: string, tape: Tape, invertible: boolean): number {
  if (type === 'bool') return invertible ? 1 : 1 + tape.below(8);
  const size = tape.onceIn(3) ? tape.pick([8, 16, 24, 32, 40, 48, 56, 64]) : 1 + tape.below(64);
  return invertible && size > 32 ? 32 : size;
}

function expression(tape: Tape, known: Known): string {
  const text = textOf(randomTree(tape, known, tape.pick([0, 1, 2, 2, 3])), tape);
  return text.length > LIMITS.expressionCharacters ? '1' : text;
}
