import type { Direction } from './blueprint.ts';
import { type Definition, type Definitions, numberType } from './definition.ts';
import type { Expression } from './expression/parse.ts';
import { type Node, type ObjectNode, type Problems, quoted } from './json-tree.ts';
import { LIMITS } from './limits.ts';
import { checkCount, Members, objectsOf, wholeNumber } from './members.ts';

export interface Element extends Definition {
  readonly name: string;
  readonly label: string;
  readonly condition: Expression | undefined;
  readonly offset: number | undefined;
  readonly scale: number | undefined;
  readonly bias: number | undefined;
  readonly calibration: string | undefined;
}

export interface Virtual {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly func: Expression;
  readonly condition: Expression | undefined;
  /** Whether the number becomes true or false. */
  readonly bool: boolean;
  readonly hidden: boolean;
}

export interface Layout {
  readonly direction: Direction;
  readonly id: number;
  /** Empty: it has none. */
  readonly name: string;
  readonly description: string;
  readonly encrypted: boolean;
  readonly elements: readonly Element[];
  readonly virtuals: readonly Virtual[];
}

/** The spellings of "not encrypted". */
const PLAIN: readonly unknown[] = [0, '0', ''];

/** The layouts of one direction; what is wrong with them goes to the problems. */
export function checkLayouts(direction: Direction, root: Members, definitions: Definitions): Layout[] {
  const list = root.list(direction);
  if (!list) return [];
  checkCount(list.items, LIMITS.layouts, root.problems);
  const ids = new Set<number>();
  return objectsOf(list, root.problems).map(node => {
    const layout = new LayoutCheck(new Members(node, root.problems), definitions).layout(direction);
    if (ids.has(layout.id)) {
      const place = node.members.get('id') ?? node;
      root.problems.add('duplicate_format_id', place, `there are two ${direction} layouts with the id ${layout.id}`);
    }
    ids.add(layout.id);
    return layout;
  });
}

class LayoutCheck {
  readonly #members: Members;
  readonly #problems: Problems;
  readonly #definitions: Definitions;
  /** Names of the values that may be there when an expression is evaluated. */
  readonly #declared = new Set<string>();
  #bits = 0;

  constructor(members: Members, definitions: Definitions) {
    this.#members = members;
    this.#problems = members.problems;
    this.#definitions = definitions;
  }

