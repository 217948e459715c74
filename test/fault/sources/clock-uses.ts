import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

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

/** What notices it where it is broken, by the file or a part of its path. */
const CHECKS: readonly (readonly [part: string, test: string])[] = [
  ['src/bssci/connect.ts', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/scaci/connect.ts', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/rest/', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/rpc/integrations/', 'test/rpc/integrations/update.test.ts'],
  ['src/rpc/', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/compose/data.ts', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/compose/protocols.ts', 'test/e2e/clock/doubted-clock.test.ts'],
  ['src/compose/', 'test/compose/credible-time.test.ts'],
  ['src/upkeep/time-correction.ts', 'test/compose/credible-time.test.ts'],
  ['src/domain/apikey/', 'test/domain/apikey/gate.test.ts'],
  ['src/identity/signin/secrets.ts', 'test/identity/signin/tokens.test.ts'],
  ['src/identity/signin/tokens.ts', 'test/identity/signin/tokens.test.ts'],
  ['src/identity/signin/', 'test/identity/signin/doubted-clock.test.ts'],
  ['src/identity/admin/', 'test/identity/admin/acts.test.ts'],
  ['src/identity/second-factor/', 'test/identity/second-factor/pages.test.ts'],
  ['src/integrations/engine.ts', 'test/integrations/engine.test.ts'],
  ['src/integrations/drivers/http/', 'test/integrations/drivers/http/http.test.ts'],
  ['src/notify/email/', 'test/notify/email.test.ts'],
  ['src/notify/', 'test/notify/sender.test.ts'],
  ['src/upkeep/backup/', 'test/upkeep/backup/snapshots.test.ts'],
  ['src/upkeep/box/', 'test/upkeep/box/acts.test.ts'],
  ['src/upkeep/disk/', 'test/upkeep/disk/retention.test.ts'],
];

/** @returns the test; undefined: nothing is known to notice it */
export function checkOf({ file }: ClockUse): string | undefined {
  return CHECKS.find(([part]) => file.startsWith(part))?.[1];
}
