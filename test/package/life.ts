import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from '../../src/cli/api.ts';
import { call, oddLines, type Running, type Starter, serve } from './executable.ts';

const STATION = '70b3d59cd0000001';
const ENDPOINT = 'fe0000000000e101';
const COUNT = 20;

/** What went wrong in a life, and how long its two starts took. */
export interface Life {
  readonly problems: readonly string[];
  readonly firstMs: number;
  readonly secondMs: number;
  /** Messages that the API lists after the restart. */
  readonly messages: number;
}

/**
 * A first start, a base station over TLS with uplinks, ListMessages, a stop, a second start that still has them.
 * @param starter the service; its commands are run by it, too
 * @param station who plays the base station
 */
export async function live(starter: Starter, station: Starter, home: string, dataDir: string): Promise<Life> {
  const problems: string[] = [];
  const expect = (what: string, holds: boolean, why = '') => {
    if (!holds) problems.push(`${what}${why && `: ${why}`}`);
  };

  const first = await serve(starter, dataDir, home);
  await register(first);
  const bundle = join(home, 'bundle');
  const issued = await call(starter, ['certs', 'base-station', STATION, '--out', bundle, '--data-dir', dataDir], home);
  expect('a certificate is issued beside the running service', issued.code === 0, issued.stderr);
  expect('the bundle is there', existsSync(join(bundle, 'client.key')));
  const port = String(first.ports.bssci);
  const args = [
    'simulate',
    'base-station',
    '--port',
    port,
    '--bundle',
    bundle,
    '--window',
    '8',
    '--count',
    String(COUNT),
    '--json',
  ];
  const sent = await call(station, args, home);
  expect('uplinks are answered', sent.code === 0, sent.stderr);
  const before = await listed(first, COUNT);
  expect('ListMessages has every uplink', before === COUNT, `${before} of ${COUNT}`);
  await stopped(first, expect);

  const second = await serve(starter, dataDir, home);
  const messages = await listed(second, COUNT);
  expect('the messages are there after a restart', messages === COUNT, `${messages} of ${COUNT}`);
  await stopped(second, expect);
  return { problems, firstMs: first.readyMs, secondMs: second.readyMs, messages };
}

async function register({ ports }: Running): Promise<void> {
  const api = openApi(ports.gateway);
  try {
    await api.call('CreateBaseStation', { base_station: { bs_eui: STATION, name: 'roof' } });
    await api.call('CreateEndPoint', { endpoint: { ep_eui: ENDPOINT, name: 'meter' } });
  } finally {
    api.close();
  }
}

/** Messages of the endpoint, as soon as there are as many as expected: a reception window ends after its answer. */
async function listed({ ports }: Running, expected: number): Promise<number> {
  const api = openApi(ports.gateway);
  try {
    let found = 0;
    for (let attempt = 0; attempt < 100 && found < expected; attempt++) {
      if (attempt > 0) await new Promise(resolve => setTimeout(resolve, 50));
      found = (await api.call('ListMessages', { ep_eui: ENDPOINT, page_size: 100 })).messages?.length ?? 0;
    }
    return found;
  } finally {
    api.close();
  }
}

async function stopped(service: Running, expect: (what: string, holds: boolean, why?: string) => void): Promise<void> {
  const code = await service.stop();
  expect('it stops with 0', code === 0, String(code));
  const odd = oddLines(service.output());
  expect('its log has nothing odd', odd.length === 0, odd.join(' | '));
}
