import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { settledConfig } from '../settings.ts';
import { openConfiguredPki } from './pki.ts';

interface ImportOptions {
  cert: string;
  key: string;
  passphraseFile?: string;
  dropOld?: boolean;
}

/** Commands for operators who have an authority of their own. */
export function authorities(certs: Command): void {
  certs
    .command('import-ca')
    .description('use your own CA: it signs the server certificate, made anew at once, and all later ones')
    .requiredOption('--cert <file>', 'the CA certificate (PEM), followed by those that lead to its root')
    .requiredOption('--key <file>', 'its private key (PEM), RSA or EC P-256; a copy is kept encrypted')
    .option('--passphrase-file <file>', 'its first line is the passphrase of the key')
    .option('--drop-old', 'no longer let in clients of the CA that is replaced, nor of earlier ones')
    .addHelpText(
      'after',
      `
Base stations and application centers must trust the new CA before they can connect again: give them its certificate first.
Their own certificates from the old CA stay good until certs drop-ca, unless --drop-old is given.

Example:
  $ waystation certs import-ca --cert company-ca.crt --key company-ca.key`,
    )
    .action(importCa);
  certs
    .command('drop-ca')
    .description('no longer let in clients of an earlier CA; live sessions go on until they end')
    .argument('<serial>', 'its serial number, as certs status shows it')
    .addHelpText('after', '\nExample:\n  $ waystation certs drop-ca 4f1c0d6a9e')
    .action(dropCa);
}

async function importCa(options: ImportOptions, command: Command): Promise<void> {
  const { cert, key, passphraseFile, dropOld = false } = options;
  const [certPem, keyPem] = [readFileSync(cert, 'utf8'), readFileSync(key, 'utf8')];
  const passphrase = passphraseFile === undefined ? undefined : readFileSync(passphraseFile, 'utf8').split(/\r?\n/)[0];
  const pki = await openConfiguredPki(settledConfig(command).config);
  await pki.importAuthority({ certPem, keyPem, passphrase, keepOld: !dropOld });
  const [server, ca] = pki.status();
  console.log(`CA ${ca?.subject}, until ${ca?.notAfter.toISOString()}, SHA-256 ${ca?.fingerprint}`);
  console.log(`new server certificate until ${server?.notAfter.toISOString()}`);
  const earlier = pki.status().filter(({ name }) => name === 'earlier ca');
  for (const { subject, serial } of earlier) {
    console.log(`clients of ${subject} are still let in; end that with: waystation certs drop-ca ${serial}`);
  }
}

async function dropCa(serial: string, _options: object, command: Command): Promise<void> {
  const pki = await openConfiguredPki(settledConfig(command).config);
  const wanted = serial.toLowerCase().replaceAll(':', '');
  if (!/^[0-9a-f]+$/.test(wanted) || !pki.dropAuthority(wanted)) {
    throw new Error(`there is no earlier CA with the serial ${serial}: certs status lists them`);
  }
  console.log(`clients of the CA ${wanted} are no longer let in`);
}
