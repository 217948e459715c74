import type { X509Certificate } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { systemClock } from '../time/clock.ts';
import { reachable } from './reachable.ts';

/** A listener of this process answers at once, or something is wrong with it: real time, whatever else is wound. */
const HANDSHAKE_MS = 5000;
const CUTS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

/** The listener takes connections and ended this one before its handshake was done, as it does with more than it may have. */
export class CutOff extends Error {}

/**
 * The certificate that a listener of this process shows to its clients, by a handshake with it.
 * @param dialled gets the local port before the handshake begins, so that the listener can tell this check from a stranger's connection
 * @throws CutOff; Error when no process listens or answers
 */
export function servedCertificate(
  host: string,
  port: number,
  dialled: (port: number) => void = () => {},
): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const tcp = connectTcp({ host: reachable(host), port });
    const fail = (cause: Error) => {
      late.cancel();
      tcp.destroy();
      const cut = CUTS.has((cause as NodeJS.ErrnoException).code ?? '');
      reject(cut ? new CutOff('the connection was closed before the handshake was done') : cause);
    };
    const late = systemClock.after(HANDSHAKE_MS, () => fail(new Error('no TLS handshake in time')));
    tcp.once('error', fail);
    tcp.once('connect', () => {
      dialled(tcp.localPort ?? 0);
      // The certificate is read, not trusted.
      const tls = connectTls({ socket: tcp, rejectUnauthorized: false });
      tls.once('error', fail);
      tls.once('close', () => fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
      tls.once('secureConnect', () => {
        const certificate = tls.getPeerX509Certificate();
        late.cancel();
        // The listener may still refuse a client without a certificate: that is no failure of this check.
        tls.off('error', fail);
        tls.on('error', () => tls.destroy());
        tls.end();
        tls.resume();
        if (certificate) resolve(certificate);
        else reject(new Error('no certificate was shown'));
      });
    });
  });
}
