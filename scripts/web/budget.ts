import { brotliCompressSync, constants } from 'node:zlib';
import { buildConsole, type ConsoleFile } from '../../web/build.ts';

interface Line {
  what: string;
  /** In brotli bytes, or a number of files. */
  amount: number;
  unit: 'bytes' | 'files';
  must: number;
  goal: number;
}

const KB = 1000;

/** Prints what a browser must load of the console; false where a limit is passed. */
export async function reportBudget(): Promise<boolean> {
  const lines = await measureBudget();
  for (const { what, amount, unit, must, goal } of lines) {
    const verdict = amount > must ? 'TOO MUCH' : amount > goal ? 'above the goal' : 'ok';
    const shown = unit === 'files' ? `${amount} files` : `${(amount / KB).toFixed(1)} KB`;
    const scale = unit === 'files' ? 1 : KB;
    console.log(`${what.padEnd(42)} ${shown.padStart(9)}   must ${must / scale}, goal ${goal / scale}   ${verdict}`);
  }
  return lines.every(({ amount, must }) => amount <= must);
}

export async function measureBudget(): Promise<Line[]> {
  const { index, files } = await buildConsole();
  const sizes = new Map(files.map(file => [`/${file.path}`, sizeOf(file)]));
  const paths = [...sizes.keys()];
  const sum = (kind: RegExp, among: readonly string[]) =>
    among.filter(path => kind.test(path)).reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const named = [...index.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const start = paths.filter(path => /\/start-\w+\.js$/.test(path));
  const german = paths.filter(path => /\/de-\w+\.js$/.test(path));
  const fonts = paths.filter(path => /latin-wght-normal-\w+\.woff2$/.test(path));
  const first = withImports([...named, ...start], files);
  const rest = paths.filter(path => path.endsWith('.js') && !first.includes(path));
  // a browser reads the manifest when the console is installed as an app
  const asked = new Set(['/', ...first, ...german, ...fonts].filter(path => !path.endsWith('.webmanifest')));
  return [
    { what: 'first load of Start, in German: files', amount: asked.size, unit: 'files', must: 9, goal: 6 },
    bytes('first load of Start: JavaScript', sum(/\.js$/, first), 120, 95),
    bytes('first load of Start: style', sum(/\.css$/, first), 16, 12),
    bytes('first load of Start: index', compressed(Buffer.from(index)), 12, 8),
    bytes('fonts, once', sum(/./, fonts), 95, 50),
    bytes('largest other chunk', Math.max(0, ...rest.map(path => sizes.get(path) ?? 0)), 30, 15),
    bytes('everything together, without fonts', sum(/\.(js|css)$/, paths), 420, 300),
  ];
}

function bytes(what: string, amount: number, must: number, goal: number): Line {
  return { what, amount, unit: 'bytes', must: must * KB, goal: goal * KB };
}

/** Those files and all that they import as they begin; what they load later is not among them. */
function withImports(paths: readonly string[], files: readonly ConsoleFile[]): string[] {
  const text = new Map(
    files.map(({ path, bytes }) => [`/${path}`, path.endsWith('.js') ? String(Buffer.from(bytes)) : '']),
  );
  const found = new Set(paths);
  for (const path of found) {
    for (const [, name] of (text.get(path) ?? '').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      found.add(`/assets/${name}`);
  }
  return [...found];
}

const sizeOf = ({ path, bytes }: ConsoleFile): number => (path.endsWith('.woff2') ? bytes.length : compressed(bytes));

function compressed(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
