import { createPrivateKey, X509Certificate } from 'node:crypto';
import { fault } from '../kit/faults/faults.ts';
import { certificatesIn } from './material.ts';
import { pkcs12 } from './pkcs12.ts';

/** A client certificate and the CA. */
export interface Issued {
  certPem: string;
  caPem: string;
  /** SHA-256, lower-case hex. */
  fingerprint: string;
  /** Lower-case hex. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
}

/** With its key: what a base station or an application center needs to dial in. */
export interface Bundle extends Issued {
  keyPem: string;
}

/** What is handed out; without a key where the peer has it already. */
export interface BundleContents {
  certPem: string;
  caPem: string;
  keyPem?: string | undefined;
}

/** What goes into `service-center.txt`, to be entered at the peer. */
export interface ServiceCenterAddress {
  host: string;
  port: number;
  /** EUI of the service center. */
  scEui: string;
  /** EUI of the base station or application center. */
  peerEui: string;
}

export interface BundleFile {
  name: string;
  content: string;
  mode: number;
}

const SHORTEST_PASSPHRASE = 8;
const LONGEST_PASSPHRASE = 128;

/** The files of a bundle (platform API 14.2); the key only when there is one. */
export function bundleFiles({ certPem, caPem, keyPem }: BundleContents, address: ServiceCenterAddress): BundleFile[] {
  return [
    { name: 'ca.crt', content: unixLines(caPem), mode: 0o644 },
    { name: 'client.crt', content: unixLines(certPem), mode: 0o644 },
    ...(keyPem === undefined ? [] : [{ name: 'client.key', content: unixLines(keyPem), mode: 0o600 }]),
    { name: 'service-center.txt', content: addressText(address), mode: 0o644 },
  ];
}

/** PEM as it is handed out: line ends are LF. */
export function unixLines(pem: string): string {
  return pem.replaceAll('\r\n', '\n');
}

/** The files as a zip; owner and modes inside are those of the files. */
export async function zipBundle(files: readonly BundleFile[]): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  const UNIX = 3;
  return zipSync(
    Object.fromEntries(
      files.map(({ name, content, mode }) => [name, [strToU8(content), { os: UNIX, attrs: mode << 16 }]]),
    ),
  );
}

/**
 * Certificate, CA and the key, if there is one, as PKCS#12 under a passphrase of 8 to 128 characters.
 * @throws fault `PassphraseRequired`
 */
export async function p12Bundle({ certPem, caPem, keyPem }: BundleContents, passphrase: string): Promise<Uint8Array> {
  if (passphrase.length < SHORTEST_PASSPHRASE || passphrase.length > LONGEST_PASSPHRASE)
    throw fault('PassphraseRequired');
  const key = keyPem === undefined ? undefined : createPrivateKey(keyPem);
  return pkcs12([new X509Certificate(certPem), ...certificatesIn(caPem)], key, passphrase);
}

function addressText({ host, port, scEui, peerEui }: ServiceCenterAddress): string {
  return [`host: ${host}`, `port: ${port}`, `service center EUI: ${scEui}`, `your EUI: ${peerEui}`, ''].join('\n');
}
