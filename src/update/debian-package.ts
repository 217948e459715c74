import { spawnSync } from 'node:child_process';

const ASK_MS = 10_000;

/** The version of our package as dpkg has it, while it is installed or being installed; undefined: none is, or dpkg does not say. */
export function packageVersion(): string | undefined {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own way of naming a field
  const format = ['--show', '--showformat=${db:Status-Status} ${Version}', 'waystation'];
  const { status, stdout } = spawnSync('dpkg-query', format, { encoding: 'utf8', timeout: ASK_MS });
  if (status !== 0) return undefined;
  const [state = '', version = ''] = stdout.trim().split(' ');
  return ['not-installed', 'config-files'].includes(state) || version === '' ? undefined : releaseOf(version);
}

/** The version of a release by that of its package: Debian writes `~` where a version before another has `-`. */
export const releaseOf = (debianVersion: string): string => debianVersion.replace('~', '-');
