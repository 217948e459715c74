import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Command } from 'commander';
import { engineOf } from '../database/driver.ts';
import { asCaller } from '../kit/caller.ts';
import { parseUuid } from '../kit/uuid.ts';
import { exportAudit } from '../upkeep/audit-file.ts';
import { actAsOwner } from './as-owner.ts';
import { settledConfig } from './settings.ts';
import { time } from './values.ts';

/** Asked of the process, it would no longer wait for its reader. */
const STDOUT = 1;

export function register(program: Command): void {
  const audit = program.command('audit').description('who did what: write it into a file');
  audit
    .command('export')
    .description('audit events as lines of JSON, each with the hash that joins it to the one before')
    .argument('<file>', 'file to write, - for stdout')
    .option('--organization <id>', 'only those of one organization')
    .option('--from <time>', 'what happened then or later: 2026-11-01 or 2026-11-01T12:00:00Z', time)
    .option('--to <time>', 'what happened before', time)
    .addHelpText(
      'after',
      `
Works while the server runs or not. A hash is the SHA-256 of the line without hash and seq, in canonical form (RFC 8785).

Example:
  $ waystation audit export /media/usb/audit.ndjson --from 2026-11-01`,
    )
    .action(write);
}

interface Options {
  organization?: string;
  from?: number;
  to?: number;
}

function write(file: string, options: Options, command: Command): void {
  const { organization, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER } = options;
  const wanted = organization === undefined ? undefined : parseUuid(organization);
  if (organization !== undefined && wanted === undefined)
    command.error('error: --organization is the id of one, a UUID');
  const { config } = settledConfig(command);
  const range = { organization: wanted, from, to };
  const toStdout = file === '-';
  // The command writes where its caller may; the data are read as the service does.
  const handle = toStdout ? STDOUT : asCaller(() => openSync(file, 'wx', 0o600));
  let written: number | undefined;
  try {
    actAsOwner(config);
    const { path, engine } = config.store;
    written = exportAudit(path, engineOf(engine), range, lines => writeAll(handle, lines));
  } finally {
    if (!toStdout) closeSync(handle);
    if (!toStdout && written === undefined) asCaller(() => rmSync(file, { force: true }));
  }
  console.error(`${written} audit events${toStdout ? '' : ` in ${file}`}`);
}

function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
}
