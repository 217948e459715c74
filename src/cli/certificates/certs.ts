import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { asCaller } from '../../kit/caller.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { makeFolder } from '../../kit/folder.ts';
import { systemClock } from '../../kit/time/clock.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { type Bundle, bundleFiles, p12Bundle } from '../../pki/bundle.ts';
import { dialledHost } from '../../pki/names.ts';
import { givenCertificates, tlsListeners } from '../../upkeep/certificates/tls-listeners.ts';
import { scEuiOf } from '../../upkeep/database-file.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { settledConfig } from '../settings.ts';
import { authorities } from './authorities.ts';
import { openConfiguredPki } from './pki.ts';
import { revoking } from './revoke.ts';

type Peer = 'base-station' | 'application-center';

interface IssueOptions {
  out?: string;
  p12?: boolean;
  passphraseFile?: string;
  days?: number;
  organization?: string;
}

export function register(program: Command): void {
  const certs = program.command('certs').description('certificates of this server and of its peers');
  certs
    .command('status')
    .description('CA and server certificate')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExample:\n  $ waystation certs status')
    .action(status);
  certs
    .command('export-ca')
    .description('write the CA certificate that peers must trust')
    .argument('<file>', '- for stdout')
    .addHelpText('after', '\nExample:\n  $ waystation certs export-ca ca.crt')
    .action(exportCa);
  certs
    .command('renew')
    .description('new server certificate with a new key and the same names; a running server uses it within seconds')
    .option('--if-due', 'only when pki.renew_at of its lifetime is over; otherwise say so and end with 0')
    .addHelpText('after', '\nExample:\n  $ waystation certs renew')
    .action(renew);
  authorities(certs);
  revoking(certs);
  issuing(certs, 'base-station', '70b3d59cd0000001');
  issuing(certs, 'application-center', '70b3d59cd00000a1').option('--organization <id>', 'its organization', uuid);
}

function issuing(certs: Command, kind: Peer, example: string): Command {
  return certs
    .command(kind)
    .description(`issue the certificate of one ${kind.replace('-', ' ')}, which need not be registered yet`)
    .argument('<eui>', 'its EUI-64, 16 hex digits', eui)
    .option('--out <dir>', 'folder for the files, made when missing (default: the EUI)')
    .option('--p12', 'client.p12 too, under the passphrase of --passphrase-file')
    .option('--passphrase-file <file>', 'its first line is the passphrase')
    .option('--days <days>', 'lifetime', days)
    .addHelpText('after', `\nExample:\n  $ waystation certs ${kind} ${example} --out ./${kind}`)
    .action((peer: Eui, options: IssueOptions, command: Command) => issue(kind, peer, options, command));
}

