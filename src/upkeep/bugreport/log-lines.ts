import { allowedOf, covered, logFields } from './allowed.ts';

/** What of lines of the log may go: fields of known names, the sentence, and of an error its kind and where it was thrown. */
export function shownLines(lines: readonly string[]): string[] {
  return lines.flatMap(line => {
    const known = parsed(line);
    const fields = allowedOf(known, logFields);
    if (!known || !fields) return [];
    const { msg, err } = known;
    return [
      JSON.stringify({
        ...fields,
        ...(typeof msg === 'string' && { msg: covered(msg) }),
        ...(typeof err === 'object' && err !== null && { err: shownError({ ...err }) }),
      }),
    ];
  });
}

function shownError({ type, code, stack }: Readonly<Record<string, unknown>>): object {
  const frames = typeof stack === 'string' ? stack.split('\n').filter(line => /^\s+at [^'"]*$/.test(line)) : [];
  return { ...allowedOf({ type, code }, { type: 'word', code: 'word' }), frames: frames.map(frame => frame.trim()) };
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    // A line that was cut tells nothing that could be sorted.
    return undefined;
  }
}
