import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { LIMITS } from './limits.ts';
import { BlueprintProblem, type Place, type ProblemReason } from './problems.ts';

interface Position {
  /** Where it begins in the text; for a member of an object, where its key does. */
  readonly offset: number;
  readonly parent?: ObjectNode | ArrayNode;
  readonly key: string | number;
}
export interface ObjectNode extends Position {
  readonly kind: 'object';
  /** A map, since `__proto__` is a key as any other. */
  readonly members: Map<string, Node>;
}
export interface ArrayNode extends Position {
  readonly kind: 'array';
  readonly items: Node[];
}
export interface ScalarNode extends Position {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}
export type Node = ObjectNode | ArrayNode | ScalarNode;

/** The mistakes found in a text; the first in its order is what is reported. */
export class Problems {
  readonly #text: string;
  #first: { reason: ProblemReason; offset: number; pointer: string; detail: string } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  add(reason: ProblemReason, node: Node, detail: string): void {
    this.addAt(reason, node.offset, node, detail);
  }

  addAt(reason: ProblemReason, offset: number, node: Node | undefined, detail: string): void {
    if (this.#first && this.#first.offset <= offset) return;
    this.#first = { reason, offset, pointer: pointerTo(node), detail };
  }

  place(node: Node): Place {
    return { pointer: pointerTo(node), ...this.#lineAndColumn(node.offset) };
  }

  throwFirst(): void {
    if (!this.#first) return;
    const { reason, offset, pointer, detail } = this.#first;
    throw new BlueprintProblem(reason, { pointer, ...this.#lineAndColumn(offset) }, detail);
  }

  #lineAndColumn(offset: number): { line: number; column: number } {
    const lines = this.#text.slice(0, offset).split(/\r\n|\r|\n/);
    return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  }
}

/**
 * Reads strict JSON, which JSON.parse does as well, but without positions, and taking the last of two equal keys.
 * @throws BlueprintProblem when it is not JSON; equal keys are added to the problems
 */
export function readJson(text: string, problems: Problems): Node {
  let root: Node | undefined;
  let open: ObjectNode | ArrayNode | undefined;
  let property: { key: string; offset: number } | undefined;
  let depth = 0;
  const place = (offset: number): Position => {
    if (!open) return { offset, key: '' };
    if (open.kind === 'array') return { offset, parent: open, key: open.items.length };
    return { offset: property?.offset ?? offset, parent: open, key: property?.key ?? '' };
  };
  const put = (node: Node): void => {
    if (!open) root ??= node;
    else if (open.kind === 'array') open.items.push(node);
    else if (typeof node.key === 'string') {
      if (open.members.has(node.key)) problems.add('invalid_json', node, 'this key occurs twice in one object');
      open.members.set(node.key, node);
    }
  };
  const begin = (node: ObjectNode | ArrayNode): void => {
    put(node);
    open = node;
    if (++depth <= LIMITS.jsonDepth) return;
    // Reading on would take a level of the stack for each of as many levels as fit into a document.
    problems.add('limit_exceeded', node, `objects and arrays lie more than ${LIMITS.jsonDepth} deep`);
    problems.throwFirst();
  };
  const end = (): void => {
    depth--;
    open = open?.parent;
  };
  visit(
    text,
    {
      onObjectBegin: offset => begin({ kind: 'object', members: new Map(), ...place(offset) }),
      onObjectProperty: (key, offset) => {
        property = { key, offset };
      },
      onObjectEnd: end,
      onArrayBegin: offset => begin({ kind: 'array', items: [], ...place(offset) }),
      onArrayEnd: end,
      onLiteralValue: (value: string | number | boolean | null, offset) =>
        put({ kind: 'scalar', value, ...place(offset) }),
      onError: (error: ParseErrorCode, offset) => {
        problems.addAt('invalid_json', offset, open, `this is not JSON: ${printParseErrorCode(error)}`);
        problems.throwFirst();
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  if (!root) throw new Error('a text without a mistake has a value');
  return root;
}

function pointerTo(node: Node | undefined): string {
  let pointer = '';
  for (let at = node; at?.parent; at = at.parent) {
    pointer = `/${String(at.key).replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`;
  }
  return pointer;
}
