/** `floor=2, barn` as the API has it: a word alone is a tag without value. Undefined where a part is no tag. */
export function parseTags(text: string): Record<string, string> | undefined {
  const tags: Record<string, string> = {};
  for (const part of text.split(/[,;]/).map(piece => piece.trim())) {
    if (part === '') continue;
    const [, key, value = ''] = /^([\w.-]+)(?:\s*=\s*(.*))?$/.exec(part) ?? [];
    if (key === undefined) return undefined;
    tags[key] = value;
  }
  return tags;
}

export function tagsAsText(tags: Readonly<Record<string, string>>): string {
  return Object.entries(tags)
    .map(([key, value]) => (value === '' ? key : `${key}=${value}`))
    .join(', ');
}
