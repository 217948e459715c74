import type { Act } from './recording.ts';

/** What a card writes at once. */
const SECTOR = 512;

type Change = Extract<Act, { kind: 'write' | 'truncate' }> & { readonly number: number };

interface File {
  /** As the card holds it for sure. */
  durable: Buffer;
  /** Whether its name in the folder lasts. */
  named: boolean;
  /** The name that lasts until the one of now does: it was renamed since the folder was synced. */
  was?: string | undefined;
  /** What has been asked for since the last sync. */
  pending: Change[];
}

/** Which part of what is not synced the card had taken when the power went. */
export type Loss =
  | 'everything dropped'
  | 'last write torn'
  | 'some writes dropped'
  | 'some sectors dropped'
  | 'nothing dropped';
export const LOSSES: readonly Loss[] = [
  'everything dropped',
  'last write torn',
  'some sectors dropped',
  'some writes dropped',
  'nothing dropped',
];

/** Files on a card that keeps only what was synced, and of the rest whatever it likes. */
export class Disk {
  #acts = 0;
  #files = new Map<string, File>();
  /** Names that were removed and whose removal is not synced: the old files may come back. */
  #removed = new Map<string, File>();

  apply(act: Act): void {
    const number = this.#acts++;
    switch (act.kind) {
      case 'create':
        if (!this.#files.has(act.file))
          this.#files.set(act.file, { durable: Buffer.alloc(0), named: false, pending: [] });
        break;
      case 'write':
      case 'truncate':
        this.#file(act.file).pending.push({ ...act, number });
        break;
      case 'sync': {
        const file = this.#file(act.file);
        const covered = file.pending.filter(change => change.number < act.begun);
        file.durable = contentOf(file.durable, covered, () => true);
        file.pending = file.pending.filter(change => change.number >= act.begun);
        file.named = true;
        file.was = undefined;
        break;
      }
      case 'sync-folder':
        for (const file of this.#files.values()) Object.assign(file, { named: true, was: undefined });
        this.#removed.clear();
        break;
      case 'unlink': {
        const file = this.#file(act.file);
        this.#files.delete(act.file);
        if (file.named) this.#removed.set(act.file, file);
        break;
      }
      case 'rename': {
        const file = this.#file(act.file);
        const replaced = this.#files.get(act.to);
        if (replaced?.named) this.#removed.set(act.to, replaced);
        this.#files.delete(act.file);
        this.#files.set(act.to, { ...file, named: false, was: file.named ? act.file : file.was });
        break;
      }
      case 'acknowledged':
    }
  }

  /** Changes that a loss of power now could undo. */
  get pending(): number {
    let count = 0;
    for (const file of this.#files.values()) count += file.pending.length;
    return count;
  }

  /** What could be on the card after a loss of power now. @param random 0 to 1 */
  after(loss: Loss, random: () => number): Map<string, Buffer> {
    const left = new Map<string, Buffer>();
    for (const [name, file] of this.#removed) {
      if (!this.#files.has(name) && loss !== 'nothing dropped' && random() < 0.5) left.set(name, file.durable);
    }
    for (const [name, file] of this.#files) {
      if (!file.named && (loss === 'everything dropped' || (loss !== 'nothing dropped' && random() < 0.5))) {
        const before = this.#removed.get(name);
        if (before) left.set(name, before.durable);
        if (file.was !== undefined)
          left.set(file.was, contentOf(file.durable, file.pending, survival(loss, file.pending, random)));
        continue;
      }
      left.set(name, contentOf(file.durable, file.pending, survival(loss, file.pending, random)));
    }
    return left;
  }

  #file(name: string): File {
    const file = this.#files.get(name);
    if (!file) throw new Error(`${name} was never opened`);
    return file;
  }
}

/** Whether a sector of a change survived. */
type Survives = (change: Change, sector: number) => boolean;

function survival(loss: Loss, pending: readonly Change[], random: () => number): Survives {
  if (loss === 'nothing dropped') return () => true;
  if (loss === 'everything dropped') return () => false;
  if (loss === 'some sectors dropped') return () => random() < 0.5;
  const last = pending.at(-1);
  if (loss === 'last write torn') {
    const sectors = last?.kind === 'write' ? Math.ceil(last.bytes.length / SECTOR) + 1 : 1;
    const torn = Math.floor(random() * sectors);
    return (change, sector) => change !== last || sector < torn;
  }
  const kept = new Set(pending.filter(() => random() < 0.5));
  return change => kept.has(change);
}

function contentOf(durable: Buffer, changes: readonly Change[], survives: Survives): Buffer {
  const ends = changes.map(change => (change.kind === 'truncate' ? change.size : change.at + change.bytes.length));
  const content = Buffer.alloc(Math.max(durable.length, ...ends));
  durable.copy(content);
  let size = durable.length;
  for (const change of changes) {
    if (change.kind === 'truncate') {
      if (!survives(change, 0)) continue;
      content.fill(0, Math.min(size, change.size));
      size = change.size;
      continue;
    }
    const { at, bytes } = change;
    // Sectors are those of the file: a write that begins inside one is torn where the card would tear it.
    for (let from = at, sector = 0; from < at + bytes.length; sector++) {
      const to = Math.min((Math.floor(from / SECTOR) + 1) * SECTOR, at + bytes.length);
      if (survives(change, sector)) {
        bytes.copy(content, from, from - at, to - at);
        size = Math.max(size, to);
      }
      from = to;
    }
  }
  return content.subarray(0, size);
}
