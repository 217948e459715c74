import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) };

/** Keys a station may come with. */
export const keyKinds = {
  'ec-p256': { name: 'ECDSA', namedCurve: 'P-256' },
  'ec-p384': { name: 'ECDSA', namedCurve: 'P-384' },
  ed25519: { name: 'Ed25519' },
  'rsa-1024': { ...RSA, modulusLength: 1024 },
  'rsa-2048': { ...RSA, modulusLength: 2048 },
  'rsa-2048-e3': { ...RSA, publicExponent: new Uint8Array([3]), modulusLength: 2048 },
} as const;
export type KeyKind = keyof typeof keyKinds;

export interface RequestOptions {
  /** Subject; empty is none. */
  readonly name?: string;
  readonly names?: readonly { readonly type: 'url' | 'dns'; readonly value: string }[];
  readonly key?: KeyKind;
}

/** A certificate request in PEM, as a station that makes its own key would send it, with that key. */
export async function certificateRequest({ name = '', names = [], key = 'ec-p256' }: RequestOptions = {}) {
  const kind = keyKinds[key];
  const keys = (await webcrypto.subtle.generateKey(kind, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: 'namedCurve' in kind ? { name: 'ECDSA', hash: 'SHA-256' } : { name: kind.name },
    extensions: names.length > 0 ? [new x509.SubjectAlternativeNameExtension([...names])] : [],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  const lines = pkcs8.match(/.{1,64}/g)?.join('\n');
  return { pem: request.toString('pem'), keyPem: `-----BEGIN PRIVATE KEY-----\n${lines}\n-----END PRIVATE KEY-----\n` };
}

/** The same request with one bit changed, counted from its end: inside the signature. */
export function withBrokenSignature(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');
  der.writeUInt8(der.readUInt8(der.length - 1) ^ 1, der.length - 1);
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;
}
