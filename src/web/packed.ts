import { matchRoute } from '../../web/routes.ts';
import { asset } from '../kit/program.ts';
import { StaticFiles, staticFile } from '../rpc/serve/static-files.ts';
import type { Build, ConsoleSource } from './console.ts';
import { isPackedTwice, PACKED_INDEX, PACKED_TYPES, packedAs } from './packed-names.ts';

/** The console inside of the executable. Nothing of it is read before it is asked for. */
export function packedConsole(): ConsoleSource {
  let build: Build | undefined;
  const opened = async () => {
    build ??= open();
    return build;
  };
  return { isRoute: async path => matchRoute(path) !== undefined, newest: opened, shown: opened };
}

function open(): Build {
  const types = new Map(Object.entries(JSON.parse(asset(PACKED_TYPES).toString()) as Record<string, string>));
  const files = new StaticFiles(path => {
    const type = types.get(path);
    if (type === undefined) return undefined;
    const brotli = asset(packedAs(path, 'br'));
    return staticFile(type, isPackedTwice(type) ? { brotli, gzip: () => asset(packedAs(path, 'gz')) } : { brotli });
  });
  return { index: asset(PACKED_INDEX).toString(), file: path => files.get(path) };
}
