import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Level } from './property.ts';
import { emptyStore, StoreProduct } from './store-product.ts';
import { WireProduct } from './wire-product.ts';

/** The store alone, in this process. */
export function storeLevel(dir: string): Level {
  mkdirSync(dir, { recursive: true });
  const ends: (() => void)[] = [];
  const empty = emptyStore({ testdir: () => dir, teardown: end => void ends.push(end) });
  for (const end of ends) end();
  let runs = 0;
  return { name: 'store', open: async policy => new StoreProduct(empty, join(dir, `run-${runs++}.db`), policy) };
}

/** A whole listener with stations over TLS, its store in a thread of its own. */
export function wireLevel(dir: string): Level {
  let runs = 0;
  return { name: 'wire', open: policy => WireProduct.open(join(dir, `center-${runs++}`), policy) };
}
