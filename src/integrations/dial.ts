import { connect as connectTcp, type Socket } from 'node:net';
import { checkServerIdentity, connect as connectTls, type TLSSocket } from 'node:tls';
import { reasonOf } from '../kit/faults/reason.ts';
import { trustedAuthorities } from '../kit/net/trusted.ts';
import type { Clock } from '../kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../kit/units.ts';
import { TargetError } from './failure.ts';
import type { Address, TargetGuard } from './guard.ts';
import type { TlsSettings } from './kinds/pem.ts';

/** Until a connection stands, and again until it is secured. */
const CONNECT_MS = 10 * SECOND_MS;

/** One step on the way to a target, as a test by hand shows it. */
export interface Step {
  readonly name: 'resolved' | 'allowed' | 'tcp' | 'tls' | 'signedIn' | 'accepted';
  readonly ok: boolean;
  readonly detail: string;
  readonly milliseconds: number;
}

export type Report = (step: Step) => void;

export interface DialOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined: in clear text. */
  readonly tls: TlsSettings | undefined;
  readonly alpn?: readonly string[];
  readonly signal: AbortSignal;
  readonly report?: Report | undefined;
}

/**
 * Connects to a target whose addresses were all checked: no second look at the name service.
 * @throws TargetError
 */
export type Dial = (options: DialOptions) => Promise<Socket | TLSSocket>;

/** Makes an open connection a secure one, where a target asks for it only then. Rejects with the socket destroyed. */
export type Secure = (socket: Socket, options: DialOptions & { readonly tls: TlsSettings }) => Promise<TLSSocket>;

/** Both ways to a connection. */
export interface Connectors {
  readonly dial: Dial;
  readonly secure: Secure;
}

/** What connections are made with. */
export interface ConnectorParts {
  readonly guard: TargetGuard;
  readonly clock: Clock;
  /** Is told until when the certificate of a target is valid, milliseconds. */
  shown?(host: string, validTo: number): void;
}

export function connectorsOf(dialling: ConnectorParts): Connectors {
  return { dial: dialer(dialling), secure: securer(dialling) };
}

export function dialer({ guard, clock, shown }: ConnectorParts): Dial {
  const secure = securer({ clock, ...(shown && { shown }) });
  return async options => {
    const { host, port, tls, report } = options;
    const steps = stepwise(clock, report);
    const socket = await inTime(clock, options, async ended => {
      const addresses = await steps(
        'resolved',
        () => untilEnded(ended, guard.addresses(host)),
        list => list.map(({ address }) => address).join(', '),
      );
      report?.({ name: 'allowed', ok: true, detail: 'no address is refused', milliseconds: 0 });
      const connected = (open: Socket) => `${open.remoteAddress}:${port}`;
      return await steps('tcp', () => first(addresses, port, ended), connected);
    });
    return tls ? await secure(socket, { ...options, tls }) : socket;
  };
}

export function securer({ clock, shown = () => undefined }: Pick<ConnectorParts, 'clock' | 'shown'>): Secure {
  // Loaded once, when first needed: the list is long.
  let trusted: string | string[] | undefined;
  return async (socket, options) => {
    const { host, tls, alpn = [], report } = options;
    const detail = (secure: TLSSocket) => {
      const { subject, valid_to } = secure.getPeerCertificate();
      const validTo = Date.parse(valid_to);
      shown(host, validTo);
      const days = Math.floor((validTo - clock.now()) / DAY_MS);
      return `${secure.getProtocol()}, certificate of ${String(subject?.CN ?? host)}, ${days} days left`;
    };
    if (tls.caPem === undefined) trusted ??= trustedAuthorities();
    const ca = tls.caPem ?? trusted;
    try {
      return await inTime(clock, options, signal => {
        return stepwise(clock, report)('tls', () => secured(socket, { host, ca, tls, alpn, signal }), detail);
      });
    } catch (cause) {
      socket.destroy();
      throw cause;
    }
  };
}

