/** Connections that send what they are told and read nothing, in a process of their own: their work is not the service's. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { floods } from './unread-floods.ts';

const [name = '', tls = '', port = '', connections = ''] = process.argv.slice(2);
const flood = floods(tls === 'tls').find(each => `${each.port} ${each.name}` === name);
if (!flood) throw new Error(`no such flood: ${name}`);
const { alpn, bytes } = flood;
for (let n = 0; n < Number(connections); n++) dial();

function dial(): void {
  const to = { port: Number(port), host: '127.0.0.1' };
  const socket: Socket = alpn
    ? connectTls({ ...to, ALPNProtocols: [...alpn], rejectUnauthorized: false }, () => socket.write(bytes))
    : connect(to, () => socket.write(bytes));
  socket.pause();
  // What ends a connection is looked at from the other side.
  socket.on('error', () => undefined);
}
process.stdin.resume().once('end', () => process.exit());
