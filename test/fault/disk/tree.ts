/** A file or folder as the card holds it, and what was asked for since the last sync. */
interface File {
  readonly kind: 'file';
  durable: Buffer;
  pending: { readonly at: number; readonly bytes: Buffer }[];
}
interface Folder {
  readonly kind: 'folder';
  /** As the programs see it. */
  readonly names: Map<string, Node>;
  readonly durable: Map<string, Node>;
}
type Node = File | Folder;

/** Names that change at once: all of them, or none. */
type Change = readonly { readonly folder: Folder; readonly name: string; readonly node: Node | undefined }[];

/** Which part of what is not synced the card had taken. */
export const TREE_LOSSES = [
  'everything dropped',
  'names dropped',
  'content dropped',
  'some dropped',
  'nothing dropped',
] as const;
export type TreeLoss = (typeof TREE_LOSSES)[number];

/**
 * Files below a folder on a card that keeps of names and of content what was synced, and of the rest whatever it likes, in any order: a file
 * may be synced and have no name, or have a name and nothing in it. What a system call changes of names changes at once.
 */
export class Tree {
  readonly #root: Folder = { kind: 'folder', names: new Map(), durable: new Map() };
  readonly #at: string;
  #changes: Change[] = [];

  /** @param at path of the folder */
  constructor(at: string) {
    this.#at = at;
  }

  create(path: string, isEmptied: boolean): void {
    const { folder, name } = this.#place(path);
    const found = folder.names.get(name);
    if (found?.kind !== 'file')
      this.#change([{ folder, name, node: { kind: 'file', durable: Buffer.alloc(0), pending: [] } }]);
    // In place: what was there is gone from here on, whatever the card does.
    else if (isEmptied) Object.assign(found, { durable: Buffer.alloc(0), pending: [] });
  }

  folder(path: string): void {
    const { folder, name } = this.#place(path);
    this.#change([{ folder, name, node: { kind: 'folder', names: new Map(), durable: new Map() } }]);
  }

  /** @param at undefined: at the end */
  write(path: string, bytes: Buffer, at?: number): void {
    const file = this.#file(path);
    file.pending.push({ at: at ?? contentOf(file, file.pending.length).length, bytes });
  }

  /** All bytes of another file, in place of what is there. */
  copy(from: string, to: string): void {
    const source = this.#file(from);
    this.write(to, contentOf(source, source.pending.length), 0);
  }

  link(from: string, to: string): void {
    const source = this.#place(from);
    this.#change([{ ...this.#place(to), node: source.folder.names.get(source.name) }]);
  }

  rename(from: string, to: string): void {
    const source = this.#place(from);
    const node = source.folder.names.get(source.name);
    this.#change([
      { ...this.#place(to), node },
      { ...source, node: undefined },
    ]);
  }

  remove(path: string): void {
    this.#change([{ ...this.#place(path), node: undefined }]);
  }

  sync(path: string): void {
    const node = path === this.#at ? this.#root : this.#node(path);
    if (node?.kind === 'file') {
      node.durable = contentOf(node, node.pending.length);
      node.pending = [];
    } else if (node) {
      const [kept, rest] = [[] as Change[], [] as Change[]];
      for (const change of this.#changes) (change.some(({ folder }) => folder === node) ? kept : rest).push(change);
      for (const change of kept) apply(change, 'durable');
      this.#changes = rest;
    }
  }

  /** What could be below the folder after a loss of power now, by path. @param random 0 to 1 */
  after(loss: TreeLoss, random: () => number): Map<string, Buffer> {
    const keeps = (what: 'names' | 'content') =>
      loss === 'nothing dropped' ||
      (loss !== 'everything dropped' && loss !== `${what} dropped` && (loss !== 'some dropped' || random() < 0.5));
    const names = new Map<Folder, Map<string, Node>>();
    const of = (folder: Folder) =>
      names.get(folder) ?? names.set(folder, new Map(folder.durable)).get(folder) ?? new Map();
    for (const change of this.#changes) {
      if (!keeps('names')) continue;
      for (const { folder, name, node } of change) {
        if (node) of(folder).set(name, node);
        else of(folder).delete(name);
      }
    }
    const left = new Map<string, Buffer>();
    const walk = (folder: Folder, at: string) => {
      for (const [name, node] of of(folder)) {
        if (node.kind === 'folder') walk(node, `${at}${name}/`);
        else
          left.set(
            at + name,
            contentOf(
              node,
              keeps('content') ? node.pending.length : Math.floor(random() * node.pending.length),
              random() < 0.5,
            ),
          );
      }
    };
    walk(this.#root, '');
    return left;
  }

  #change(change: Change): void {
    apply(change, 'names');
    this.#changes.push(change);
  }

  #place(path: string): { folder: Folder; name: string } {
    const parts = path.slice(this.#at.length + 1).split('/');
    const name = parts.pop() ?? '';
    let folder = this.#root;
    for (const part of parts) {
      const next = folder.names.get(part);
      if (next?.kind !== 'folder') throw new Error(`no folder ${part} of ${path}`);
      folder = next;
    }
    return { folder, name };
  }

  #node(path: string): Node | undefined {
    const { folder, name } = this.#place(path);
    return folder.names.get(name);
  }

  #file(path: string): File {
    const node = this.#node(path);
    if (node?.kind !== 'file') throw new Error(`${path} is no file`);
    return node;
  }
}

function apply(change: Change, view: 'names' | 'durable'): void {
  for (const { folder, name, node } of change) {
    if (node) folder[view].set(name, node);
    else folder[view].delete(name);
  }
}

/** @param torn of the last one only a part is there */
function contentOf({ durable, pending }: File, count: number, torn = false): Buffer {
  const taken = pending.slice(0, count);
  const next = torn ? pending[count] : undefined;
  if (next) taken.push({ at: next.at, bytes: next.bytes.subarray(0, Math.ceil(next.bytes.length / 2)) });
  let content = Buffer.from(durable);
  for (const { at, bytes } of taken) {
    const longer = Buffer.alloc(Math.max(content.length, at + bytes.length));
    content.copy(longer);
    bytes.copy(longer, at);
    content = longer;
  }
  return content;
}
