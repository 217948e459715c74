import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { certificatesIn } from './material.ts';

/** A certificate of the operator with its key. */
export interface GivenPair {
  readonly certPem: string;
  readonly keyPem: string;
  /** The certificate, followed by those it is sent with. */
  readonly chain: readonly X509Certificate[];
}

/** A file that is not there and may still come, unlike one that is wrong. */
export class MissingFile extends Error {}

/** The operator's certificate and its key. @throws MissingFile; Error that says which file is wrong and why */
export function readPair(certFile: string, keyFile: string): GivenPair {
  const [certPem, keyPem] = [fileText(certFile), fileText(keyFile)];
  const chain = certificates(certPem, certFile);
  const [leaf] = chain;
  if (!leaf) throw new Error(`${certFile} holds no certificate in PEM`);
  if (!leaf.checkPrivateKey(privateKey(keyPem, keyFile))) throw new Error(`${keyFile} does not belong to ${certFile}`);
  for (const [index, issuer] of chain.slice(1).entries()) {
    if (!chain[index]?.checkIssued(issuer)) {
      throw new Error(`${certFile}: each certificate must be followed by the one that signed it`);
    }
  }
  return { certPem, keyPem, chain };
}

/** The authorities that clients are checked against, in PEM. @throws as `readPair` */
export function readAuthorities(file: string): string {
  const pem = fileText(file);
  if (certificates(pem, file).length === 0) throw new Error(`${file} holds no certificate in PEM`);
  return pem;
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new MissingFile(`${path} is missing`);
    throw new Error(`${path} cannot be read (${code})`);
  }
}

function certificates(pem: string, file: string): X509Certificate[] {
  try {
    return certificatesIn(pem);
  } catch (cause) {
    throw new Error(`${file} holds a certificate that cannot be read`, { cause });
  }
}

function privateKey(pem: string, file: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new Error(`${file} holds no private key in PEM without a passphrase`, { cause });
  }
}
