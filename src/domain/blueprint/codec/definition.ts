import type { Warning } from './blueprint.ts';
import { type Expression, parseExpression } from './expression/parse.ts';
import { ExpressionMistake } from './expression/tokens.ts';
import { type Node, type ObjectNode, type Problems, quoted } from './json-tree.ts';
import { LIMITS } from './limits.ts';
import { Members, wholeNumber } from './members.ts';

export type NumberType = 'uint' | 'int' | 'bool' | 'float' | 'enum';
export type FieldType = NumberType | 'string' | 'binary';
export type Choices = ReadonlyMap<string, string | number | boolean>;

/** What an element is, its own keys and those of its component together. */
export interface Definition {
  readonly size: number;
  readonly type: FieldType;
  readonly func: Expression | undefined;
  readonly unit: string;
  readonly littleEndian: boolean;
  readonly hidden: boolean;
  /** Decimal text of the final value → what stands in the result in its place. */
  readonly choices: Choices | undefined;
}

const TYPES: ReadonlyMap<string, FieldType> = new Map([
  ...(['uint', 'int', 'bool', 'float', 'enum', 'string', 'binary'] as const).map(type => [type, type] as const),
  ['bytes', 'binary'],
]);
/** Of a payload element alone. */
const NUMBERS_ONLY = ['scale', 'bias', 'calibration'] as const;
/** What the empty text and a bare `$` say as well: the value stays as it is. */
const IDENTITY = /^[ \t\n]*\$?[ \t\n]*$/;

/** Checks what elements and components have in common. */
export class Definitions {
  readonly #problems: Problems;
  readonly #warnings: Warning[];
  readonly #components: ReadonlyMap<string, Node>;
  /** A component is met once for each element that refers to it, and may be long. */
  readonly #choices = new Map<Node, Choices>();
  readonly #expressions = new Map<string, Expression | ExpressionMistake>();
  readonly #warned = new Set<Node>();

  constructor(problems: Problems, warnings: Warning[], components: ReadonlyMap<string, Node>) {
    this.#problems = problems;
    this.#warnings = warnings;
    this.#components = components;
  }

  /** A component by itself, whether or not something refers to it. */
  component(node: ObjectNode): void {
    this.#definition(new Members(node, this.#problems), undefined, false);
  }

  /** An element with its own keys before those of its component. Undefined when something is wrong. */
  element(node: ObjectNode, layoutLittleEndian: boolean): Definition | undefined {
    const own = new Members(node, this.#problems);
    const name = own.text('component');
    if (name === undefined) return this.#definition(own, undefined, layoutLittleEndian);
    const component = this.#components.get(name);
    if (component?.kind === 'object') {
      return this.#definition(own, new Members(component, this.#problems), layoutLittleEndian);
    }
    const reference = own.get('component');
    if (!component && reference) {
      this.#problems.add('component_not_found', reference, `there is no component ${quoted(name)}`);
    }
    return undefined;
  }

  /** The expression at a key; undefined when there is none, when it changes nothing, or when something is wrong with it. */
  expression(of: Members, key: string, ownValue: boolean): Expression | undefined {
    const text = of.text(key);
    const node = of.get(key);
    if (text === undefined || !node || (ownValue ? IDENTITY : /^[ \t\n]*$/).test(text)) return undefined;
    const id = `${ownValue} ${text}`;
    const found = this.#expressions.get(id) ?? parsed(text, ownValue);
    this.#expressions.set(id, found);
    // `$value` and `($)` say no more than `$`.
    if (!(found instanceof ExpressionMistake)) return found.tree.kind === 'self' ? undefined : found;
    this.#problems.add(found.reason, node, found.message);
    return undefined;
  }

  #definition(own: Members, component: Members | undefined, layoutLittleEndian: boolean): Definition | undefined {
    const holder = (key: string): Members => (own.get(key) || !component ? own : component);
    const type = this.#type(own, holder('type'));
    const size = type && this.#size(type, own, holder('size'), holder('type'));
    const func = this.expression(holder('func'), 'func', true);
    const unit = holder('unit').label('unit', LIMITS.unitCharacters) ?? '';
    const byteOrder = holder('littleEndian');
    const littleEndian = byteOrder.flag('littleEndian') ?? layoutLittleEndian;
    const ownHidden = own.flag('hidden');
    const hidden = (component?.flag('hidden') || ownHidden) ?? false;
    const choices = this.#choicesOf(holder('enum'));
    if (type === undefined || size === undefined) return undefined;
    if (isText(type)) {
      this.#checkText(own, func, holder('func'), component);
      if (choices) this.#warn('enum_without_effect', holder('enum').get('enum'), 'only a number can be looked up');
    } else if (littleEndian && type !== 'bool' && size > 8 && size % 8 !== 0) {
      const node = byteOrder.get('littleEndian') ?? own.node;
      this.#warn('byte_order_without_effect', node, `${size} bits are not whole bytes: they are read as they stand`);
    }
    return { size, type, func, unit, littleEndian, hidden, choices };
  }

