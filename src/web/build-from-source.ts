import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StaticFiles, staticFile } from '../rpc/serve/static-files.ts';
import { type Build, type ConsoleSource, ConsoleTrouble } from './console.ts';

/** What `web/build.ts` makes of the sources. */
export interface BuiltFiles {
  readonly index: string;
  /** Each by what follows the first slash of its path. */
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array; readonly type: string }[];
}

export interface SourceOptions {
  /** The folder of the project. */
  readonly root: string;
  /** Where the last build is kept for the next start; nothing is lost with it. */
  readonly cache: string;
  /** Asked at the first request. */
  builder(): Promise<{
    /** Folders and files below the root, of which a build is made. */
    readonly sources: readonly string[];
    /** @throws Error as esbuild does, with `errors` */
    build(): Promise<BuiltFiles>;
  }>;
  /** Says which paths have a page; asked likewise. */
  routes(): Promise<(path: string) => boolean>;
}

/** What esbuild says of a mistake. */
interface BuildMistake {
  readonly text: string;
  readonly location?: { readonly file: string; readonly line: number; readonly lineText: string } | null;
}

/** What was read when a build was made. */
interface State {
  readonly stamp: string;
  readonly made: Promise<Build>;
}

/**
 * The console as it is built of its sources: at the first request, and again when a file of it has changed. Only requests for it
 * wait for it.
 */
export function sourceConsole({ root, cache, builder, routes }: SourceOptions): ConsoleSource {
  let state: State | undefined;
  let shown: Build | undefined;

  const newest = async (): Promise<Build> => {
    const { sources, build } = await builder();
    const stamp = stampOf(root, sources);
    if (state?.stamp !== stamp) state = { stamp, made: buildOf({ root, sources, cache, build }) };
    shown = await state.made;
    return shown;
  };
  const told =
    <T, A extends unknown[]>(act: (...given: A) => Promise<T>) =>
    (...given: A) =>
      act(...given).catch((cause: unknown) => Promise.reject(troubleOf(cause)));
  return {
    isRoute: told(async (path: string) => (await routes())(path)),
    newest: told(newest),
    shown: told(async () => shown ?? newest()),
  };
}

/** Times and sizes of all files. */
function stampOf(root: string, sources: readonly string[]): string {
  return filesOf(root, sources)
    .map(file => {
      const { mtimeMs = 0, size = 0 } = statSync(join(root, file), { throwIfNoEntry: false }) ?? {};
      return `${file} ${mtimeMs} ${size}`;
    })
    .join('\n');
}

/** All of these, and those in folders, relative to the root. */
function filesOf(root: string, sources: readonly string[]): string[] {
  return sources.flatMap(source => {
    const path = join(root, source);
    if (!statSync(path).isDirectory()) return [source];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
      .sort();
  });
}

async function buildOf({
  root,
  sources,
  cache,
  build,
}: Pick<SourceOptions, 'root' | 'cache'> & Awaited<ReturnType<SourceOptions['builder']>>): Promise<Build> {
  const kept = join(cache, digestOf(root, sources));
  let built = read(kept);
  if (!built) {
    built = await build();
    keep(cache, kept, built);
  }
  const byPath = new Map(built.files.map(file => [`/${file.path}`, file]));
  const files = new StaticFiles(path => {
    const found = byPath.get(path);
    return found && staticFile(found.type, { plain: Buffer.from(found.bytes) });
  });
  return { index: built.index, file: path => files.get(path) };
}

function digestOf(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of filesOf(root, sources)) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

const LIST = 'build.json';

function read(kept: string): BuiltFiles | undefined {
  try {
    const { index, files } = JSON.parse(readFileSync(join(kept, LIST), 'utf8')) as BuiltFiles;
    return { index, files: files.map(({ path, type }) => ({ path, type, bytes: readFileSync(join(kept, path)) })) };
  } catch {
    // Not there, or only a part of it: it is built again.
    return undefined;
  }
}

/** Keeps one build and no other. Where nothing can be written, the next start builds again. */
function keep(cache: string, kept: string, { index, files }: BuiltFiles): void {
  const beside = `${kept}.${process.pid}`;
  try {
    for (const { path, bytes } of files) {
      const file = join(beside, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
    mkdirSync(beside, { recursive: true });
    writeFileSync(
      join(beside, LIST),
      JSON.stringify({ index, files: files.map(({ path, type }) => ({ path, type })) }),
    );
    const old = readdirSync(cache).filter(name => join(cache, name) !== beside);
    for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
    renameSync(beside, kept);
  } catch {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** What went wrong, as a developer finds it again. */
function troubleOf(cause: unknown): unknown {
  if (cause instanceof ConsoleTrouble) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND' && !/'esbuild'/.test(message)) {
    return new ConsoleTrouble(
      'There is no console',
      'The sources of the console are not here; the API works, its page is /api/docs.',
    );
  }
  if (code === 'ERR_MODULE_NOT_FOUND') {
    return new ConsoleTrouble(
      'The console is not built',
      'It needs esbuild, which is not installed here; the API works, its page is /api/docs.',
    );
  }
  const { errors } = cause as { errors?: readonly BuildMistake[] };
  if (!errors && !(cause instanceof SyntaxError) && code === undefined) return cause;
  const lines = errors?.map(({ text, location }) =>
    location ? `${location.file}:${location.line}: ${text}\n  ${location.lineText.trim()}` : text,
  );
  return new ConsoleTrouble(
    'The console cannot be built',
    'There is a mistake in its sources; this page shows the console again as soon as it is mended.',
    (lines ?? [message]).join('\n'),
  );
}
