import type { Direction, ValueDescription } from './blueprint.ts';
import { type Choices, isText } from './definition.ts';
import { type Computation, closed } from './expression/close.ts';
import type { Expression } from './expression/parse.ts';
import type { Element, Layout, Virtual } from './layout.ts';

/** A payload element, ready to be read. */
export interface Field {
  readonly shown: ValueDescription;
  readonly slot: number;
  readonly type: Element['type'];
  readonly size: number;
  /** Whether its bytes stand in the other order. */
  readonly swapped: boolean;
  /** An absolute bit position, or −1 to go on where the last element ended. */
  readonly offset: number;
  readonly condition: Computation | undefined;
  readonly scaled: boolean;
  readonly scale: number;
  readonly bias: number;
  readonly calibration: string | undefined;
  readonly func: Computation | undefined;
  readonly choices: Choices | undefined;
  readonly hidden: boolean;
  /** Whether a visible value of the layout before it may have the same name. */
  readonly repeated: boolean;
  /** What it was made of, for what is done seldom. */
  readonly element: Element;
}

export interface VirtualField {
  readonly shown: ValueDescription;
  readonly slot: number;
  readonly condition: Computation | undefined;
  readonly func: Computation;
  /** Whether the result is true or false. */
  readonly logical: boolean;
  readonly hidden: boolean;
  readonly repeated: boolean;
}

export interface Program {
  readonly encrypted: boolean;
  readonly fields: readonly Field[];
  readonly virtuals: readonly VirtualField[];
}

export interface Programs {
  /** How many different names of values there are in the document. */
  readonly slots: number;
  find(direction: Direction, format: number): Program | undefined;
  /** Every visible value of uplinks. */
  readonly uplinkValues: readonly (Field | VirtualField)[];
}

/** Makes of checked layouts what is run for each message. */
export function compile(layouts: readonly Layout[]): Programs {
  // The names of all layouts share their slots, so that what a component computes is made once, whatever refers to it.
  const slots = new Map<string, number>();
  const slotOf = (name: string): number => {
    const slot = slots.get(name) ?? slots.size;
    slots.set(name, slot);
    return slot;
  };
  const computations = new Map<Expression, Computation>();
  const computation = (expression: Expression | undefined): Computation | undefined => {
    if (!expression) return undefined;
    const made = computations.get(expression) ?? closed(expression, slotOf);
    computations.set(expression, made);
    return made;
  };
  const programs: Record<Direction, Map<number, Program>> = { uplink: new Map(), downlink: new Map() };
  for (const layout of layouts) {
    const names = new Set<string>();
    const repeated = ({ name, hidden }: Element | Virtual): boolean => {
      if (hidden) return false;
      const before = names.has(name);
      names.add(name);
      return before;
    };
    const fields = layout.elements.map(element => fieldOf(element, slotOf, computation, repeated(element)));
    const virtuals = layout.virtuals.map(virtual => ({
      shown: shownOf(virtual),
      slot: slotOf(virtual.name),
      condition: computation(virtual.condition),
      func: closedOnce(computation, virtual.func),
      logical: virtual.bool || closedOnce(computation, virtual.func).logical,
      hidden: virtual.hidden,
      repeated: repeated(virtual),
    }));
    programs[layout.direction].set(layout.id, { encrypted: layout.encrypted, fields, virtuals });
  }
  const uplinkValues = [...programs.uplink.values()].flatMap(({ fields, virtuals }) => [...fields, ...virtuals]);
  return {
    slots: slots.size,
    find: (direction, format) => programs[direction].get(format),
    uplinkValues: uplinkValues.filter(({ hidden }) => !hidden),
  };
}

type Computing = (expression: Expression | undefined) => Computation | undefined;

function closedOnce(computation: Computing, func: Expression): Computation {
  const made = computation(func);
  if (!made) throw new Error('what is computed is an expression');
  return made;
}

function fieldOf(element: Element, slotOf: (name: string) => number, computation: Computing, repeated: boolean): Field {
  const { type, size, littleEndian, offset, scale, bias, calibration, choices, hidden } = element;
  return {
    shown: shownOf(element),
    slot: slotOf(element.name),
    type,
    size,
    swapped: littleEndian && size % 8 === 0 && type !== 'bool' && !isText(type),
    offset: offset ?? -1,
    condition: computation(element.condition),
    scaled: scale !== undefined || bias !== undefined || calibration !== undefined,
    scale: scale ?? 1,
    bias: bias ?? 0,
    calibration,
    func: computation(element.func),
    choices,
    hidden,
    repeated,
    element,
  };
}

function shownOf({ name, unit, label }: Element | Virtual): ValueDescription {
  return { name, key: JSON.stringify(name), unit, label };
}
