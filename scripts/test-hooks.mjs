// What each process of `npm test`, and each of its threads, loads first: the program, or a thread of it, starts from the files that
// scripts/test-threads.ts has made of it.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';
import { makeEmpty } from './test-empty.mjs';

const sources = new URL('../src/', import.meta.url).href;
const joined = new URL('../node_modules/.cache/waystation-threads/', import.meta.url).href;

// In a process other files come first: what is loaded before it, as this is.
const isMain = isMainThread && process.argv[1] === fileURLToPath(`${sources}main.ts`);
if (isMain || !isMainThread) {
  let isFirst = true;
  registerHooks({
    resolve(specifier, context, next) {
      const isEntry = isFirst && specifier.startsWith(sources);
      isFirst &&= isMain && !isEntry;
      if (isEntry && specifier.endsWith('/compose/writer.ts')) makeEmpty(workerData);
      const url = joined + specifier.slice(sources.length).replace(/\.ts$/, '.mjs');
      return isEntry && existsSync(fileURLToPath(url))
        ? { url, format: 'module', shortCircuit: true }
        : next(specifier, context);
    },
  });
}
