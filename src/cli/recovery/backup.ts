import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { readRelease } from '../../config/release.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { type BackedUp, type BackupOptions, backUp, backUpTo, removeUnfinished } from '../../upkeep/backup/backup.ts';
import { settledConfig } from '../settings.ts';
import { askNew, canAsk, checkLength, passphraseIn, type Terminal } from './passphrase.ts';
import { progressLine } from './progress.ts';

interface Options {
  passphraseFile?: string;
  withoutKey?: boolean;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('backup')
    .description('database, PKI and configuration in one file, while the server runs or not')
    .argument('<file>', 'file to write, - for stdout')
    .option('--passphrase-file <file>', 'its first line is the passphrase under which the master key goes along')
    .option('--without-key', 'leave the master key out: the backup is useless where that key is not')
    .option('--json', 'for programs')
    .addHelpText(
      'after',
      '\nExample:\n  $ waystation backup /media/usb/waystation.tar.gz --passphrase-file /root/passphrase',
    )
    .action(backup);
}

async function backup(file: string, options: Options, command: Command): Promise<void> {
  const { config, file: configFile } = settledConfig(command);
  const passphrase = await passphraseOf(options, command);
  const line = progressLine(process.stderr, systemClock);
  const settings: BackupOptions = {
    config,
    configFile,
    passphrase,
    version: readRelease().version,
    now: systemClock.now(),
    progress: line.show,
  };
  const work = file === '-' ? join(tmpdir(), `waystation-backup-${process.pid}`) : resolve(file);
  removeUnfinished(work);
  // Ctrl-C leaves nothing behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      removeUnfinished(work);
      line.end();
      process.exit(1);
    });
  }
  let done: BackedUp;
  try {
    done = file === '-' ? await backUp(`${work}.work`, () => process.stdout, settings) : await backUpTo(work, settings);
  } finally {
    line.end();
  }
  report(file, done, options);
}

async function passphraseOf({ passphraseFile, withoutKey = false }: Options, command: Command) {
  if (withoutKey && passphraseFile !== undefined)
    command.error('error: --without-key and --passphrase-file exclude each other');
  if (withoutKey) return undefined;
  if (passphraseFile !== undefined) return checkLength(passphraseIn(passphraseFile));
  const terminal: Terminal = { input: process.stdin, output: process.stderr };
  if (canAsk(terminal)) return askNew(terminal);
  return command.error(
    'error: the master key goes along under a passphrase, and nobody can be asked for it: give --passphrase-file, or --without-key',
  );
}

function report(file: string, { manifest, warnings }: BackedUp, { json, withoutKey }: Options): void {
  const allWarnings = [
    ...warnings,
    ...(withoutKey
      ? ['the master key is not in it: keep that apart, without it no secret of the backup can be read']
      : []),
  ];
  const bytes = manifest.parts.reduce((sum, part) => sum + part.bytes, 0);
  for (const warning of allWarnings) if (!json || file === '-') console.error(`warning: ${warning}`);
  if (file === '-') return;
  if (json) console.log(JSON.stringify({ file: resolve(file), ...manifest, warnings: allWarnings }));
  else {
    const parts = `${manifest.parts.length} files, ${Math.ceil(bytes / 1e6)} MB, schema ${manifest.schema}`;
    console.log(
      `${resolve(file)}: ${parts}, master key ${manifest.key === 'sealed' ? 'under the passphrase' : 'left out'}`,
    );
  }
}
