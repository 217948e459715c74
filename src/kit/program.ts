import { readFileSync } from 'node:fs';
import { getRawAsset, isSea } from 'node:sea';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { brotliDecompressSync } from 'node:zlib';

/** This is the single executable (operations 7): its files and threads are inside, nothing is read from a folder. */
export const packaged: boolean = isSea();

const root = new URL('../../', import.meta.url);

/**
 * A file that belongs to the program, by its path in the project's folder: `asset('proto/platform.json')`.
 * In the executable the bytes are the mapped file itself: read them, never write to them.
 */
export function asset(name: string): Buffer {
  return packaged ? Buffer.from(getRawAsset(name)) : readFileSync(new URL(name, root));
}

/** Where a file lies in the project's folder, for what runs from its sources. @throws Error in the executable */
export function source(name: string): URL {
  if (packaged) throw new Error(`${name} is not inside of the executable`);
  return new URL(name, root);
}

/** More than any part of the program has: it is unpacked into one piece, which is given back as one. */
const MOST_CODE_BYTES = 8 * 1024 * 1024;

/**
 * Code inside of the executable, ASCII. It is compressed there, since what is read of the file stays in memory, beside the text that V8
 * keeps; and the bytes are given back here, since the next collection of an idle box is far.
 */
export function packedCode(name: string): string {
  const bytes = brotliDecompressSync(asset(name), { chunkSize: MOST_CODE_BYTES });
  const text = bytes.toString('latin1');
  (bytes.buffer as ArrayBuffer).transfer(0);
  return text;
}

/** A thread as it is seen from outside: what of a `Worker` is used. */
export interface Thread {
  postMessage(message: unknown): void;
  on<M>(event: 'message' | 'error', listener: (value: M) => void): unknown;
  once<M>(event: 'message' | 'error' | 'exit' | 'online', listener: (value: M) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Starts a thread of the program, by the path of its source in `src`: `thread('compose/writer', options)`. */
export function thread(name: string, options: WorkerOptions): Worker {
  if (!packaged) return new Worker(new URL(`src/${name}.ts`, root), options);
  return new Worker(packedCode(`threads/${name}.js`), { ...options, eval: true });
}
