import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { reasonOf } from '../../kit/faults/reason.ts';
import { reachable } from '../../kit/net/reachable.ts';
import { servedCertificate } from '../../kit/net/served-certificate.ts';
import { type MachineClock, systemClock } from '../../kit/time/clock.ts';

/** A port of the service, and what is spoken there. */
export interface Listener {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  /** `open`: it takes a connection, and more is not asked of a stranger. */
  readonly speaks: 'tls' | 'http' | 'http2' | 'open';
}

const ANSWER_MS = 5000;

/** Speaks to each as its clients do. @returns which does not answer, as a sentence without its end */
export async function deafListener(
  listeners: readonly Listener[],
  clock: Pick<MachineClock, 'after'> = systemClock,
): Promise<string | undefined> {
  const found = await Promise.all(
    listeners.map(async ({ name, host, port, speaks }) => {
      try {
        if (speaks === 'tls') await servedCertificate(host, port);
        else await answers(reachable(host), port, speaks, clock);
        return undefined;
      } catch (cause) {
        return `its listener ${name} at port ${port} does not answer (${reasonOf(cause)})`;
      }
    }),
  );
  return found.find(each => each !== undefined);
}

function answers(
  host: string,
  port: number,
  speaks: 'http' | 'http2' | 'open',
  clock: Pick<MachineClock, 'after'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const late = clock.after(ANSWER_MS, () => done(new Error('no answer in time')));
    const done = (cause?: Error) => {
      late.cancel();
      if (cause) reject(cause);
      else resolve();
      socket.destroy();
    };
    socket.on('error', done);
    socket.once('close', () => done(new Error('it closes the connection')));
    socket.once('connect', () => {
      if (speaks === 'open') return done();
      if (speaks === 'http') {
        socket.once('data', bytes =>
          done(/^HTTP\/1/.test(bytes.toString('latin1')) ? undefined : new Error('no HTTP')),
        );
        socket.write(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`);
        return;
      }
      const session = connectHttp2(`http://${host}:${port}`, { createConnection: () => socket });
      session.on('error', done);
      session.once('remoteSettings', () => {
        session.destroy();
        done();
      });
    });
  });
}
