import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/load.ts';
import { asCaller } from '../../kit/caller.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { present } from '../../kit/present.ts';
import { sleep, systemClock } from '../../kit/time/clock.ts';
import { runningBox } from '../../upkeep/box/client.ts';
import { collect, type LiveFacts } from '../../upkeep/bugreport/collect.ts';
import { versionFacts } from '../../upkeep/bugreport/version-facts.ts';
import { archived, writeNew } from '../../upkeep/bugreport/write.ts';
import { scEuiOf } from '../../upkeep/database-file.ts';
import { actAsOwner } from '../as-owner.ts';
import { found } from '../doctor.ts';
import { noData } from '../locked.ts';
import { settledConfig } from '../settings.ts';

/** A server that hangs is what a report is made for. */
const LONGEST_MS = 10_000;

export function register(program: Command): void {
  program
    .command('bugreport')
    .description('one file for support, without secrets; while the server runs or not')
    .option('--out <file>', 'file to write, default: waystation-bugreport-<sc_eui>-<time>.zip in this folder')
    .addHelpText(
      'after',
      `
It holds versions, settings, health, the last events and lines of the log, figures and dates of certificates: EUIs, but no keys,
payloads, names or texts that may hold a secret. Look through it before you send it on.

Example:
  $ waystation bugreport --out /tmp/report.zip`,
    )
    .action(bugreport);
}

async function bugreport({ out }: { out?: string }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  if (!present(config.data_dir)) throw new Error(noData(config.data_dir));
  const now = systemClock.now();
  actAsOwner(config);
  const findings = await found(command);
  const live = await liveFacts(config);
  const files = collect({ config, now, versions: versionFacts(config), findings, live });
  const bytes = await archived(files);
  const path = resolve(out ?? nameOf(config, now));
  asCaller(() => {
    try {
      writeNew(path, bytes);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
      throw new Error(`${path} exists already: remove it, or name another file`);
    }
  });
  console.log(`${path}: ${Math.ceil(bytes.length / 1000)} kB, for its owner only`);
  for (const [name, text] of files) console.log(`  ${name.padEnd(22)} ${Buffer.byteLength(text)} bytes`);
  console.log('Secrets, payloads and names are left out. Look through it before you send it on.');
}

function nameOf(config: Config, now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return `waystation-bugreport-${readable(() => scEuiOf(config)) ?? 'unknown'}-${time}Z.zip`;
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The report says why, file by file.
    return undefined;
  }
}

async function liveFacts(config: Config): Promise<LiveFacts | undefined> {
  try {
    const box = await runningBox(config.data_dir);
    if (!box) return undefined;
    const late = sleep(systemClock, LONGEST_MS).then(() => {
      throw new Error('it takes too long');
    });
    return await Promise.race([box.act('bugreport.look', {}), late]).finally(() => box.close());
  } catch (cause) {
    console.error(`warning: the server did not answer: ${reasonOf(cause)}`);
    return undefined;
  }
}