/** @throws TargetError, which names the target */
async function inTime<T>(
  clock: Clock,
  { host, port, signal }: DialOptions,
  act: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = clock.after(CONNECT_MS, () => limit.abort());
  try {
    return await act(AbortSignal.any([signal, limit.signal]));
  } catch (cause) {
    if (cause instanceof TargetError) throw cause;
    const late = `does not answer in ${CONNECT_MS / SECOND_MS} s`;
    const reason = limit.signal.aborted ? `${host}:${port} ${late}` : `${host}:${port}: ${reasonOf(cause)}`;
    throw new TargetError({ reason }, { cause });
  } finally {
    timer.cancel();
  }
}

/** Takes the time of each step and tells of it, whether it succeeds or not. */
function stepwise(clock: Clock, report: Report | undefined) {
  return async <T>(name: Step['name'], act: () => Promise<T>, detail: (found: T) => string): Promise<T> => {
    const from = clock.monotonic();
    const took = () => Math.round(clock.monotonic() - from);
    try {
      const found = await act();
      const words = detail(found);
      report?.({ name, ok: true, detail: words, milliseconds: took() });
      return found;
    } catch (cause) {
      const refused = cause instanceof TargetError && cause.failure.notAllowed;
      report?.({ name: refused ? 'allowed' : name, ok: false, detail: reasonOf(cause), milliseconds: took() });
      throw cause;
    }
  };
}

async function first(addresses: readonly Address[], port: number, signal: AbortSignal): Promise<Socket> {
  let failed: unknown;
  for (const { address } of addresses) {
    try {
      return await opened(connectTcp({ host: address, port, noDelay: true, keepAlive: true }), 'connect', signal);
    } catch (cause) {
      failed = cause;
      if (signal.aborted) break;
    }
  }
  throw failed;
}

function secured(
  socket: Socket,
  {
    host,
    ca,
    tls,
    alpn,
    signal,
  }: {
    host: string;
    ca: string | string[] | undefined;
    tls: TlsSettings;
    alpn: readonly string[];
    signal: AbortSignal;
  },
): Promise<TLSSocket> {
  const { clientCertPem, clientKeyPem, insecureSkipVerify } = tls;
  const bare = host.replace(/^\[|\]$/g, '');
  const secure = connectTls({
    socket,
    ...(ca !== undefined && { ca }),
    ...(clientCertPem !== undefined && { cert: clientCertPem }),
    ...(clientKeyPem !== undefined && { key: clientKeyPem }),
    ...(/^[\d.]+$|:/.test(bare) ? {} : { servername: bare }),
    ...(alpn.length > 0 && { ALPNProtocols: [...alpn] }),
    rejectUnauthorized: !insecureSkipVerify,
    checkServerIdentity: (_name, certificate) => checkServerIdentity(bare, certificate),
  });
  return opened(secure, 'secureConnect', signal);
}

/** Resolves with the socket once it says `event`; destroys it with the signal. */
function opened<S extends Socket>(socket: S, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const over = () => {
      signal.removeEventListener('abort', aborted);
      socket.removeListener('error', failed);
      socket.removeListener('close', closed);
    };
    const failed = (cause: Error) => {
      over();
      // One that was given up may fail once more.
      socket.on('error', () => undefined).destroy();
      reject(cause);
    };
    const closed = () => failed(new Error('the connection was closed'));
    const aborted = () => failed(new Error('given up'));
    if (signal.aborted) return aborted();
    signal.addEventListener('abort', aborted, { once: true });
    socket.once('error', failed).once('close', closed);
    socket.once(event, () => {
      over();
      // It may fail before its owner listens, or after it has ceased to: that would not be caught.
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
}

/** The name service cannot be interrupted; it is waited for no longer than the signal says. */
function untilEnded<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(new Error('given up'));
    const over = () => signal.removeEventListener('abort', aborted);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted, { once: true });
    work.then(
      found => {
        over();
        resolve(found);
      },
      (cause: unknown) => {
        over();
        reject(cause);
      },
    );
  });
}
