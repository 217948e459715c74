/** A fenced block of a manual. */
interface Block {
  readonly language: string;
  /** What stands behind the language. */
  readonly info: string;
  readonly text: string;
  /** Of its first line. */
  readonly line: number;
}

/** A command of the manual and what stands below it. */
export interface Example {
  readonly command: string;
  readonly line: number;
  readonly answer: Block | undefined;
}

/** A line such as `DEVICE=…   # id of the answer`: what the reader keeps for the next commands. */
export interface Kept {
  readonly name: string;
  /** Keys on the way to it, parted by dots. */
  readonly path: string;
}

const FENCE = /^[ ]{0,3}```(\w*)[ ]*(.*)$/;
const KEPT = /^(\w+)=\S+ +# `?([\w.]+)`? of the answer$/;

function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { language: string; info: string; line: number; lines: string[] } | undefined;
  for (const [n, text] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(text);
    if (!fence) open?.lines.push(text);
    else if (open) {
      blocks.push({ ...open, text: open.lines.join('\n') });
      open = undefined;
    } else open = { language: fence[1] ?? '', info: fence[2] ?? '', line: n + 2, lines: [] };
  }
  return blocks;
}

/** What a reader of the manual does, in order. */
export function stepsOf(markdown: string): (Example | Kept[])[] {
  const blocks = blocksOf(markdown);
  return blocks.flatMap((block, n): (Example | Kept[])[] => {
    if (block.language !== 'sh') return [];
    const kept = block.text.split('\n').flatMap(line => {
      const [, name, path] = KEPT.exec(line) ?? [];
      return name && path ? [{ name, path }] : [];
    });
    if (kept.length > 0) return [kept];
    if (!/^curl /m.test(block.text)) return [];
    const next = blocks[n + 1];
    const answer = next && ['json', 'http', 'text'].includes(next.language) ? next : undefined;
    return [{ command: block.text, line: block.line, answer }];
  });
}

/** The first fenced block of a language. */
export function firstBlock(markdown: string, language: string): string {
  const found = blocksOf(markdown).find(block => block.language === language);
  if (!found) throw new Error(`the manual has no block of ${language}`);
  return found.text;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T/;
/** Milliseconds since 1970 of this century are at least so many. */
const MOMENT = 1e12;
/** What a gRPC error says of itself in Protocol Buffers, and where a page ends. */
const ENCODED = /^[A-Za-z0-9+/_-]{60,}$/;

/** Access and refresh tokens and keys, and as a manual shows them. */
const SECRET = /^(eyJ|rt_|ws)([\w-]*…|[\w-]+\.[\w-]+\.[\w-]+|[\w-]{43}|[a-z0-9]{6}_\w{43})$/;
/** The public part of a key. */
const PREFIX = /^ws[a-z0-9]{6}$/;
/** Seconds that go by while a command runs. */
const LEFT: ReadonlySet<string> = new Set(['accessExpiresIn']);
/** An id as a manual shows it. */
const SHORT_UUID = /^[0-9a-f]{5,8}…$/;

/** Values that differ each time are named for what they are, so that two answers can be compared. */
export function alike(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inside]) => [key, LEFT.has(key) ? 'what is left' : alike(inside)]);
    return Object.fromEntries(entries);
  }
  if (typeof value === 'number') return value > MOMENT ? 'a moment' : value;
  if (typeof value !== 'string') return value;
  if (SECRET.test(value)) return 'a secret';
  if (PREFIX.test(value)) return 'a prefix';
  if (UUID.test(value) || SHORT_UUID.test(value)) return 'a uuid';
  if (TIME.test(value)) return 'a time';
  if (ENCODED.test(value)) return 'bytes';
  return value;
}
