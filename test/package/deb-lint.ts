import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Checks } from './checks.ts';

/** What a package may weigh, compressed. */
const MUST_MB = 40;

/** Looks at the package as Debian's own tools do, as far as they are on this machine. */
export function lint(deb: string, executable: string, checks: Checks): void {
  const megabytes = statSync(deb).size / 1e6;
  checks.ok(`${deb.split('/').at(-1)}: ${megabytes.toFixed(1)} MB`, megabytes <= MUST_MB);
  libraries(deb, executable, checks);
  const { stdout, stderr, error } = spawnSync('lintian', ['--info', '--display-info', deb], { encoding: 'utf8' });
  if (error) console.log('       lintian is not on this machine');
  else {
    const found = stdout.split('\n').filter(line => /^[EWI]:/.test(line));
    checks.ok('lintian finds nothing', found.length === 0, stdout + stderr);
  }
}

/** What Node.js needs of the C library changes with its releases; the package must ask for it. */
function libraries(deb: string, executable: string, checks: Checks): void {
  const { stdout, error } = spawnSync('readelf', ['--version-info', '--dynamic', '--wide', executable], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (error) {
    console.log('       readelf is not on this machine');
    return;
  }
  const minor = Math.max(...[...stdout.matchAll(/\bGLIBC_2\.(\d+)/g)].map(([, each]) => Number(each)));
  const depends = spawnSync('dpkg-deb', ['--field', deb, 'Depends'], { encoding: 'utf8' }).stdout;
  checks.ok(`asks for the C library it needs, 2.${minor}`, depends.includes(`libc6 (>= 2.${minor})`), depends);
  const needed = [...stdout.matchAll(/\(NEEDED\).*\[(.*)\]/g)].map(([, name]) => name ?? '');
  const known = /^(lib(c|m|dl|pthread)\.so\.\d|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux.*)$/;
  const unknown = needed.filter(name => !known.test(name));
  checks.ok('needs no other library', needed.length > 0 && unknown.length === 0, unknown.join(' '));
}
