import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ending } from '../integrations/drivers/mqtt/scene.ts';

const LOOK_MS = 20;

export interface PeerProcess {
  readonly pid: number;
  /** Ends it with a signal, and waits. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A folder with these files, gone after the test. */
export function folderWith(t: Ending, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'waystation-peer-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o600 });
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A server of another project, once it listens. */
export async function startPeer(
  t: Ending,
  program: string,
  args: readonly string[],
  port: number,
): Promise<PeerProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (said += String(text)));
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    await ended;
  };
  t.teardown(() => end());
  // A test that is ended by its limit has no teardown.
  const endChild = () => child.kill('SIGKILL');
  process.once('exit', endChild);
  child.once('exit', () => process.off('exit', endChild));
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${program} has ended with ${child.exitCode}:\n${said}`);
    await pause(LOOK_MS);
  }
  return { pid: child.pid ?? 0, end };
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
