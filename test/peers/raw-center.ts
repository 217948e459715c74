import type { Certificate } from './certificates.ts';
import { dial, type Fields, frame as frameOf, RawPeer } from './raw-peer.ts';

const IDENTIFIER = 'MIOTYA01';
const BRACE = 0x7b;

export function frame(payload: Uint8Array, identifier = IDENTIFIER): Buffer {
  return frameOf(payload, identifier);
}

/** An application center that says exactly what a test wants, in MessagePack or in JSON. */
export class RawCenter extends RawPeer {
  static async open(port: number, ca: string, certificate?: Certificate): Promise<RawCenter> {
    return new RawCenter(await dial(port, ca, certificate), IDENTIFIER);
  }

  /** Sends JSON texts as they are, each in a frame of its own. */
  texts(...texts: string[]): void {
    this.payloads(...texts.map(text => Buffer.from(text)));
  }

  /** Sends messages as JSON; a bigint keeps all its digits. */
  json(...messages: Fields[]): void {
    this.texts(...messages.map(message => JSON.stringify(message, inDigits)));
  }

  /** Integers that a double does not hold come as bigint from JSON, too. */
  protected override read(payload: Buffer): Fields {
    return payload[0] === BRACE ? (JSON.parse(payload.toString(), exact) as Fields) : super.read(payload);
  }
}

/** What newer engines have for numbers that keep their spelling; the compiler's library does not know it yet. */
interface RawJson {
  rawJSON(text: string): unknown;
}

function inDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? (JSON as typeof JSON & RawJson).rawJSON(String(value)) : value;
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}
