import { brotliCompressSync, constants } from 'node:zlib';
import { buildConsole, type ConsoleFile } from '../../web/build.ts';

interface Line {
  what: string;
  bytes: number;
  must: number;
  goal: number;
}

const KB = 1000;

/** Prints what a browser must load of the console, in brotli bytes; false where a limit is passed. */
export async function reportBudget(): Promise<boolean> {
  const lines = await measureBudget();
  for (const { what, bytes, must, goal } of lines) {
    const verdict = bytes > must ? 'TOO MUCH' : bytes > goal ? 'above the goal' : 'ok';
    console.log(
      `${what.padEnd(34)} ${(bytes / KB).toFixed(1).padStart(7)} KB   must ${must / KB}, goal ${goal / KB}   ${verdict}`,
    );
  }
  return lines.every(({ bytes, must }) => bytes <= must);
}

export async function measureBudget(): Promise<Line[]> {
  const { index, files } = await buildConsole();
  const sizes = new Map(files.map(file => [`/${file.path}`, sizeOf(file)]));
  const first = [...index.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(([, path = '']) => path);
  const sum = (kind: RegExp, paths: Iterable<string>) =>
    [...paths].filter(path => kind.test(path)).reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const start = [...sizes.keys()].filter(path => /\/start-\w+\.js$/.test(path));
  const rest = [...sizes.keys()].filter(path => path.endsWith('.js') && !first.includes(path));
  return [
    {
      what: 'first load of Start: JavaScript',
      bytes: sum(/\.js$/, [...first, ...start]),
      must: 120 * KB,
      goal: 95 * KB,
    },
    { what: 'first load of Start: style', bytes: sum(/\.css$/, first), must: 16 * KB, goal: 12 * KB },
    { what: 'first load of Start: index', bytes: compressed(Buffer.from(index)), must: 12 * KB, goal: 8 * KB },
    { what: 'fonts, once', bytes: sum(/latin-wght-normal-\w+\.woff2$/, sizes.keys()), must: 95 * KB, goal: 50 * KB },
    {
      what: 'largest other chunk',
      bytes: Math.max(0, ...rest.map(path => sizes.get(path) ?? 0)),
      must: 30 * KB,
      goal: 15 * KB,
    },
    {
      what: 'everything together, without fonts',
      bytes: sum(/\.(js|css)$/, sizes.keys()),
      must: 420 * KB,
      goal: 300 * KB,
    },
  ];
}

const sizeOf = ({ path, bytes }: ConsoleFile): number => (path.endsWith('.woff2') ? bytes.length : compressed(bytes));

function compressed(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
