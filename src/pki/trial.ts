import { isIP } from 'node:net';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';

/** Dates are judged by our own clock, which need not be that of the system. */
const DATES: ReadonlySet<string> = new Set(['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED']);

/**
 * Serves one handshake in memory, to a client that trusts `ca` and dials each of `names`: what is wrong with a new
 * certificate is known before any listener gets it.
 * @throws Error that says what such a client would complain about
 */
export async function tryHandshake(server: SecureContextOptions, ca: string, names: readonly string[]): Promise<void> {
  const secureContext = createSecureContext(server);
  const [serverEnd, clientEnd] = duplexPair();
  const serving = new TLSSocket(serverEnd, { isServer: true, secureContext });
  serving.on('error', () => serving.destroy());
  try {
    await new Promise<void>((resolve, reject) => {
      // the names are compared below, all of them
      const client = connect({
        socket: clientEnd,
        ca,
        rejectUnauthorized: false,
        checkServerIdentity: () => undefined,
      });
      client.on('error', reject);
      client.once('close', () => reject(new Error('the handshake was cut off')));
      client.once('secureConnect', () => {
        // a code, though the typings say Error
        const mistake = client.authorized ? '' : String(client.authorizationError);
        if (mistake !== '' && !DATES.has(mistake)) reject(new Error(`the certificate is refused: ${mistake}`));
        const shown = client.getPeerX509Certificate();
        const missing = names.filter(name => !(isIP(name) ? shown?.checkIP(name) : shown?.checkHost(name)));
        if (missing.length > 0) reject(new Error(`the certificate lacks ${missing.join(', ')}`));
        resolve();
      });
    });
  } finally {
    serverEnd.destroy();
    clientEnd.destroy();
  }
}
