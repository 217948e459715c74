import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type Rekeyed, rekey } from '../../upkeep/rekey.ts';
import { withDataDir } from '../locked.ts';
import { settledConfig } from '../settings.ts';

interface Options {
  out?: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('rekey')
    .description('new master key, every secret encrypted again; the server must be stopped')
    .option('--out <file>', 'write the new key to this file too, mode 0600; needed where it is a systemd credential')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      `
Where the master key is a systemd credential, everything is readable under the old and the new key until the service has been
started with the new one. The file of --out is what to install.

Example:
  $ waystation rekey --data-dir /var/lib/waystation`,
    )
    .action(run);
}

async function run({ out, json = false }: Options, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const file = out === undefined ? undefined : resolve(out);
  const done = await withDataDir(config, () => rekey(config, { out: file }));
  if (json) console.log(JSON.stringify({ ...done, out: file ?? null }));
  else report(done, config.data_dir, file);
}

function report({ secrets, snapshots, left, toInstall }: Rekeyed, dataDir: string, out: string | undefined): void {
  console.log(`${secrets} secrets are under a new master key, in ${snapshots} snapshots too`);
  for (const file of left) console.log(`warning: ${file} could not be changed: it is of no use without the old key`);
  if (toInstall && out !== undefined) {
    console.log(`install the new key, start the service, then remove ${out}:`);
    console.log(`  install -m 0400 ${out} /etc/credstore/waystation.master-key`);
    console.log(
      `  or: systemd-creds encrypt --name=waystation.master-key ${out} /etc/credstore.encrypted/waystation.master-key`,
    );
    console.log('until the first start with it, the old key opens everything as well');
    return;
  }
  console.log(`the old key was overwritten in ${dataDir}, which a memory card may not do everywhere`);
  console.log('backups made before need their own key: make a new one now');
}
