import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from './executable.ts';

const CALLS =
  'open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,rmdir,mknod,mknodat,memfd_create,execve,execveat';
/** What is open for writing on every system and keeps nothing. */
const DEVICES = /^(\/dev\/(null|tty|pts\/.*)|\/proc\/self\/.*)$/;

/**
 * Starts and stops the executable under strace.
 * @returns calls that would write, or start a program, outside of `home`; why they were not looked at otherwise
 */
export async function foreignWrites(executable: string, home: string): Promise<string[] | string> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).status !== 0) return 'not looked at: strace is not installed';
  const trace = join(home, 'trace');
  const starter = {
    command: ['strace', '-f', '-qq', '-y', '-e', `trace=${CALLS}`, '-e', 'signal=none', '-o', trace, executable],
  };
  const service = await serve(starter, join(home, 'data'), home);
  // The tracer stays, and ends when the service does.
  process.kill(childOf(service.pid), 'SIGTERM');
  await service.stop();
  return readFileSync(trace, 'utf8')
    .split('\n')
    .filter(line => writes(line) && !line.includes(` = -1 E`))
    .slice(1)
    .filter(line => !within(line, home));
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]);
}

/** The first of these is the start of the executable itself. */
function writes(line: string): boolean {
  const name = /^\d+ +(\w+)\(/.exec(line)?.[1] ?? '';
  return name === '' ? false : !/^open(at)?$/.test(name) || /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(line);
}

function within(line: string, home: string): boolean {
  const paths = [...line.matchAll(/"([^"]*)"/g)].map(found => found[1] ?? '');
  return (
    paths.length > 0 && paths.every(path => path.startsWith(home) || DEVICES.test(path) || line.includes(`<${home}`))
  );
}
