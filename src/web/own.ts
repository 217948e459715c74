import { fileURLToPath } from 'node:url';
import { packaged, source } from '../kit/program.ts';
import type { ConsoleSource } from './console.ts';

const CACHE = 'node_modules/.cache/waystation-console';

/** The console of this program: inside of the executable, else built of its sources. Nothing of it is loaded before it is asked for. */
export function ownConsole(): ConsoleSource {
  let opened: Promise<ConsoleSource> | undefined;
  const open = () => {
    opened ??= packaged ? fromExecutable() : fromSource();
    return opened;
  };
  return {
    isRoute: async path => (await open()).isRoute(path),
    newest: async () => (await open()).newest(),
    shown: async () => (await open()).shown(),
  };
}

async function fromExecutable(): Promise<ConsoleSource> {
  const { packedConsole } = await import('./packed.ts');
  return packedConsole();
}

async function fromSource(): Promise<ConsoleSource> {
  const { sourceConsole } = await import('./build-from-source.ts');
  return sourceConsole({
    root: fileURLToPath(source('.')),
    cache: fileURLToPath(source(CACHE)),
    async builder() {
      // By address: the executable, which has them not, is not to be made of them.
      const { SOURCES, buildConsole }: typeof import('../../web/build.ts') = await import(source('web/build.ts').href);
      return { sources: SOURCES, build: () => buildConsole() };
    },
    async routes() {
      const { matchRoute }: typeof import('../../web/routes.ts') = await import(source('web/routes.ts').href);
      return path => matchRoute(path) !== undefined;
    },
  });
}
