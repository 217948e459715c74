import type { Blueprint } from './codec/blueprint.ts';

/** Characters of documents: some hundred of the usual size, or a few of the largest. */
const ROOM = 1024 * 1024;

/**
 * Compiles documents, and keeps those that were used last: compiling takes milliseconds, and encoding with what comes of it
 * microseconds.
 */
export function compiledDocuments(open: (text: string) => Blueprint, room = ROOM): (text: string) => Blueprint {
  /** By text, which alone says what a document means. The one used last is the last. */
  const kept = new Map<string, Blueprint>();
  let characters = 0;
  return text => {
    const known = kept.get(text);
    const blueprint = known ?? open(text);
    kept.delete(text);
    kept.set(text, blueprint);
    if (known) return known;
    characters += text.length;
    for (const oldest of kept.keys()) {
      if (characters <= room || oldest === text) break;
      kept.delete(oldest);
      characters -= oldest.length;
    }
    return blueprint;
  };
}
