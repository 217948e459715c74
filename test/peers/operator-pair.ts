import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { generate } from 'selfsigned';
import { DAY_MS } from '../../src/kit/units.ts';
import { issuerOf, newAuthority } from '../../src/pki/authority.ts';
import { generateKey, keyToPem, signCertificate } from '../../src/pki/issue.ts';
import { certificatesIn } from '../../src/pki/material.ts';
import { fingerprintOf } from '../../src/pki/peer.ts';
import { newServer } from '../../src/pki/renew.ts';

/** A server certificate of another authority, as an operator supplies it. */
export interface OperatorPair {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  readonly fingerprint: string;
}

export async function operatorPair(days: number, nowMs = Date.now()): Promise<OperatorPair> {
  const authority = await newAuthority({ keyType: 'ec-p256', days: 7300 }, nowMs);
  const { key, pem } = await newServer(authority, {
    names: ['localhost', '127.0.0.1'],
    days,
    keyType: 'ec-p256',
    nowMs,
  });
  const [certificate] = certificatesIn(pem);
  if (!certificate) throw new Error('no certificate');
  return { ca: authority.pem, cert: pem, key: keyToPem(key), fingerprint: fingerprintOf(certificate) };
}

/** Puts a pair where the configuration of a listener looks for it. */
export function putPair(dir: string, { cert, key, ca }: Omit<OperatorPair, 'fingerprint'>) {
  const files = { cert: join(dir, 'operator.crt'), key: join(dir, 'operator.key'), ca: join(dir, 'operator-ca.crt') };
  writeFileSync(files.ca, ca);
  writeFileSync(files.key, key);
  writeFileSync(files.cert, cert);
  return files;
}

/** SHA-256 of the certificate that a new handshake with this port is shown. */
export async function shownBy(port: number): Promise<string> {
  const socket = await dial(port);
  const shown = socket.getPeerX509Certificate();
  socket.destroy();
  if (!shown) throw new Error('no certificate was shown');
  return fingerprintOf(shown);
}

/** A handshake that checks nothing. */
export function dial(port: number, options: { ALPNProtocols?: string[] } = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      socket.off('error', reject);
      socket.on('error', () => socket.destroy());
      resolve(socket);
    });
  });
}

/** A company's root with two authorities below it: one to be imported, and an office that has other things to certify. */
export async function operatorAuthorities(nowMs = Date.now()) {
  const root = await generate([{ name: 'commonName', value: 'company root' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(nowMs - DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const notAfterMs = nowMs + 300 * DAY_MS;
  const issuer = issuerOf({ key: createPrivateKey(root.private), pem: root.cert });
  const below = async (commonName: string) => {
    const key = await generateKey('ec-p256');
    const profile = { use: 'authority' } as const;
    return { key, certificate: await signCertificate({ profile, commonName, key, issuer, nowMs, notAfterMs }) };
  };
  const [sites, office] = [await below('company sites'), await below('company office')];
  const between = sites.certificate.toString();
  return {
    root: { cert: issuer.certificate.toString(), key: root.private },
    between,
    key: sites.key,
    certPem: between + issuer.certificate.toString(),
    keyPem: keyToPem(sites.key),
    /** A client certificate that the office has issued, and its own beside it. */
    async office(eui: string) {
      const key = await generateKey('ec-p256');
      const profile = { use: 'client', uri: `urn:mioty:bs:${eui}` } as const;
      const issued = await signCertificate({ profile, commonName: eui, key, issuer: office, nowMs, notAfterMs });
      return { cert: issued.toString() + office.certificate.toString(), key: keyToPem(key) };
    },
  };
}
