import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';
import { LIMITS } from './limits.ts';
import { BlueprintProblem, type Place, type ProblemReason } from './problems.ts';

const SHOWN_CHARACTERS = 64;

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
  /** Where each line begins; a document may have a warning for each of its elements. */
  #lines: readonly number[] | undefined;
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
    this.#lines ??= lineStarts(this.#text);
    let [low, high] = [0, this.#lines.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#lines[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.#lines[low] ?? 0) + 1 };
  }
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\r|\n/g)].map(found => found.index + found[0].length)];
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

/** As far as its keys are no longer than a name may be: a pointer travels in places that are small. */
function pointerTo(node: Node | undefined): string {
  let pointer = '';
  for (let at = node; at?.parent; at = at.parent) {
    const key = String(at.key);
    pointer = key.length > LIMITS.nameCharacters ? '' : `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`;
  }
  return pointer;
}

/** A text of the document as a detail shows it, which is read by a person and has to be short. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);
}