  layout(direction: Direction): Layout {
    const members = this.#members;
    const id = this.#id();
    const encrypted = this.#encrypted();
    const name = members.text('name') ?? '';
    const description = members.text('description') ?? '';
    const littleEndian = members.flag('littleEndian') ?? false;
    const payload = members.list('payload');
    if (!members.get('payload')) members.missing('payload');
    if (payload) checkCount(payload.items, LIMITS.elements, this.#problems);
    const elements = payload
      ? objectsOf(payload, this.#problems).flatMap(node => this.#element(node, littleEndian) ?? [])
      : [];
    const virtual = members.list('virtual');
    if (virtual) checkCount(virtual.items, LIMITS.virtuals, this.#problems);
    const virtuals = virtual ? objectsOf(virtual, this.#problems).flatMap(node => this.#virtual(node) ?? []) : [];
    return { direction, id, name, description, encrypted, elements, virtuals };
  }

  #id(): number {
    const node = this.#members.get('id');
    if (!node) return 0;
    const id = wholeNumber(node);
    if (id !== undefined && id >= 0 && id <= LIMITS.formatId) return id;
    this.#problems.add('invalid_json', node, `"id" has to be a whole number from 0 to ${LIMITS.formatId}`);
    return 0;
  }

  #encrypted(): boolean {
    const node = this.#members.get('crypto');
    if (!node) return false;
    const valid = node.kind === 'scalar' && (typeof node.value === 'string' || Number.isSafeInteger(node.value));
    if (!valid) this.#problems.add('invalid_crypto', node, '"crypto" has to be a whole number or a string');
    return valid && !PLAIN.includes(node.value);
  }

  #element(node: ObjectNode, littleEndian: boolean): Element | undefined {
    const members = new Members(node, this.#problems);
    const name = this.#name(members);
    const definition = this.#definitions.element(node, littleEndian);
    const condition = this.#definitions.expression(members, 'condition', false);
    const label = members.text('label') ?? '';
    members.text('description');
    const scale = members.number('scale');
    const bias = members.number('bias');
    const calibration = members.label('calibration', LIMITS.nameCharacters);
    this.#references(condition, members.get('condition') ?? node);
    this.#references(definition.func, members.get('func') ?? members.get('component') ?? node);
    const offset = this.#offset(members.get('offset'), definition.size ?? 1);
    if (name !== undefined) this.#declared.add(name);
    this.#count(definition.size ?? 0, node);
    if (name === undefined || !isWhole(definition)) return undefined;
    return { ...definition, name, label, condition, offset, scale, bias, calibration };
  }

  #virtual(node: ObjectNode): Virtual | undefined {
    const members = new Members(node, this.#problems);
    const name = this.#name(members);
    const unit = members.label('unit', LIMITS.unitCharacters) ?? '';
    const label = members.text('label') ?? '';
    members.text('description');
    const hidden = members.flag('hidden') ?? false;
    const condition = this.#definitions.expression(members, 'condition', false);
    const func = this.#definitions.expression(members, 'func', false);
    const bool = this.#virtualType(members);
    const place = members.get('func');
    if (!place) members.missing('func');
    else if (members.node.members.get('func')?.kind === 'scalar' && !func && this.#isBlank(place)) {
      this.#problems.add('invalid_expression', place, 'a virtual value is computed, and there is nothing to compute');
    }
    this.#references(condition, members.get('condition') ?? node);
    this.#references(func, place ?? node);
    if (name !== undefined) this.#declared.add(name);
    if (name === undefined || !func) return undefined;
    return { name, label, unit, func, condition, bool, hidden };
  }

  #virtualType(members: Members): boolean {
    const node = members.get('type');
    if (!node) return false;
    const type = node.kind === 'scalar' && typeof node.value === 'string' ? numberType(node.value) : undefined;
    if (!type) this.#problems.add('invalid_field_type', node, 'a virtual value is a number, true or false');
    return type === 'bool';
  }

  #isBlank(node: Node): boolean {
    return node.kind === 'scalar' && typeof node.value === 'string' && node.value.trim() === '';
  }

  #name(members: Members): string | undefined {
    const name = members.label('name', LIMITS.nameCharacters);
    if (!members.get('name')) members.missing('name');
    if (name !== '') return name;
    this.#problems.add('invalid_json', members.get('name') ?? members.node, '"name" is empty');
    return undefined;
  }

  /** An offset is where an element begins, and it has to end within a layout as well. */
  #offset(node: Node | undefined, size: number): number | undefined {
    if (!node) return undefined;
    const offset = wholeNumber(node);
    if (offset !== undefined && offset >= 0 && offset + size <= LIMITS.layoutBits) return offset;
    this.#problems.add('invalid_offset', node, `"offset" is a bit position, below ${LIMITS.layoutBits}`);
    return undefined;
  }

  #references(expression: Expression | undefined, place: Node): void {
    const unknown = expression?.names.find(name => !this.#declared.has(name));
    if (unknown === undefined) return;
    this.#problems.add('unknown_reference', place, `nothing before this place is called ${quoted(unknown)}`);
  }

  #count(size: number, node: Node): void {
    const before = this.#bits;
    this.#bits += size;
    if (before <= LIMITS.layoutBits && this.#bits > LIMITS.layoutBits) {
      this.#problems.add('limit_exceeded', node, `the elements up to here have more than ${LIMITS.layoutBits} bits`);
    }
  }
}

/** Whether nothing that decoding needs was wrong; what has defaults is always there. */
function isWhole(definition: Partial<Definition>): definition is Definition {
  return definition.type !== undefined && definition.size !== undefined;
}
