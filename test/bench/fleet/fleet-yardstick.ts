/**
 * The least that accepts stations: a TLS server which asks for a certificate and does nothing with the connection.
 * Asked over IPC for its port and its memory; ends with the process that started it.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';

const { ca, cert, key } = JSON.parse(readFileSync(0, 'utf8')) as { ca: string; cert: string; key: string };
const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true });
server.on('secureConnection', socket => {
  socket.on('error', () => socket.destroy());
  socket.resume();
});
server.listen(0, '127.0.0.1', 1024, () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
