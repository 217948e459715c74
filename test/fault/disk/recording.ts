import { createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** What a process did to files, in order, and what it acknowledged in between. */
export type Act =
  | { readonly kind: 'write'; readonly file: string; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'truncate'; readonly file: string; readonly size: number }
  | { readonly kind: 'create' | 'unlink'; readonly file: string }
  /** Over now; it covers the acts before the one with this number, which is the one it began at. */
  | { readonly kind: 'sync'; readonly file: string; readonly begun: number }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string }
  | { readonly kind: 'sync-folder' }
  | { readonly kind: 'acknowledged'; readonly line: string };

/** System calls that change a file, or make a change last. */
export const RECORDED = [
  ...['openat', 'pwrite64', 'pwritev', 'pwritev2', 'write', 'writev', 'fallocate', 'ftruncate', 'truncate'],
  ...['fsync', 'fdatasync', 'unlink', 'unlinkat', 'rename', 'renameat', 'renameat2'],
];

/** How `strace` has to be called for `readRecording`. */
export function straceOptions(output: string): string[] {
  // A filter in the kernel stops only the calls that are recorded; descriptors show their paths, data all of its bytes.
  return ['-f', '--seccomp-bpf', '-y', '-xx', '-s', '1000000', '-e', `trace=${RECORDED.join(',')}`, '-o', output];
}

const CALL = /^(\d+) +(\w+)\((.*)$/;
const RESUMED = /^(\d+) +<\.\.\. (\w+) resumed>/;
const FAILED = /\) += -1 /;
const HEX = /\\x([0-9a-f]{2})/g;

/** Of a database and what SQLite keeps beside it. */
export const filesOf = (database: string) => (name: string) => name === database || name.startsWith(`${database}-`);

/**
 * Reads what `strace` has written about some files of one folder. A change counts from the
 * moment it was asked for, a sync from the moment it was over: what lies between may or may not be on the disk.
 */
export async function readRecording(
  trace: string,
  { folder, files, journal }: { folder: string; files: (name: string) => boolean; journal: string },
): Promise<Act[]> {
  const acts: Act[] = [];
  const open = new Map<string, Act>();
  const ours = (path: string) => dirname(path) === folder && files(basename(path));
  for await (const line of createInterface({ input: createReadStream(trace, 'latin1') })) {
    const resumed = RESUMED.exec(line);
    if (resumed) {
      const act = open.get(resumed[1] ?? '');
      open.delete(resumed[1] ?? '');
      if (act && !FAILED.test(line)) acts.push(act);
      continue;
    }
    const [, thread = '', name = '', rest = ''] = CALL.exec(line) ?? [];
    if (name === '' || FAILED.test(rest)) continue;
    const act = actOf(name, rest, { folder, ours, journal, done: acts.length });
    if (!act) continue;
    const later = act.kind === 'sync' || act.kind === 'sync-folder';
    if (later && rest.endsWith('<unfinished ...>')) open.set(thread, act);
    else acts.push(act);
  }
  return acts;
}

interface Watched {
  readonly folder: string;
  readonly journal: string;
  /** Acts so far. */
  readonly done: number;
  ours(path: string): boolean;
}

function actOf(name: string, rest: string, { folder, ours, journal, done }: Watched): Act | undefined {
  const file = descriptorPath(rest);
  const texts = [...rest.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytesOf(hex));
  const [first] = texts;
  switch (name) {
    case 'openat': {
      const path = first?.toString() ?? '';
      return rest.includes('O_CREAT') && ours(path) ? { kind: 'create', file: basename(path) } : undefined;
    }
    case 'pwrite64': {
      if (file === journal) return { kind: 'acknowledged', line: first?.toString().trim() ?? '' };
      if (!ours(file)) return undefined;
      const at = Number(
        /, (\d+)(?:\)| <unfinished)/.exec(rest.slice(rest.lastIndexOf('"')).replace(/^", \d+/, ''))?.[1],
      );
      if (!first || !Number.isSafeInteger(at)) throw new Error(`not understood: ${rest.slice(-200)}`);
      return { kind: 'write', file: basename(file), at, bytes: first };
    }
    case 'ftruncate':
      return ours(file)
        ? { kind: 'truncate', file: basename(file), size: Number(/>, (\d+)/.exec(rest)?.[1]) }
        : undefined;
    case 'fsync':
    case 'fdatasync':
      if (file === folder) return { kind: 'sync-folder' };
      return ours(file) ? { kind: 'sync', file: basename(file), begun: done } : undefined;
    case 'unlink':
    case 'unlinkat': {
      const path = first?.toString() ?? '';
      return ours(path) ? { kind: 'unlink', file: basename(path) } : undefined;
    }
    case 'rename':
    case 'renameat':
    case 'renameat2': {
      const [from = '', to = ''] = texts.map(String);
      return ours(to) ? { kind: 'rename', file: basename(from), to: basename(to) } : undefined;
    }
    default:
      // A way of writing that the model does not know would make it too kind.
      if (ours(file)) throw new Error(`${name} on ${file}`);
      return undefined;
  }
}

function descriptorPath(rest: string): string {
  const hex = /^(?:AT_FDCWD|\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(rest)?.[1];
  return hex === undefined ? '' : bytesOf(hex).toString();
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replace(HEX, '$1'), 'hex');
}
