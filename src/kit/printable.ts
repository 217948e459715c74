/**
 * What a person cannot see, or what makes the rest of a line be read as something else: controls, formatting such as zero-width
 * characters and reversed direction, separators of lines and paragraphs, halves of a character.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** Most of what is reported, and quick to see: this is on the way of every uplink. */
const PLAIN = /^[ -~]*$/;
const EVERY_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu');
/** What separates words, so that they stay apart. */
const SEPARATING = /[\t-\r\u0085\u2028\u2029]/;
const LINE_ENDS = /\r?\n/g;

/** Whether every character of a text shows. @param options.lines whether it may have several lines */
export function isPrintable(text: string, { lines = false }: { readonly lines?: boolean } = {}): boolean {
  return !UNPRINTABLE.test(lines ? text.replace(LINE_ENDS, '') : text);
}

/** A text as a peer reports it, fit to be stored and shown in one line: what does not show is left out. */
export function cleaned(text: string): string {
  if (PLAIN.test(text) || !UNPRINTABLE.test(text)) return text;
  return text.replace(EVERY_UNPRINTABLE, found => (SEPARATING.test(found) ? ' ' : '')).trim();
}