async function status({ json = false }: { json?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const pki = await openConfiguredPki(config);
  const { floor, finding: clock } = timeBeside(config, systemClock.now(), readRelease().builtAt);
  const now = Math.max(systemClock.now(), floor);
  const given = givenCertificates(config, now);
  const certificates = [...pki.status(), ...given.flatMap(({ status }) => status ?? [])];
  const problems = given.filter(({ problem }) => problem !== '');
  if (json) {
    const unusable = problems.map(({ listener, file, problem }) => ({
      name: listener,
      file,
      state: 'unusable',
      problem,
    }));
    console.log(JSON.stringify([...certificates, ...unusable]));
    return;
  }
  if (clock) console.log(`${clock.text}; dates are judged at the later one`);
  for (const { name, state, notAfter, daysUntilExpiry, fingerprint, serial, dnsNames, ipAddresses } of certificates) {
    console.log(`${name.padEnd(11)} ${state}, until ${notAfter.toISOString()} (${daysUntilExpiry} days)`);
    console.log(`            SHA-256 ${fingerprint}`);
    console.log(`            serial ${serial}`);
    const names = [...dnsNames, ...ipAddresses];
    if (names.length > 0) console.log(`            ${names.join(', ')}`);
  }
  for (const { listener, problem } of problems) console.log(`${listener.padEnd(11)} unusable: ${problem}`);
  if (Object.values(tlsListeners(config)).some(({ cert }) => cert === undefined)) {
    console.log(`the server certificate is renewed by itself from ${new Date(pki.renewAt()).toISOString()} on`);
  }
}

async function exportCa(file: string, _options: object, command: Command): Promise<void> {
  const pem = (await openConfiguredPki(settledConfig(command).config)).caPem();
  if (file === '-') process.stdout.write(pem);
  else asCaller(() => writeFileSync(file, pem, { mode: 0o644 }));
}

async function renew({ ifDue = false }: { ifDue?: boolean }, command: Command): Promise<void> {
  const { config } = settledConfig(command);
  if (Object.values(tlsListeners(config)).every(({ cert }) => cert !== undefined)) {
    throw new Error('every listener has certificate files of yours in the configuration: put new ones in their place');
  }
  // What it would be warned of is what it is about to mend.
  const pki = await openConfiguredPki(config, ifDue ? 'warn' : 'error');
  if (!ifDue) await pki.renewServer();
  else if (!(await pki.renewIfDue())) {
    console.log(`not due before ${new Date(pki.renewAt()).toISOString()}`);
    return;
  }
  console.log(`new server certificate until ${pki.server().notAfter.toISOString()}`);
}

async function issue(kind: Peer, peer: Eui, options: IssueOptions, command: Command): Promise<void> {
  if (options.p12 && options.passphraseFile === undefined) {
    command.error('error: --p12 needs --passphrase-file');
  }
  const passphrase = options.passphraseFile && (readFileSync(options.passphraseFile, 'utf8').split(/\r?\n/)[0] ?? '');
  const { config } = settledConfig(command);
  const pki = await openConfiguredPki(config);
  const { organization, days } = options;
  const bundle = await pki.issue({ kind, eui: peer, ...(organization && { organization }), ...(days && { days }) });
  const p12 = options.p12 && passphrase !== undefined ? await p12Bundle(bundle, passphrase) : undefined;
  const dir = resolve(options.out ?? peer);
  const scEui = scEuiOf(config) ?? 'made at the first start of the service: see GetReleaseInfo';
  asCaller(() => writeBundle(dir, bundle, p12, { kind, peer, config, scEui }));
  console.log(`${dir}: certificate until ${bundle.notAfter.toISOString()}, SHA-256 ${bundle.fingerprint}`);
}

/** Never replaces a file: an issued key may be in use. */
function writeBundle(
  dir: string,
  bundle: Bundle,
  p12: Uint8Array | undefined,
  { kind, peer, config, scEui }: { kind: Peer; peer: Eui; config: Config; scEui: string },
): void {
  const address = {
    host: dialledHost(config.pki.server_names) ?? 'localhost',
    port: kind === 'base-station' ? config.bssci_port : config.scaci_port,
    scEui,
    peerEui: peer,
  };
  makeFolder(dir, 0o700);
  const files: { name: string; content: string | Uint8Array; mode: number }[] = bundleFiles(bundle, address);
  if (p12) files.push({ name: 'client.p12', content: p12, mode: 0o600 });
  for (const { name, content, mode } of files) writeNew(join(dir, name), content, mode);
}

function writeNew(path: string, content: string | Uint8Array, mode: number): void {
  try {
    writeFileSync(path, content, { flag: 'wx', mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new Error(`${path} is there already: choose another folder with --out, or remove it`);
  }
}

function eui(text: string): Eui {
  const parsed = parseEui(text);
  if (parsed) return parsed;
  throw new InvalidArgumentError('An EUI has 16 hex digits, such as 70b3d59cd0000001.');
}

function uuid(text: string): string {
  const parsed = parseUuid(text);
  if (parsed) return parsed;
  throw new InvalidArgumentError('The id of an organization is a UUID.');
}

function days(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('A whole number of days.');
}
