/**
 * Base stations in a process of their own: dial in, answer what they are told, report uplinks at a steady rate, and count.
 * Told over IPC what to do; ends with the process that started it.
 */
import { connect, type TLSSocket } from 'node:tls';
import { background, impossible } from '../../../src/kit/background.ts';
import type { FleetOrder, FleetPart, FleetReport } from './fleet-orders.ts';
import { Stations } from './fleet-stations.ts';

const PROGRESS_MS = 100;
const HANDSHAKES_AT_ONCE = 64;

/** Bare connections, several handshakes at a time; they stay until this process or the server ends. */
async function handshakes({ ca, stations }: FleetPart, port: number): Promise<{ done: number; failed: number }> {
  const waiting = [...stations];
  let done = 0;
  let failed = 0;
  const worker = async () => {
    for (let station = waiting.pop(); station; station = waiting.pop()) {
      const { cert, key } = station;
      const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca, cert, key });
      const secured = await new Promise<boolean>(resolve => {
        // Not `secureConnect`: in TLS 1.3 the server has yet to judge our certificate then.
        socket.once('session', () => resolve(true));
        socket.on('error', () => resolve(false));
      });
      if (secured) done++;
      else failed++;
      socket.resume();
    }
  };
  await Promise.all(Array.from({ length: HANDSHAKES_AT_ONCE }, worker));
  return { done, failed };
}

const tell = (report: FleetReport) => void process.send?.(report);
let fleet: Stations | undefined;
let part: FleetPart | undefined;

async function obey(order: FleetOrder): Promise<void> {
  switch (order.order) {
    case 'part':
      part = order.part;
      fleet = new Stations(part);
      setInterval(() => {
        if (fleet) tell({ report: 'progress', progress: fleet.progress() });
      }, PROGRESS_MS);
      return tell({ report: 'ready' });
    case 'handshakes':
      if (part) tell({ report: 'handshakes', ...(await handshakes(part, order.port)) });
      return;
    case 'dial':
      return fleet?.dial(order);
    case 'finish':
      if (fleet) tell({ report: 'totals', totals: await fleet.finish() });
      return;
    case 'wait':
      return fleet?.wait();
    case 'end':
      return process.exit(0);
  }
}

process.on('message', order => background(obey(order as FleetOrder), impossible));
process.once('disconnect', () => process.exit(0));
