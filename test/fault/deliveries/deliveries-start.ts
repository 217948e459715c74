import { type ChildProcess, spawn } from 'node:child_process';
import { productEnvironment, productFlags } from '../../../scripts/install.mjs';
import type { DeliveriesRequest } from './deliveries-request.ts';

const MAIN = new URL('./deliveries-process.ts', import.meta.url).pathname;

/** Starts the process that delivers; it ends with this one. */
export function startDeliveries(request: DeliveriesRequest): ChildProcess {
  const child = spawn(process.execPath, [...productFlags, MAIN], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: productEnvironment,
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(request)}\n`);
  return child;
}
