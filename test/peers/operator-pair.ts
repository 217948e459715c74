import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { newAuthority } from '../../src/pki/authority.ts';
import { keyToPem } from '../../src/pki/issue.ts';
import { certificatesIn } from '../../src/pki/material.ts';
import { fingerprintOf } from '../../src/pki/peer.ts';
import { newServer } from '../../src/pki/renew.ts';

/** A server certificate of an authority that is not ours, as an operator has it. */
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

/** A handshake that looks at nothing. */
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
