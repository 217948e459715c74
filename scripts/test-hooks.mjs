// What scripts/test-process.mjs and each of its threads load first: a thread of the program starts from the one file that
// scripts/test-threads.ts has made of it.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const sources = new URL('../src/', import.meta.url).href;
const threads = new URL('../node_modules/.cache/waystation-threads/', import.meta.url).href;

if (!isMainThread) {
  let isFirst = true;
  registerHooks({
    resolve(specifier, context, next) {
      const isEntry = isFirst && specifier.startsWith(sources);
      isFirst = false;
      const url = threads + specifier.slice(sources.length).replace(/\.ts$/, '.mjs');
      return isEntry && existsSync(fileURLToPath(url))
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
  });
}
