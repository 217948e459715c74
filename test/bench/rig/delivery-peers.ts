import { userInfo } from 'node:os';
import { join } from 'node:path';
import { folderWith } from '../../real/peer-process.ts';

type Ending = Parameters<typeof folderWith>[0];

export interface DeliveryPeer {
  /** What is started, when it is there. */
  readonly program: string;
  arguments(port: number, ending: Ending): readonly string[];
}

/** Servers that take what integrations deliver: a plain HTTP receiver, and those of other projects. */
export const deliveryPeers = {
  http: {
    program: process.execPath,
    arguments: port => [new URL('./plain-receiver.ts', import.meta.url).pathname, String(port)],
  },
  mqtt: {
    program: 'mosquitto',
    arguments(port, ending) {
      const text = `user ${userInfo().username}\nlistener ${port} 127.0.0.1\nallow_anonymous true\n`;
      return ['-c', join(folderWith(ending, { 'mosquitto.conf': text }), 'mosquitto.conf')];
    },
  },
  nats: {
    program: 'nats-server',
    arguments: (port, ending) => ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folderWith(ending, {})],
  },
} as const satisfies Readonly<Record<string, DeliveryPeer>>;
export type PeerName = keyof typeof deliveryPeers;
export const isPeerName = (name: string): name is PeerName => name in deliveryPeers;
