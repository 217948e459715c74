import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Eui, parseEui } from '../../kit/eui.ts';

/** Where the certificates of a simulated peer lie: a folder as `certs` writes it, or files of their own. */
export interface BundleOptions {
  readonly bundle?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** PEM. */
export interface Bundle {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Adds the options that `readBundle` takes. */
export function bundleOptions(command: Command): Command {
  return command
    .option('--bundle <dir>', 'folder with ca.crt, client.crt and client.key')
    .option('--ca <file>', 'CA certificate, in place of that of the bundle')
    .option('--cert <file>', 'client certificate, likewise')
    .option('--key <file>', 'its key, likewise');
}

/** What is missing, in words. */
export function bundleProblem({ bundle, ca, cert, key }: BundleOptions): string | undefined {
  return bundle === undefined && (!ca || !cert || !key) ? 'give --bundle, or --ca, --cert and --key' : undefined;
}

/** @param eui what `{eui}` in a path stands for */
export function readBundle({ bundle = '', ca, cert, key }: BundleOptions, eui = ''): Bundle {
  const read = (given: string | undefined, name: string) =>
    readFileSync((given ?? join(bundle, name)).replaceAll('{eui}', eui), 'utf8');
  return { ca: read(ca, 'ca.crt'), cert: read(cert, 'client.crt'), key: read(key, 'client.key') };
}

/** @param pem certificate @throws when it names none */
export function euiOfCertificate(pem: string): Eui {
  const commonName = /^CN=(.*)$/m.exec(new X509Certificate(pem).subject)?.[1] ?? '';
  const named = parseEui(commonName);
  if (!named) throw new Error('the certificate names no EUI: give --eui');
  return named;
}
