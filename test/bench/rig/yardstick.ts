/**
 * The least a service center can do with durable uplinks: TLS, one decode, one row, one shared commit, one answer. It
 * checks nothing and uses none of the product's code, so the ratio to it is the price of everything the product adds.
 * Usage: node yardstick.ts <database> <ca.pem> <cert.pem> <key.pem>; prints {"port":N} and runs until SIGTERM.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { decode, encode } from '@msgpack/msgpack';

interface Statement {
  run(...values: unknown[]): unknown;
}
/** The few functions used here; the package brings no types. */
const Database = createRequire(import.meta.url)('better-sqlite3') as new (
  path: string,
) => { exec(sql: string): void; prepare(sql: string): Statement };

interface Arrival {
  readonly socket: TLSSocket;
  readonly payload: Buffer;
}

interface Message {
  readonly command: string;
  readonly opId: number;
  readonly [field: string]: unknown;
}

const HEADER_BYTES = 12;
const [database, ca, cert, key] = process.argv.slice(2);
if (!database || !ca || !cert || !key) throw new Error('usage: yardstick.ts <database> <ca> <cert> <key>');

const db = new Database(database);
db.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS uplink (id INTEGER PRIMARY KEY, ep TEXT, cnt INTEGER, rx INTEGER, snr REAL, rssi REAL, data BLOB)
`);
const begin = db.prepare('BEGIN IMMEDIATE');
const commit = db.prepare('COMMIT');
const insert = db.prepare('INSERT INTO uplink (ep, cnt, rx, snr, rssi, data) VALUES (?, ?, ?, ?, ?, ?)');

/** Uplinks of this event-loop turn, answered together after one commit. */
let turn: Arrival[] = [];

function frame(message: Message): Buffer {
  const payload = encode(message, { useBigInt64: true });
  const header = Buffer.alloc(HEADER_BYTES, 'MIOTYB01');
  header.writeUInt32LE(payload.length, 8);
  return Buffer.concat([header, payload]);
}

function commitTurn(): void {
  const arrivals = turn;
  turn = [];
  const answers = new Map<TLSSocket, Buffer[]>();
  begin.run();
  for (const { socket, payload } of arrivals) {
    const m = decode(payload, { useBigInt64: true }) as Message;
    const eui = (m.epEui as bigint).toString(16).padStart(16, '0');
    insert.run(eui, m.packetCnt, m.rxTime, m.snr, m.rssi, Buffer.from(m.userData as number[]));
    const answer = frame({ command: 'ulDataRsp', opId: m.opId });
    const others = answers.get(socket);
    if (others) others.push(answer);
    else answers.set(socket, [answer]);
  }
  commit.run();
  for (const [socket, frames] of answers) socket.write(Buffer.concat(frames));
}

const UPLINK = Buffer.from('\xa6ulData\xa4', 'latin1');
/** The command stands at the front in what the load generator sends. */
const isUplink = (payload: Buffer) => payload.subarray(0, 24).includes(UPLINK);

function take(socket: TLSSocket, payload: Buffer): void {
  if (isUplink(payload)) {
    if (turn.length === 0) setImmediate(commitTurn);
    turn.push({ socket, payload });
    return;
  }
  const { command, opId } = decode(payload, { useBigInt64: true }) as Message;
  if (command === 'con') {
    const session = { snResume: false, snScUuid: [...randomBytes(16)] };
    socket.write(frame({ command: 'conRsp', opId, version: '1.0.0', scEui: 1, ...session }));
  } else if (command === 'ping') socket.write(frame({ command: 'pingRsp', opId }));
}

const pem = (path: string) => readFileSync(path, 'utf8');
const server = createServer({
  ca: pem(ca),
  cert: pem(cert),
  key: pem(key),
  requestCert: true,
  rejectUnauthorized: true,
});
server.on('secureConnection', socket => {
  let rest: Buffer | undefined;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece: Buffer) => {
    let bytes = rest ? Buffer.concat([rest, piece]) : piece;
    while (bytes.length >= HEADER_BYTES && bytes.length >= HEADER_BYTES + bytes.readUInt32LE(8)) {
      const end = HEADER_BYTES + bytes.readUInt32LE(8);
      take(socket, bytes.subarray(HEADER_BYTES, end));
      bytes = bytes.subarray(end);
    }
    rest = bytes.length > 0 ? bytes : undefined;
  });
});
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
process.once('SIGTERM', () => process.exit(0));