  #type(own: Members, holder: Members): FieldType | undefined {
    const node = holder.get('type');
    if (!node) {
      this.#problems.add('invalid_field_type', own.node, '"type" is missing');
      return undefined;
    }
    const type = node.kind === 'scalar' && typeof node.value === 'string' ? TYPES.get(node.value) : undefined;
    if (!type) this.#problems.add('invalid_field_type', node, `"type" is one of ${[...TYPES.keys()].join(', ')}`);
    return type;
  }

  #size(type: FieldType, own: Members, holder: Members, typeHolder: Members): number | undefined {
    const node = holder.get('size');
    const size = node && wholeNumber(node);
    const wrong = sizeMistake(type, size);
    if (wrong === undefined) return size;
    if (!node) this.#problems.add('invalid_size', own.node, '"size" is missing');
    // Where the component is right for itself, the element's own type is what does not go with its size.
    else if (holder === own || typeHolder !== own) this.#problems.add('invalid_size', node, wrong);
    else this.#problems.add('invalid_size', own.get('type') ?? node, wrong);
    return undefined;
  }

  #checkText(own: Members, func: Expression | undefined, funcHolder: Members, component: Members | undefined): void {
    const wrong = func ? (funcHolder === own || !component ? funcHolder.get('func') : own.get('type')) : undefined;
    const nodes = [wrong ?? (func && funcHolder.get('func')), ...NUMBERS_ONLY.map(key => own.get(key))];
    for (const node of nodes) {
      if (node)
        this.#problems.add('invalid_field_type', node, 'text and bytes are no numbers: there is nothing to compute');
    }
  }

  #choicesOf(holder: Members): Choices | undefined {
    const node = holder.object('enum');
    if (!node) return undefined;
    const known = this.#choices.get(node);
    if (known) return known;
    const choices = new Map<string, string | number | boolean>();
    for (const [key, item] of node.members) {
      if (item.kind !== 'scalar' || item.value === null) {
        this.#problems.add('invalid_json', item, 'a string, a number, true or false is put in the place of a number');
      } else if (typeof item.value === 'number' && !Number.isFinite(item.value)) {
        this.#problems.add('invalid_json', item, 'this number is too large');
      } else if (typeof item.value === 'string' && item.value.length > LIMITS.enumCharacters) {
        this.#problems.add('limit_exceeded', item, `this has more than ${LIMITS.enumCharacters} characters`);
      } else choices.set(key, item.value);
    }
    this.#choices.set(node, choices);
    return choices;
  }

  #warn(code: Warning['code'], node: Node | undefined, detail: string): void {
    if (!node || this.#warned.has(node)) return;
    this.#warned.add(node);
    this.#warnings.push({ code, ...this.#problems.place(node), detail });
  }
}

export function isText(type: FieldType): type is 'string' | 'binary' {
  return type === 'string' || type === 'binary';
}

/** The type of a `type` key that stands for a number. */
export function numberType(name: string): NumberType | undefined {
  const type = TYPES.get(name);
  return type && !isText(type) ? type : undefined;
}

function sizeMistake(type: FieldType, size: number | undefined): string | undefined {
  if (size === undefined || size < 1) return '"size" is a whole number of bits, 1 or more';
  if (isText(type)) {
    if (size % 8 !== 0) return 'the size of text and bytes is a multiple of 8';
    return size > LIMITS.textBits ? `text and bytes have ${LIMITS.textBits} bits at most` : undefined;
  }
  if (type === 'float') return size === 32 || size === 64 ? undefined : 'a float has 32 or 64 bits';
  return size > LIMITS.numberBits ? `a number has ${LIMITS.numberBits} bits at most` : undefined;
}

function parsed(text: string, ownValue: boolean): Expression | ExpressionMistake {
  try {
    return parseExpression(text, ownValue);
  } catch (error) {
    if (error instanceof ExpressionMistake) return error;
    throw error;
  }
}
