import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { decode, encode } from '@msgpack/msgpack';
import { type TestAuthority, testAuthority } from '../peers/certificates.ts';

export type Fields = Record<string, unknown>;
/** Answers a message; what it returns is sent, undefined sends nothing. */
export type Script = (message: Fields, line: Line) => Fields | undefined;

/** One connection of a peer as the bare center sees it. */
export class Line {
  readonly socket: TLSSocket;
  /** Everything received, in order. */
  readonly messages: Fields[] = [];
  /** The same before decoding, and the pieces in which it came. */
  readonly payloads: Buffer[] = [];
  readonly pieces: Buffer[] = [];
  readonly #identifier: string;
  #waiting: (() => void)[] = [];

  constructor(socket: TLSSocket, identifier: string) {
    this.socket = socket;
    this.#identifier = identifier;
  }

  send(message: Fields): void {
    this.sendPayload(encode(message, { useBigInt64: true }));
  }

  sendPayload(payload: Uint8Array): void {
    const header = Buffer.alloc(12, this.#identifier);
    header.writeUInt32LE(payload.length, 8);
    this.socket.write(Buffer.concat([header, payload]));
  }

  /** The first message that fits, waiting for it when need be. */
  async seen(command: string, opId?: number): Promise<Fields> {
    for (;;) {
      const found = this.messages.find(m => m.command === command && (opId === undefined || m.opId === opId));
      if (found) return found;
      await new Promise<void>(resolve => this.#waiting.push(resolve));
    }
  }

  put(payload: Buffer, message: Fields): Fields {
    this.payloads.push(payload);
    this.messages.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
    return message;
  }
}

/** What begins its frames, and how their payloads are read. */
export interface BareProtocol {
  readonly identifier: string;
  read(payload: Buffer): Fields;
}

const bssci: BareProtocol = {
  identifier: 'MIOTYB01',
  read: payload => decode(payload, { useBigInt64: true }) as Fields,
};

/** Answers like a service center that agrees with everything and remembers nothing but session ids. */
export function agree(message: Fields): Fields | undefined {
  const { command, opId } = message;
  const rsp = { command: `${command}Rsp`, opId };
  const known = ['ping', 'ulData', 'dlDataRes', 'dlRxStat', 'vm.ulData'];
  if (command === 'con') return { ...rsp, version: '1.0.0', scEui: 0xfe00000000005c01n, ...fresh };
  if (command === 'att') return { ...rsp, nwkSnKey: Array.from({ length: 16 }, (_, i) => i), shAddr: 0xe101 };
  if (command === 'det') return { ...rsp, sign: message.sign };
  return known.includes(String(command)) ? rsp : undefined;
}

export const SC_UUID = Array.from({ length: 16 }, (_, i) => 200 + i);
export const fresh = { snResume: false, snScUuid: SC_UUID };
export const resumed = { snResume: true, snScUuid: SC_UUID };

/** A scripted service center over real TLS; knows frames and nothing else of the product. */
export async function bareCenter(authority?: TestAuthority, script: Script = agree, protocol = bssci) {
  const issuer = authority ?? (await testAuthority());
  const lines: Line[] = [];
  const arrivals: ((line: Line) => void)[] = [];
  const server = createServer({
    ...(await issuer.server()),
    ca: issuer.ca,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const center = { script };
  server.on('secureConnection', socket => {
    const line = new Line(socket, protocol.identifier);
    lines.push(line);
    arrivals.shift()?.(line);
    let rest = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', piece => {
      line.pieces.push(piece);
      rest = Buffer.concat([rest, piece]);
      while (rest.length >= 12 && rest.length >= 12 + rest.readUInt32LE(8)) {
        const end = 12 + rest.readUInt32LE(8);
        const payload = rest.subarray(12, end);
        const message = line.put(payload, protocol.read(payload));
        rest = rest.subarray(end);
        const answer = center.script(message, line);
        if (answer) line.send(answer);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(center, {
    port,
    lines,
    authority: issuer,
    /** The next connection to come. */
    arrival: () => new Promise<Line>(resolve => arrivals.push(resolve)),
    async [Symbol.asyncDispose]() {
      for (const { socket } of lines) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}

export type BareCenter = Awaited<ReturnType<typeof bareCenter>>;
