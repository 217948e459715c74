import type { ArrayNode, Node, ObjectNode, Problems, ScalarNode } from './json-tree.ts';

/** C0: not one of them is part of a name or a unit. */
const CONTROL = /[\u0000-\u001f]/;

/** Reads the members of an object as what they have to be; a member of another type is a problem, and absent. */
export class Members {
  readonly node: ObjectNode;
  readonly problems: Problems;

  constructor(node: ObjectNode, problems: Problems) {
    this.node = node;
    this.problems = problems;
  }

  get(key: string): Node | undefined {
    return this.node.members.get(key);
  }

  text(key: string): string | undefined {
    return this.#scalar(key, 'a string', (value): value is string => typeof value === 'string');
  }

  flag(key: string): boolean | undefined {
    return this.#scalar(key, 'true or false', (value): value is boolean => typeof value === 'boolean');
  }

  number(key: string): number | undefined {
    return this.#scalar(key, 'a finite number', Number.isFinite as (value: unknown) => value is number);
  }

  object(key: string): ObjectNode | undefined {
    return this.#of(key, 'object', 'an object');
  }

  list(key: string): ArrayNode | undefined {
    return this.#of(key, 'array', 'an array');
  }

  /** A name or a unit. */
  label(key: string, longest: number): string | undefined {
    const text = this.text(key);
    const node = this.get(key);
    if (text !== undefined && node) checkLabel(text, longest, node, this.problems);
    return text;
  }

  missing(key: string): void {
    this.problems.add('invalid_json', this.node, `${JSON.stringify(key)} is missing`);
  }

  #of<K extends 'object' | 'array'>(key: string, kind: K, what: string): Extract<Node, { kind: K }> | undefined {
    const node = this.get(key);
    if (node?.kind === kind) return node as Extract<Node, { kind: K }>;
    if (node) this.#wrong(node, key, what);
    return undefined;
  }

  #scalar<T>(key: string, what: string, is: (value: unknown) => value is T): T | undefined {
    const node = this.get(key);
    if (node?.kind === 'scalar' && is(node.value)) return node.value;
    if (node) this.#wrong(node, key, what);
    return undefined;
  }

  #wrong(node: Node, key: string, what: string): void {
    this.problems.add('invalid_json', node, `${JSON.stringify(key)} has to be ${what}`);
  }
}

export function checkLabel(text: string, longest: number, node: Node, problems: Problems): void {
  if (CONTROL.test(text)) problems.add('invalid_json', node, 'a control character is not allowed here');
  if (text.length > longest) problems.add('limit_exceeded', node, `this has more than ${longest} characters`);
}

/** The objects of an array; what is none is a problem. */
export function objectsOf(list: ArrayNode, problems: Problems): ObjectNode[] {
  return list.items.flatMap(item => {
    if (item.kind === 'object') return [item];
    problems.add('invalid_json', item, 'this has to be an object');
    return [];
  });
}

/** A problem with the first of too many. */
export function checkCount(nodes: Iterable<Node>, most: number, problems: Problems): void {
  let count = 0;
  for (const node of nodes) {
    if (++count <= most) continue;
    problems.add('limit_exceeded', node, `there are more than ${most} of these`);
    return;
  }
}

/** A whole number of a scalar, undefined when it is none. */
export function wholeNumber(node: Node): number | undefined {
  const value = (node as Partial<ScalarNode>).value;
  return node.kind === 'scalar' && Number.isSafeInteger(value) ? (value as number) : undefined;
}
