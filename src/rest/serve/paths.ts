import { fault } from '../../kit/faults/faults.ts';

/** A path and what was found by it; parameters in the order in which the path has them. */
export interface PathMatch<T> {
  readonly items: ReadonlyMap<string, T>;
  readonly parameters: readonly string[];
}

interface Node<T> {
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** By HTTP method. */
  readonly items: Map<string, T>;
}

const PARAMETER = /^\{[A-Za-z0-9]+\}$/;

/** Paths such as `/api/v2/devices/{id}`, each with something for one or more HTTP methods. */
export class Paths<T> {
  readonly #root: Node<T> = newNode();

  /** @throws Error when it is there already */
  add(http: string, path: string, item: T): void {
    let node = this.#root;
    for (const segment of path.slice(1).split('/')) {
      if (PARAMETER.test(segment)) {
        node.parameter ??= newNode();
        node = node.parameter;
      } else {
        const next = node.fixed.get(segment) ?? newNode();
        node.fixed.set(segment, next);
        node = next;
      }
    }
    if (node.items.has(http)) throw new Error(`${http} ${path} is there twice`);
    node.items.set(http, item);
  }

  /** @throws fault `MalformedRequest` for a path that no text is encoded in */
  find(path: string): PathMatch<T> | undefined {
    const parameters: string[] = [];
    let node = this.#root;
    let at = 1;
    while (at <= path.length) {
      const end = path.indexOf('/', at);
      const segment = decoded(path.slice(at, end < 0 ? path.length : end));
      at = end < 0 ? path.length + 1 : end + 1;
      const fixed = node.fixed.get(segment);
      if (fixed) {
        node = fixed;
        continue;
      }
      // An empty one is no id; a path that ends in a slash has one.
      if (!node.parameter || segment === '') return undefined;
      node = node.parameter;
      parameters.push(segment);
    }
    return node.items.size === 0 ? undefined : { items: node.items, parameters };
  }
}

function newNode<T>(): Node<T> {
  return { fixed: new Map(), parameter: undefined, items: new Map() };
}

/** An encoded slash does not part segments: those are parted before. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw fault('MalformedRequest', { field: 'path', problem: 'is not percent-encoded UTF-8' });
  }
}

/** What the contract calls so stands beside `/alerts/{id}/resolve`, which matches it, too: it has a second path, which the document names. */
const AMBIGUOUS = '/api/v2/alerts/silences/{id}';
const SECOND = '/api/v2/alert-silences/{id}';

/** The path by which the document names an operation: no other path of it matches that. */
export function documentedPath(path: string): string {
  return path === AMBIGUOUS ? SECOND : path;
}

/** All paths of an operation. */
export function servedPaths(path: string): readonly string[] {
  return [...new Set([path, documentedPath(path)])];
}

/** What a path has between its braces. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name = '']) => name);
}
