import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Checks } from './checks.ts';

/** Sizes of a package, compressed (operations 7 leaves them to us). */
const MUST_MB = 40;

/** Looks at the package as Debian's own tools do. */
export function lint(deb: string, checks: Checks): void {
  const megabytes = statSync(deb).size / 1e6;
  checks.ok(`${deb.split('/').at(-1)}: ${megabytes.toFixed(1)} MB`, megabytes <= MUST_MB);
  const { stdout, stderr, error } = spawnSync('lintian', ['--info', '--display-info', deb], { encoding: 'utf8' });
  if (error) console.log('       lintian is not on this machine');
  else {
    const found = stdout.split('\n').filter(line => /^[EWI]:/.test(line));
    checks.ok('lintian finds nothing', found.length === 0, stdout + stderr);
  }
}
