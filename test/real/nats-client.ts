import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type NatsConnection, NatsConnectionImpl, setTransportFactory } from '@nats-io/nats-core/internal';
import { type DialledOptions, DialledTransport } from '../../src/integrations/drivers/nats/transport.ts';

export interface NatsClientOptions {
  readonly port: number;
  /** Undefined: in clear text. */
  readonly ca?: string;
  readonly user?: string;
  readonly pass?: string;
  /** Subjects for answers; undefined: those that every client uses. */
  readonly inboxPrefix?: string;
}

/** A client of a NATS server on this host, as another program is one. */
export function natsClient({ port, ca, ...more }: NatsClientOptions): Promise<NatsConnection> {
  setTransportFactory({ factory: () => new DialledTransport() });
  const options: DialledOptions = {
    ...{ servers: [`127.0.0.1:${port}`], reconnect: false, ...more },
    opening: {
      connect: async (host, at) => connectTcp({ host, port: at }),
      secure: ca === undefined ? undefined : (socket, host) => secured(socket, host, ca),
    },
  };
  return NatsConnectionImpl.connect(options);
}

function secured(socket: Socket, host: string, ca: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, ca, host }, () => resolve(secure));
    secure.once('error', reject);
  });
}
