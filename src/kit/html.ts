/** For the head of a page that a browser fetches: else it asks for an icon. */
export const NO_ICON = '<link rel="icon" href="data:,">';

/** A page for people, which needs nothing else. */
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
<title>${escaped(title)}</title>${head}${style === undefined ? '' : `<style>${style}</style>`}</head>
<body>
${body}
</body></html>
`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as HTML shows it. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ESCAPES[character] ?? '');
}
