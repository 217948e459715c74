import type { Command } from 'commander';
import { SUPPORT_NOT_DECIDED } from '../config/release.ts';
import { packaged } from '../kit/program.ts';
import { versionFacts } from '../upkeep/bugreport/version-facts.ts';
import { settledConfig } from './settings.ts';

interface Options {
  json?: boolean;
  verify?: boolean;
}

export function register(program: Command): void {
  program
    .command('version')
    .description('version, edition, commit and libraries')
    .option('--json', 'for programs')
    .option('--verify', 'compare the program on the disk with the list of releases that was seen last')
    .addHelpText('after', '\nExample:\n  $ waystation version --json\n  $ sudo waystation version --verify')
    .action(version);
}

async function version({ json = false, verify = false }: Options, command: Command): Promise<void> {
  if (verify) return verified(command, json);
  const facts = versionFacts(settledConfig(command).config);
  if (json) {
    console.log(JSON.stringify(facts));
    return;
  }
  console.log(`Waystation ${facts.version} (${facts.edition})`);
  console.log(`commit  ${facts.commit}`);
  console.log(`Node.js ${facts.node}`);
  console.log(`support ${facts.support_until === null ? SUPPORT_NOT_DECIDED : `until ${facts.support_until}`}`);
  console.log(`SQLite  ${facts.sqlite} (${facts.sqlite_engine})`);
  console.log(`${packaged ? 'single executable' : 'run from source'}, ${facts.platform}`);
}

/** Loaded when it is asked for: `--version` answers at once. */
async function verified(command: Command, json: boolean): Promise<void> {
  const { verifyInstalled } = await import('./update/update.ts');
  const { version, sha256 } = await verifyInstalled(command, json);
  if (json) console.log(JSON.stringify({ version, sha256, verified: true }));
  else console.log(`${version} is the program that was signed for: SHA-256 ${sha256}`);
}
