import { SimDisk } from './disk.ts';
import { Examiner } from './examiner.ts';
import { Library } from './library.ts';
import { Vfs } from './vfs.ts';

/** What worlds share, one after the other: the library, its file layer, and a connection that looks at what is left of them. */
export interface Simulator {
  readonly library: Library;
  readonly vfs: Vfs;
  readonly examiner: Examiner;
}

/** One that is new: the memory of a library only grows, so that long campaigns take another one now and then. */
export async function newSimulator(): Promise<Simulator> {
  const library = await Library.load();
  const vfs = new Vfs(library, 'simulated', new SimDisk(), { now: () => 0, random: bytes => Buffer.alloc(bytes) });
  return { library, vfs, examiner: new Examiner(library) };
}
