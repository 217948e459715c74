import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Api } from '../../../src/cli/api.ts';
import { configFrom } from '../../../src/config/load.ts';
import { parseEui } from '../../../src/kit/eui.ts';
import { createLog } from '../../../src/kit/log.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { systemClock } from '../../../src/kit/time/clock.ts';
import { loadMasterKey } from '../../../src/pki/master-key.ts';
import { openPki } from '../../../src/pki/pki.ts';
import type { LoadRequest, LoadTotals } from './load.ts';

/** What load needs to dial in. */
export interface Provisioned {
  ca: string;
  stations: LoadRequest['stations'];
  endpoints: string[];
  /** The service center's own certificate, for the yardstick. */
  server: { cert: string; key: string };
}

const AT_ONCE = 32;
const NWK_KEY = '01'.repeat(16);

export const stationEui = (index: number) => `70b3d59cd0${index.toString(16).padStart(6, '0')}`;
export const centerEui = (index: number) => `70b3d59ca0${index.toString(16).padStart(6, '0')}`;
export const endpointEui = (index: number) => `fe000000e0${index.toString(16).padStart(6, '0')}`;

/** The authority of a service center that keeps its data here. */
async function pkiOf(dataDir: string) {
  const config = configFrom({ data_dir: dataDir, pki: { key_type: 'ec-p256' } });
  return await openPki({
    dir: join(dataDir, 'pki'),
    sealer: sealer(loadMasterKey({ file: config.master_key_file, mayCreate: false })),
    clock: systemClock,
    settings: config.pki,
    log: await createLog({ level: 'silent', format: 'json' }),
  });
}

export interface CenterIdentity {
  readonly acEui: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Issues certificates for application centers. */
export async function provisionCenters(dataDir: string, count: number): Promise<CenterIdentity[]> {
  const pki = await pkiOf(dataDir);
  const identities: CenterIdentity[] = [];
  for (let i = 1; i <= count; i++) {
    const eui = parseEui(centerEui(i));
    if (!eui) throw new Error('not an EUI');
    const { certPem: cert, keyPem: key } = await pki.issue({ kind: 'application-center', eui });
    identities.push({ acEui: eui, ca: pki.caPem(), cert, key });
  }
  return identities;
}

/** Registers stations and endpoints and issues the certificates, as an installer would. @param after so many that are there */
export async function provision(
  dataDir: string,
  api: Api,
  stations: number,
  endpoints: number,
  ep_class: 'A' | 'Z' = 'Z',
  after = 0,
): Promise<Provisioned> {
  const pki = await pkiOf(dataDir);
  const { certPem: cert, keyPem: key } = pki.server();
  const provisioned: Provisioned = { ca: pki.caPem(), stations: [], endpoints: [], server: { cert, key } };
  await inParallel(stations, async i => {
    const eui = parseEui(stationEui(after + i));
    if (!eui) throw new Error('not an EUI');
    await api.call('CreateBaseStation', { base_station: { bs_eui: eui, name: `station ${i}` } });
    const { certPem, keyPem } = await pki.issue({ kind: 'base-station', eui });
    provisioned.stations[i - 1] = { bsEui: eui, cert: certPem, key: keyPem };
  });
  await inParallel(endpoints, async i => {
    const ep_eui = endpointEui(after + i);
    await api.call('CreateEndPoint', {
      endpoint: { ep_eui, name: `endpoint ${i}`, nwk_key: NWK_KEY, pre_attach: true, ep_class },
    });
    provisioned.endpoints[i - 1] = ep_eui;
  });
  return provisioned;
}

/** Does something for every number from 1 on, several at a time: what waits together shares a sync of the disk. */
async function inParallel(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 1;
  const worker = async () => {
    while (next <= count) await work(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Runs load in a process of its own. @param begun called when its stations are connected and have been told of every endpoint */
export function runLoad(request: LoadRequest, begun?: () => void): Promise<LoadTotals> {
  const script = fileURLToPath(new URL('./load.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(request));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    if (output === '') begun?.();
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('exit', code =>
      code === 0
        ? resolve(JSON.parse(output.split('\n')[1] ?? '') as LoadTotals)
        : reject(new Error(`the load ended with ${code}`)),
    );
  });
}
