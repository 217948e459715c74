/**
 * What credentials cost: unary calls by an access token and by an API key against the same calls without sign-in, alternately, over
 * sockets of one process with client and servers; and what a refused call costs. Usage: node test/bench/rig/authorized.ts [--calls 4000]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Metadata } from '@grpc/grpc-js';
import { Enterprise, type Headers } from '../../identity/scene.ts';
import { Center } from '../../peers/center.ts';
import { encode, grpcClient } from '../../rpc/harness.ts';

const ROUNDS = 7;
const AT_ONCE = 16;
const { values } = parseArgs({ options: { calls: { type: 'string', default: '4000' } } });
const calls = Number(values.calls);
const dir = mkdtempSync(join(tmpdir(), 'waystation-authorized-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));

const EUI = '70b3d59cd0000001';
const request = encode('GetEndPointRequest', { ep_eui: EUI });
const endpoint = { endpoint: { ep_eui: EUI } };
const box = await Enterprise.start(join(dir, 'enterprise'));
const root = await box.signIn('root@example.org');
const { id } = (await box.call('CreateOrganization', { organization: { name: 'Bench' } }, root)) as { id: string };
const user = { ...root, 'x-organization-id': id };
await box.call('CreateEndPoint', endpoint, user);
const { raw_key } = await box.call('CreateApiKey', { api_key: { name: 'bench', scopes: ['endpoints:read'] } }, user);
const center = await Center.start({ dir: join(dir, 'community') });
await center.api.call('CreateEndPoint', endpoint);

const open = grpcClient(center.ports.gateway);
const closed = grpcClient(box.center.ports.gateway);
const key = { authorization: `Bearer ${raw_key}`, 'x-organization-id': id };
const runs: readonly (readonly [name: string, client: typeof open, headers: Headers])[] = [
  ['without sign-in', open, {}],
  ['access token', closed, user],
  ['API key', closed, key],
  ['refused: no such key', closed, { ...key, authorization: `Bearer ${String(raw_key).slice(0, -1)}x` }],
  ['refused: another organization', closed, { ...key, 'x-organization-id': EUI }],
];

/** Milliseconds of this thread's own CPU for each call. */
async function measured(client: typeof open, headers: Headers): Promise<number> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await client.unary('GetEndPoint', request, {}, metadata).catch(() => undefined);
  };
  const before = process.threadCpuUsage();
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  const { user: own, system } = process.threadCpuUsage(before);
  return (own + system) / 1000 / calls;
}

const found = new Map<string, number[]>();
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, client, headers] of runs) {
    const ms = await measured(client, headers);
    if (round > 0) found.set(name, [...(found.get(name) ?? []), ms]);
  }
}
const median = (of: readonly number[] = []) => of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
const base = median(found.get('without sign-in'));
for (const [name, ms] of found) {
  const each = median(ms);
  console.log(
    `${(each * 1000).toFixed(0).padStart(5)} µs  ${(base / each).toFixed(2)} of the rate without sign-in  ${name}`,
  );
}
open.client.close();
closed.client.close();
await center.stop();
await box[Symbol.asyncDispose]();
