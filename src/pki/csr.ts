import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Eui } from '../kit/eui.ts';
import { type Fault, fault } from '../kit/faults/faults.ts';
import { type PeerName, readName } from './peer.ts';

const SHORTEST_RSA_BITS = 2048;
/** A longer key would only cost CPU time, on a small station and here. */
const LONGEST_RSA_BITS = 4096;
/** With a smaller one a signature can be made without the key. */
const SMALLEST_EXPONENT = 65537n;
const LABEL = /^-----BEGIN (NEW )?CERTIFICATE REQUEST-----/m;

/**
 * Reads the certificate request (PKCS#10, PEM) of a base station: it must be signed with its own key, and must not name
 * another station. Of what it asks for only the key is taken.
 * @returns the public key to certify
 * @throws fault `InvalidCSR`
 */
export async function readRequest(pem: string, eui: Eui): Promise<KeyObject> {
  if (!LABEL.test(pem)) throw refused('not a certificate request in PEM');
  const x509 = await import('@peculiar/x509');
  const { request, key, names } = readable(() => {
    const request = new x509.Pkcs10CertificateRequest(pem);
    const der = Buffer.from(request.publicKey.rawData);
    const alternative = request.extensions.flatMap(extension =>
      extension instanceof x509.SubjectAlternativeNameExtension ? extension.names.items : [],
    );
    const written = [
      ...request.subjectName.getField('CN'),
      ...alternative.filter(({ type }) => type === 'dns' || type === 'url').map(({ value }) => value),
    ];
    return {
      request,
      key: createPublicKey({ key: der, format: 'der', type: 'spki' }),
      names: written.flatMap(readName),
    };
  });
  checkKey(key);
  if (!(await request.verify().catch(() => false))) throw refused('not signed with its own key');
  const fits = (name: PeerName) => name.eui === eui && name.kind !== 'ac';
  if (!names.every(fits)) throw refused('it names another station');
  return key;
}

function checkKey(key: KeyObject): void {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') {
    if (modulusLength < SHORTEST_RSA_BITS || modulusLength > LONGEST_RSA_BITS) {
      throw refused(`an RSA key has ${SHORTEST_RSA_BITS} to ${LONGEST_RSA_BITS} bits`);
    }
    if (publicExponent < SMALLEST_EXPONENT) throw refused('the exponent of the RSA key is too small');
  } else if (key.asymmetricKeyType !== 'ec' || namedCurve !== 'prime256v1') {
    throw refused('the key is neither RSA nor EC on P-256');
  }
}

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    const error = refused('it cannot be read');
    error.cause = cause;
    throw error;
  }
}

function refused(reason: string): Fault {
  return fault('InvalidCSR', { field: 'csr_pem', reason });
}
