// What scripts/test-process.mjs and each of its threads load first: a thread of the program starts from the one file that
// scripts/test-threads.ts has made of it.
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const sources = new URL('../src/', import.meta.url).href;
const threads = new URL('../node_modules/.cache/waystation-threads/', import.meta.url).href;

if (!isMainThread) {
  let isFirst = true;
  registerHooks({
    resolve(specifier, context, next) {
      if (!isFirst) return next(specifier, context);
      isFirst = false;
      if (!specifier.startsWith(sources)) return next(specifier, context);
      const url = `${threads}${specifier.slice(sources.length).replace(/\.ts$/, '.mjs')}`;
      return { url, format: 'module', shortCircuit: true };
    },
  });
}
