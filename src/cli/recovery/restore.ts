import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemClock } from '../../kit/time/clock.ts';
import { type Restored, restore } from '../../upkeep/backup/restore.ts';
import { withDataDir } from '../locked.ts';
import { settledConfig } from '../settings.ts';
import { ask, canAsk, passphraseIn, type Terminal } from './passphrase.ts';
import { progressLine } from './progress.ts';

interface Options {
  passphraseFile?: string;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('restore')
    .description(
      'put the data of a backup in the place of what is there, which is kept aside; the server must be stopped',
    )
    .argument('<file>', 'a file that backup has made')
    .option('--passphrase-file <file>', 'its first line is the passphrase of the backup')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      '\nExample:\n  $ waystation restore /media/usb/waystation.tar.gz --data-dir /var/lib/waystation',
    )
    .action(run);
}

async function run(file: string, options: Options, command: Command): Promise<void> {
  const { config, file: configFile } = settledConfig(command);
  const given = options.passphraseFile === undefined ? undefined : passphraseIn(options.passphraseFile);
  const line = progressLine(process.stderr, systemClock);
  const passphrase = async () => {
    line.end();
    return given ?? (await asked(command));
  };
  try {
    const now = systemClock.now();
    const settings = { config, configFile, file: resolve(file), now, passphrase, progress: line.show };
    const done = await withDataDir(config, () => restore(settings), { make: true });
    line.end();
    report(done, config.data_dir, options.json ?? false);
  } finally {
    line.end();
  }
}

async function asked(command: Command): Promise<string> {
  const terminal: Terminal = { input: process.stdin, output: process.stderr };
  if (canAsk(terminal)) return ask(terminal, 'Passphrase of the backup: ');
  return command.error(
    'error: the backup has its master key under a passphrase, and nobody can be asked for it: give --passphrase-file',
  );
}

function report({ manifest, aside, warnings }: Restored, dataDir: string, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ data_dir: dataDir, aside, warnings, ...manifest }));
    return;
  }
  console.log(`${dataDir} is as it was on ${manifest.host} at ${manifest.created_at}`);
  if (aside.length > 0) console.log(`what was here before is in ${aside.join(', ')}: remove it when everything works`);
  for (const warning of warnings) console.log(`warning: ${warning}`);
  console.log('start the service again; base stations and application centers connect anew by themselves');
}
