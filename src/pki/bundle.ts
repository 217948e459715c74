import { X509Certificate } from 'node:crypto';
import { fault } from '../kit/faults.ts';

/** A client certificate with its key and the CA: what a base station or an application center needs to dial in. */
export interface Bundle {
  certPem: string;
  keyPem: string;
  caPem: string;
  /** SHA-256, lower-case hex. */
  fingerprint: string;
  /** Lower-case hex. */
  serial: string;
  notBefore: Date;
  notAfter: Date;
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

/** The files of a bundle (platform API 14.2); the key is left out with `includeKey: false`. */
export function bundleFiles(bundle: Bundle, address: ServiceCenterAddress, includeKey = true): BundleFile[] {
  const files = [
    { name: 'ca.crt', content: bundle.caPem, mode: 0o644 },
    { name: 'client.crt', content: bundle.certPem, mode: 0o644 },
    ...(includeKey ? [{ name: 'client.key', content: bundle.keyPem, mode: 0o600 }] : []),
    { name: 'service-center.txt', content: addressText(address), mode: 0o644 },
  ];
  return files.map(file => ({ ...file, content: file.content.replaceAll('\r\n', '\n') }));
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
 * Certificate, key and CA as PKCS#12 under a passphrase of 8 to 128 characters, for RSA keys.
 * @throws fault `PassphraseRequired`; fault `InvalidCertificateFormat` when the key or the CA's key is not RSA
 */
export async function p12Bundle(bundle: Bundle, passphrase: string): Promise<Uint8Array> {
  if (passphrase.length < SHORTEST_PASSPHRASE || passphrase.length > LONGEST_PASSPHRASE)
    throw fault('PassphraseRequired');
  const pems = [bundle.certPem, bundle.caPem];
  if (pems.some(pem => new X509Certificate(pem).publicKey.asymmetricKeyType !== 'rsa')) {
    throw fault('InvalidCertificateFormat', { format: 'p12', reason: 'only for RSA keys; use the PEM files' });
  }
  const { default: forge } = await import('node-forge');
  const asn1 = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(bundle.keyPem),
    pems.map(pem => forge.pki.certificateFromPem(pem)),
    passphrase,
    { algorithm: 'aes256', friendlyName: bundle.serial },
  );
  return Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');
}

function addressText({ host, port, scEui, peerEui }: ServiceCenterAddress): string {
  return [`host: ${host}`, `port: ${port}`, `service center EUI: ${scEui}`, `your EUI: ${peerEui}`, ''].join('\n');
}
