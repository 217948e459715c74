import type { Certificate } from './certificates.ts';
import { readExactly, writeExactly } from './exact-json.ts';
import { dial, type Fields, frame as frameOf, RawPeer } from './raw-peer.ts';

const IDENTIFIER = 'MIOTYA01';
const BRACE = 0x7b;

export function frame(payload: Uint8Array, identifier = IDENTIFIER): Buffer {
  return frameOf(payload, identifier);
}

/** An application center that says exactly what a test wants, in MessagePack or in JSON. */
export class RawCenter extends RawPeer {
  constructor(socket: ConstructorParameters<typeof RawPeer>[0]) {
    super(socket, IDENTIFIER);
  }

  static async open(port: number, ca: string, certificate?: Certificate): Promise<RawCenter> {
    return new RawCenter(await dial(port, ca, certificate));
  }

  /** Takes over the next operation of the service center with this name. */
  async take(command: string, answer = `${command}Rsp`): Promise<Fields> {
    const request = await this.until(command);
    this.send({ command: answer, opId: request.opId });
    return request;
  }

  /** Sends JSON texts as they are, each in a frame of its own. */
  texts(...texts: string[]): void {
    this.payloads(...texts.map(text => Buffer.from(text)));
  }

  /** Sends messages as JSON. */
  json(...messages: Fields[]): void {
    this.texts(...messages.map(writeExactly));
  }

  protected override read(payload: Buffer): Fields {
    return payload[0] === BRACE ? readExactly(payload.toString()) : super.read(payload);
  }
}
