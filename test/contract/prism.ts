import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ContractRun } from './run.ts';
import { summaryOf } from './summary.ts';

/**
 * node test/contract/prism.ts [--seed 1]: a session through all operations in front of which prism stands, which puts the same document to
 * each request and each answer by means of its own. It is fetched for the run: a second opinion, and no part of the project.
 */
const PRISM = '@stoplight/prism-cli@5.16.0';
const DOCUMENT = 'docs/openapi.json';
/**
 * Requests that are right by the document, and may be refused all the same: a name that is taken, a connection of a kind that is not built.
 * Pictures arrive as text, which is no picture.
 */
const MOST_TRIES = 60;
/** It answers when an answer is over, which these are not. */
const ENDLESS: ReadonlySet<string> = new Set(['streamMessages', 'streamEvents', 'streamTelemetry']);

const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } });
const dir = await mkdtemp(join(tmpdir(), 'contract-'));
const stops: (() => void)[] = [];
try {
  const run = await ContractRun.start(dir, Number(values.seed), 'community', prismTo);
  try {
    await run.session(MOST_TRIES, ({ id }) => !ENDLESS.has(id));
    console.log(summaryOf(run));
    process.exitCode = run.violations.length > 0 ? 1 : 0;
  } finally {
    await run[Symbol.asyncDispose]();
  }
} finally {
  for (const stop of stops) stop();
  await rm(dir, { recursive: true, force: true });
}

/** Starts prism in front of a port. @returns its own */
async function prismTo(port: number): Promise<number> {
  const own = await freePort();
  const args = ['proxy', DOCUMENT, `http://127.0.0.1:${port}`, '--host', '127.0.0.1', '--port', String(own)];
  const child = spawn('npm', ['exec', '--yes', `--package=${PRISM}`, '--', 'prism', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  // With what npm has started.
  stops.push(() => child.pid !== undefined && process.kill(-child.pid));
  // Read to its end: it says each request, and would stop without a reader.
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', line => line.includes('is listening') && resolve());
    lines.on('close', () => reject(new Error('prism has ended')));
  });
  return own;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  return port;
}
