import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import forge from 'node-forge';
import t from 'tap';
import type { Eui } from '../../src/kit/eui.ts';
import { Fault } from '../../src/kit/faults/faults.ts';
import { readRequest } from '../../src/pki/csr.ts';
import { nameMatch, peerIdentity } from '../../src/pki/peer.ts';
import { certificateRequest, type RequestOptions, withBrokenSignature } from '../peers/certificate-request.ts';
import { pkiIn } from './pki-folder.ts';

const BS = '70b3d59cd0000001' as Eui;
const OTHER = '70b3d59cd0000002';

/** Why a request is refused; undefined when it is not. */
async function refusal(pem: string): Promise<string | undefined> {
  try {
    await readRequest(pem, BS);
    return undefined;
  } catch (error) {
    if (error instanceof Fault && error.fault === 'InvalidCSR') return String(error.about.reason);
    throw error;
  }
}

t.test('the key of a request is certified, and nothing else of it is taken', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'), { key_type: 'rsa-2048' });
  for (const key of ['ec-p256', 'rsa-2048'] as const) {
    const { pem, keyPem } = await certificateRequest({ key, name: 'CN=localhost, O=Somebody' });
    const issued = await pki.certify({ kind: 'base-station', eui: BS, days: 10 }, await readRequest(pem, BS));
    const certificate = new X509Certificate(issued.certPem);
    t.ok(certificate.checkPrivateKey(createPrivateKey(keyPem)), key);
    t.equal(certificate.subject, `CN=${BS}`);
    t.equal(nameMatch(peerIdentity(certificate), 'bs', BS), 'match');
    t.notHas(issued, { keyPem: String });
  }
});

t.test('a request may name its station in any spelling, or none', async t => {
  const fine: RequestOptions[] = [
    {},
    { name: 'CN=roof' },
    { name: `CN=${BS.toUpperCase()}` },
    { name: 'CN=70-B3-D5-9C-D0-00-00-01' },
    { name: 'CN=roof', names: [{ type: 'url', value: `urn:mioty:bs:${BS}` }] },
    {
      names: [
        { type: 'dns', value: BS },
        { type: 'dns', value: 'roof.example' },
      ],
    },
  ];
  for (const parts of fine)
    t.equal(await refusal((await certificateRequest(parts)).pem), undefined, JSON.stringify(parts));
});

t.test('one that names another peer is refused', async t => {
  const wrong: RequestOptions[] = [
    { name: `CN=${OTHER}` },
    { name: `CN=${BS}, CN=${OTHER}` },
    { name: `CN=${BS}`, names: [{ type: 'url', value: `urn:mioty:bs:${OTHER}` }] },
    { names: [{ type: 'url', value: `urn:mioty:ac:${BS}` }] },
    { names: [{ type: 'url', value: 'urn:mioty:bs:' }] },
    { names: [{ type: 'dns', value: OTHER }] },
  ];
  for (const parts of wrong) {
    t.equal(await refusal((await certificateRequest(parts)).pem), 'it names another station', JSON.stringify(parts));
  }
});

t.test('a key that is weak, or that we cannot certify, is refused', async t => {
  for (const key of ['rsa-1024', 'rsa-2048-e3', 'ec-p384', 'ed25519'] as const) {
    t.match(await refusal((await certificateRequest({ key })).pem), /RSA|P-256/, key);
  }
});

t.test('who signs with another key does not have this one', async t => {
  for (const key of ['ec-p256', 'rsa-2048'] as const) {
    const { pem } = await certificateRequest({ key });
    t.equal(await refusal(withBrokenSignature(pem)), 'not signed with its own key', key);
  }
});

t.test('what is no request is refused, whatever it is', async t => {
  const pki = await pkiIn(join(t.testdir(), 'pki'));
  const { pem } = await certificateRequest({ name: `CN=${BS}` });
  const body = pem.split('\n').slice(1, -2).join('');
  const labelled = (text: string) =>
    `-----BEGIN CERTIFICATE REQUEST-----\n${text}\n-----END CERTIFICATE REQUEST-----\n`;
  for (const text of [
    '',
    'x',
    body,
    pki.caPem(),
    labelled(''),
    labelled('AAAA'),
    labelled('!!'),
    labelled(body.slice(0, 80)),
  ]) {
    t.ok(await refusal(text), JSON.stringify(text.slice(0, 40)));
  }
  const der = Buffer.from(body, 'base64');
  await fc.assert(
    fc.asyncProperty(fc.nat(der.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      const spoiled = Buffer.from(der);
      spoiled.writeUInt8(spoiled.readUInt8(place) ^ change, place);
      return (await refusal(labelled(spoiled.toString('base64')))) !== undefined;
    }),
    { numRuns: 200 },
  );
});

t.test('a request made by another library is read, also under its older label', async t => {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const request = forge.pki.createCertificationRequest();
  request.publicKey = keys.publicKey;
  request.setSubject([{ name: 'commonName', value: BS }]);
  request.sign(keys.privateKey, forge.md.sha256.create());
  const pem = forge.pki.certificationRequestToPem(request);
  const key = createPublicKey(forge.pki.publicKeyToPem(keys.publicKey));
  t.ok((await readRequest(pem, BS)).equals(key));
  t.ok((await readRequest(pem.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'), BS)).equals(key));
});
