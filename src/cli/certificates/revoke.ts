import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { createLog } from '../../kit/log.ts';
import { present } from '../../kit/present.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { openRevocations, plainSerial, type Revocations } from '../../pki/revocation.ts';
import { knowsCertificateOf } from '../../upkeep/database-file.ts';
import { actAsOwner } from '../as-owner.ts';
import { noData } from '../locked.ts';
import { settledConfig } from '../settings.ts';

/** What is to be revoked. */
type Target = { readonly eui: Eui } | { readonly serial: string };

/** What the API and the events say of certificates that are revoked here. */
const REASON = 'command';
/** RFC 5280 4.1.2.2: at most 20 bytes. */
const SERIAL = /^[0-9a-f]{1,40}$/;

/** `certs revoke`. */
export function revoking(certs: Command): void {
  certs
    .command('revoke')
    .description('let a client certificate in no more; a running server ends its connection within seconds')
    .argument('<eui|serial>', 'an EUI: every certificate of it made until now; else a serial number in hex')
    .option('--serial', 'read 16 hex digits as a serial number, too')
    .option('--anyway', 'also for an EUI of which no certificate is known here, such as one that was made elsewhere')
    .addHelpText(
      'after',
      `
A new certificate for the same EUI is let in. One that names no EUI is revoked by its serial number, or by taking its
fingerprint from the allowed_fingerprints of the base station.

Example:
  $ waystation certs revoke 70b3d59cd0000001`,
    )
    .action(revoke);
}

interface Options {
  serial?: boolean;
  anyway?: boolean;
}

async function revoke(what: string, { serial = false, anyway = false }: Options, command: Command): Promise<void> {
  const target = targetOf(what, serial);
  if (!target) command.error('error: an EUI has 16 hex digits, a serial number at most 40');
  const { config } = settledConfig(command);
  actAsOwner(config);
  const dir = join(config.data_dir, 'pki');
  if (!present(join(dir, 'ca.crt'))) {
    throw new Error(noData(config.data_dir));
  }
  const revocations = openRevocations(dir, await createLog({ level: 'silent', format: 'json' }));
  if (!anyway && 'eui' in target && !isKnown(config, revocations, target.eui)) {
    throw new Error(
      `no certificate of ${target.eui} was made or seen here: correct the EUI, or revoke what may have been made elsewhere with --anyway`,
    );
  }
  const at = notEarlierThan(config);
  if ('serial' in target) revocations.revokeSerial(target.serial, at, REASON);
  else for (const kind of ['bs', 'ac'] as const) revocations.revokeEui(kind, target.eui, at, REASON);
  if (revocations.failure !== undefined) throw revocations.failure;
  if ('serial' in target) console.log(`the certificate with serial number ${target.serial} is let in no more`);
  else console.log(`certificates of ${target.eui} made until ${new Date(at).toISOString()} are let in no more`);
}

function isKnown(config: Config, { made }: Revocations, eui: Eui): boolean {
  return made('bs', eui) || made('ac', eui) || knowsCertificateOf(config, eui);
}

function targetOf(text: string, serial: boolean): Target | undefined {
  const eui = serial ? undefined : parseEui(text);
  if (eui) return { eui };
  const plain = plainSerial(text);
  return SERIAL.test(plain) ? { serial: plain } : undefined;
}

/** The time, as far as it is known on a box whose clock may not be set: its certificates must not seem to be made later. */
function notEarlierThan({ store, data_dir }: Config): number {
  const written = [store.path, `${store.path}-wal`, join(data_dir, 'pki', 'server.crt')].map(
    path => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.floor(Math.max(systemClock.now(), readRelease().builtAt, ...written));
}
