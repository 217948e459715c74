import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { background, impossible } from '../../kit/background.ts';
import { type MachineClock, systemClock } from '../../kit/time/clock.ts';
import { type ConnectionEnd, ConnectionLost, type Sockets } from './line.ts';

/** Where a peer dials, and what it shows there. */
export interface DialOptions {
  readonly host: string;
  readonly port: number;
  /** PEM texts. Without `cert` and `key` no certificate is shown. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  /** The name the server certificate is checked for; without it the host. */
  readonly serverName?: string;
  /** The TLS version to insist on; by default the best both sides have. */
  readonly tlsVersion?: SecureVersion;
  /** Cuts the connection, also while it is being made. */
  readonly signal?: AbortSignal;
  readonly clock?: MachineClock;
  /** Opens the connection in place of TCP and TLS. @throws ConnectionLost */
  readonly open?: (signal: AbortSignal) => Promise<Sockets>;
  /** How long the way up to the answer to `con` may take; default 30 s. */
  readonly connectMs?: number;
}

/** A peer that uses a connection that was dialled. */
interface DialledPeer {
  readonly closed: Promise<ConnectionEnd>;
  cut(error?: Error): Promise<ConnectionEnd>;
  close(): Promise<ConnectionEnd>;
}

const CONNECT_MS = 30_000;

/**
 * Opens a connection and makes the peer that uses it. The signal and the time limit end it at every step.
 * @param connect the connect operation
 * @throws ConnectionLost when the connection or the TLS handshake fails, and what `connect` throws
 */
export async function dialled<P extends DialledPeer>(
  options: DialOptions,
  secure: boolean,
  make: (sockets: Sockets) => P,
  connect: (speaker: P) => Promise<void>,
): Promise<P> {
  const { signal, clock = systemClock, connectMs = CONNECT_MS } = options;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const callOff = () => ending.abort(signal?.reason);
  signal?.addEventListener('abort', callOff);
  const late = clock.after(connectMs, () => ending.abort(new Error('no answer in time')));
  let speaker: P | undefined;
  try {
    const { open = (abort: AbortSignal) => openSockets(options, secure, abort) } = options;
    const made = make(await open(ending.signal));
    speaker = made;
    ending.signal.addEventListener('abort', () => background(made.cut(ending.signal.reason as Error), impossible));
    background(
      made.closed.then(() => signal?.removeEventListener('abort', callOff)),
      impossible,
    );
    await connect(made);
    return made;
  } catch (error) {
    signal?.removeEventListener('abort', callOff);
    await speaker?.close();
    throw error;
  } finally {
    late.cancel();
  }
}

/**
 * Opens a connection, up to the end of the TLS handshake when it is to be secure.
 * @throws ConnectionLost, also when `signal` calls it off
 */
async function openSockets(options: DialOptions, secure: boolean, signal: AbortSignal): Promise<Sockets> {
  const tcp = connectTcp({ host: options.host, port: options.port, noDelay: true });
  const callOff = () => tcp.destroy(signal.reason as Error);
  const ignore = () => undefined;
  signal.addEventListener('abort', callOff);
  tcp.on('error', ignore);
  try {
    await once(tcp, 'connect');
    if (!secure) return { tcp, socket: tcp };
    const socket = secured(tcp, options);
    socket.on('error', ignore);
    await once(socket, 'secureConnect');
    return { tcp, socket };
  } catch (error) {
    tcp.destroy();
    throw new ConnectionLost(error as Error);
  } finally {
    signal.removeEventListener('abort', callOff);
  }
}

function secured(tcp: Socket, { host, ca, cert, key, serverName, tlsVersion }: DialOptions): Socket {
  return connectTls({
    socket: tcp,
    host,
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(serverName !== undefined && { servername: serverName }),
    ...(tlsVersion !== undefined && { minVersion: tlsVersion, maxVersion: tlsVersion }),
  });
}
