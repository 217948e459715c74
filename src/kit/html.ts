/** A page for people. It asks nobody else for anything, not even for an icon. */
export function htmlPage({
  title,
  style,
  head = '',
  body,
}: {
  /** A text. */
  readonly title: string;
  /** Its style sheet. */
  readonly style?: string;
  /** Further elements of its head, as HTML. */
  readonly head?: string;
  /** HTML. */
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><link rel="icon" href="data:,">${head}${style === undefined ? '' : `<style>${style}</style>`}</head>
<body>
${body}
</body></html>
`;
}

/** A text as HTML shows it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);
}
