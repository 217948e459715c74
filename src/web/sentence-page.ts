/** A page that needs none of the console's files: it is shown where those are not, or must not be. */
export function sentencePage(title: string, sentences: readonly string[], details = ''): string {
  const shown = details === '' ? '' : `<pre>${escaped(details)}</pre>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Waystation</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${escaped(title)}</h1>
${sentences.map(sentence => `<p>${escaped(sentence)}</p>\n`).join('')}${shown}</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);
}
