import type { Certificate } from './certificates.ts';
import { dial, type Fields, frame as frameOf, RawPeer } from './raw-peer.ts';

export type { Fields };

const IDENTIFIER = 'MIOTYB01';

export function frame(payload: Uint8Array, identifier = IDENTIFIER): Buffer {
  return frameOf(payload, identifier);
}

/** A base station that says exactly what a test wants. */
export class RawStation extends RawPeer {
  static async open(port: number, ca: string, certificate?: Certificate): Promise<RawStation> {
    return new RawStation(await dial(port, ca, certificate), IDENTIFIER);
  }
}
