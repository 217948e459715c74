import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** A place in the sources that asks for the credible time. */
export interface ClockUse {
  readonly file: string;
  readonly line: number;
  /** Where it stands in the file, and how long it is. */
  readonly at: number;
  readonly length: number;
  /** What stands there when the wall clock is asked. */
  readonly wall: string;
}

const USE = /((?:this\.)?[\w#.]*clock)\.credible\(\)|\bmomentOf\(((?:this\.)?[\w#.]*clock)\)/gi;

export function clockUses(root: string): ClockUse[] {
  const files = readdirSync(join(root, 'src'), { recursive: true }).map(name => `src/${name}`);
  const own = files.filter(file => file.endsWith('.ts') && !file.startsWith('src/kit/')).sort();
  return own.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(USE)].map(found => ({
      ...{ file, at: found.index, length: found[0].length, wall: wallOf(found) },
      line: text.slice(0, found.index).split('\n').length,
    }));
  });
}

function wallOf([, alone, both]: RegExpMatchArray): string {
  if (alone !== undefined) return `(${alone}.now() as never)`;
  return `({ now: ${both}.now(), credible: ${both}.now() } as never)`;
}

const WORLDS = 'test/e2e/clock-worlds/some.ts';
const AHEAD = '40 days ahead from a start for 65 s, back at a start';

/** What notices it where it is broken: a test, and of the worlds which, by the file or a part of its path. */
const CHECKS: readonly (readonly [part: string, ...check: readonly string[]])[] = [
  ['src/bssci/connect.ts', WORLDS, AHEAD],
  ['src/scaci/connect.ts', WORLDS, AHEAD],
  ['src/rest/media/', WORLDS, AHEAD],
  ['src/compose/', WORLDS, '40 days ahead from a start for 2 h, back at a start'],
  ['src/domain/apikey/', WORLDS, AHEAD],
  ['src/rest/api-keys/', WORLDS, AHEAD],
  ['src/rpc/apikeys/', WORLDS, AHEAD],
  ['src/rpc/certificates/', WORLDS, '40 days ahead while it runs for 65 s'],
  ['src/rpc/invoke.ts', WORLDS, AHEAD],
  ['src/identity/signin/', WORLDS, AHEAD],
  ['src/identity/second-factor/', 'test/identity/second-factor/totp.test.ts'],
  ['src/notify/', 'test/notify/sender.test.ts'],
  ['src/upkeep/backup/', 'test/upkeep/backup/snapshots.test.ts'],
  ['src/upkeep/disk/', WORLDS, '40 days ahead from a start for 2 h, back at a start'],
  ['src/upkeep/box/', 'test/cli/api-keys.test.ts'],
];

/** @returns the test, and the part of the names of its worlds; undefined: nothing is known to notice it */
export function checkOf({ file }: ClockUse): readonly string[] | undefined {
  return CHECKS.find(([part]) => file.startsWith(part))?.slice(1);
}

/** As the test of the worlds is told which ones to run. */
export function worldsOf([, ...worlds]: readonly string[]): string {
  return worlds.join(';');
}
