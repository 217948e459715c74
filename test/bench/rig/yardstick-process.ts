import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Provisioned } from './rig.ts';

/** The yardstick in a process of its own, with the service center's certificates. */
export async function startYardstick(
  dir: string,
  { ca, server }: Provisioned,
): Promise<{ pid: number; port: number; stop(): void }> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = (name: string, content: string) => {
    const path = join(dir, name);
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };
  const script = fileURLToPath(new URL('./yardstick.ts', import.meta.url));
  const files = [file('ca.pem', ca), file('cert.pem', server.cert), file('key.pem', server.key)];
  const child = spawn(process.execPath, [script, join(dir, 'yardstick.db'), ...files], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve((JSON.parse(line.toString()) as { port: number }).port));
    child.once('exit', code => reject(new Error(`the yardstick ended with ${code}`)));
  });
  return { pid: child.pid ?? 0, port, stop: () => void child.kill('SIGTERM') };
}
