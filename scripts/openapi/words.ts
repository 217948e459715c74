import type { DescField, DescMessage, DescMethod } from '@bufbuild/protobuf';
import type { Row } from '../../src/rpc/call/define.ts';
import type { Said, SaidOf } from '../../src/rpc/input.ts';

/** What is said of fields that take a word of a closed list, by the full name of the field (`platform.api.v1.EndPoint.ep_class`). */
export type ClosedWords = ReadonlyMap<string, Said & { readonly words: readonly string[] }>;

/** What the input checks of the rows say. @throws Error when two of them say different things of one field */
export function closedWords(rows: ReadonlyMap<string, Row>, methods: ReadonlyMap<string, DescMethod>): ClosedWords {
  const found = new Map<string, Said & { readonly words: readonly string[] }>();
  const note = (message: DescMessage, says: SaidOf) => {
    for (const field of message.fields) {
      // A check may look for more than a message has.
      const { words, mayBeEmpty, inside } = says[field.name] ?? {};
      if (inside && field.message) note(field.message, inside);
      if (!words) continue;
      const name = fieldName(field);
      const before = found.get(name);
      if (before && String(before.words) !== String(words)) {
        throw new Error(`${name} is one of ${before.words}, and one of ${words}`);
      }
      found.set(name, { words, ...((mayBeEmpty || before?.mayBeEmpty) && { mayBeEmpty: true }) });
    }
  };
  for (const [name, method] of methods) {
    const says = rows.get(name)?.input?.says;
    if (says) note(method.input, says);
  }
  return found;
}

export function fieldName({ parent, name }: DescField): string {
  return `${parent.typeName}.${name}`;
}
