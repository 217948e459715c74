// esbuild makes a chunk for each set of pages that share a module: dozens of files of some hundred bytes. Here everything that two or
// more of them use becomes one chunk, since then all of them use all of it.
import { join, resolve } from 'node:path';
import type { Loader, Metafile, Plugin } from 'esbuild';

const SHARED = 'shared-modules';

/**
 * Makes the program, and each page that it loads, import all that any two of them share.
 *
 * @param metafile of the same build without this
 */
export function sharedChunk({ outputs }: Metafile, root: string, read: (path: string) => string): Plugin {
  const scripts = Object.entries(outputs).filter(([path]) => path.endsWith('.js'));
  const begins = new Set(scripts.flatMap(([, { entryPoint }]) => (entryPoint === undefined ? [] : [entryPoint])));
  const shared = scripts
    .filter(([, { entryPoint }]) => entryPoint === undefined)
    .flatMap(([, { inputs }]) => Object.keys(inputs))
    .sort();
  const paths = new Map([...begins].map(path => [resolve(root, path), path]));
  return {
    name: SHARED,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${SHARED}$`) }, () => ({ path: SHARED, namespace: SHARED }));
      build.onLoad({ filter: /.*/, namespace: SHARED }, () => ({
        contents: shared.map(path => `import ${JSON.stringify(`./${path}`)};`).join('\n'),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, ({ path }) => {
        const begin = paths.get(path);
        if (begin === undefined) return undefined;
        const loader: Loader = begin.endsWith('x') ? 'tsx' : 'ts';
        return { contents: `${read(join(root, begin))}\nimport '${SHARED}';\n`, loader };
      });
    },
  };
}
