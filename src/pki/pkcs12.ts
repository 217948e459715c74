import { createHash, createHmac, type KeyObject, type X509Certificate } from 'node:crypto';
import { randomBytes } from '../kit/random.ts';

/** As OpenSSL and Node.js count for the key in the file. */
const ITERATIONS = 2048;
const SALT_BYTES = 8;
const VERSION = 3;
/** Of SHA-256. */
const HASH_BLOCK_BYTES = 64;
/** Derives a key for the MAC (RFC 7292 appendix B.3). */
const FOR_MAC = 3;

const OID = {
  data: '1.2.840.113549.1.7.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certBag: '1.2.840.113549.1.12.10.1.3',
  x509Certificate: '1.2.840.113549.1.9.22.1',
  friendlyName: '1.2.840.113549.1.9.20',
  localKeyId: '1.2.840.113549.1.9.21',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/**
 * A PKCS#12 file (RFC 7292) of a certificate, those that it is handed out with, and its key, of whatever type.
 * @param certificates that of the key first
 */
export function pkcs12(
  certificates: readonly X509Certificate[],
  key: KeyObject | undefined,
  passphrase: string,
): Uint8Array {
  const [leaf] = certificates;
  const localKeyId = createHash('sha1')
    .update(leaf?.raw ?? '')
    .digest();
  const name = leaf?.serialNumber.toLowerCase() ?? '';
  const attributes = set(
    sequence(oid(OID.localKeyId), set(octets(localKeyId))),
    sequence(oid(OID.friendlyName), set(der(0x1e, utf16(name)))),
  );
  const certBags = certificates.map((certificate, index) => {
    const value = sequence(oid(OID.x509Certificate), explicit(octets(certificate.raw)));
    return sequence(oid(OID.certBag), explicit(value), ...(index === 0 ? [attributes] : []));
  });
  const keyBags = key ? [sequence(oid(OID.shroudedKeyBag), explicit(encrypted(key, passphrase)), attributes)] : [];
  const bags = [certBags, keyBags].filter(group => group.length > 0);
  const safe = sequence(...bags.map(group => content(sequence(...group))));
  return sequence(integer(VERSION), content(safe), macOf(safe, passphrase));
}

/** PKCS#8 under AES-256. */
function encrypted(key: KeyObject, passphrase: string): Buffer {
  return key.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
}

function macOf(safe: Uint8Array, passphrase: string): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const mac = createHmac('sha256', macKey(passphrase, salt)).update(safe).digest();
  const algorithm = sequence(oid(OID.sha256), der(0x05));
  return sequence(sequence(algorithm, octets(mac)), octets(salt), integer(ITERATIONS));
}

/** RFC 7292 appendix B.2; a key of SHA-256 is one round of it. */
function macKey(passphrase: string, salt: Buffer): Buffer {
  const fill = (bytes: Buffer) => Buffer.alloc(Math.ceil(bytes.length / HASH_BLOCK_BYTES) * HASH_BLOCK_BYTES, bytes);
  const secret = utf16(`${passphrase}\0`);
  let key = Buffer.concat([Buffer.alloc(HASH_BLOCK_BYTES, FOR_MAC), fill(salt), fill(secret)]);
  for (let round = 0; round < ITERATIONS; round++) key = createHash('sha256').update(key).digest();
  return key;
}

/** BMPString: two bytes a character, the higher first. */
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16();

const content = (value: Buffer) => sequence(oid(OID.data), explicit(octets(value)));
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: Uint8Array[]) => der(0x31, ...parts);
const explicit = (value: Uint8Array) => der(0xa0, value);
const octets = (bytes: Uint8Array) => der(0x04, bytes);
const integer = (value: number) => der(0x02, Buffer.from(bytesOf(value)));

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const base128 = (value: number): number[] =>
    value < 0x80 ? [value] : [...base128(value >> 7).map(b => b | 0x80), value & 0x7f];
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const length = bytesOf(value.length);
  const head = value.length < 0x80 ? [value.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), value]);
}

function bytesOf(value: number): number[] {
  return value < 0x100 ? [value] : [...bytesOf(value >> 8), value & 0xff];
}
