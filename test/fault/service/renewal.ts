/**
 * Renews the server certificate again and again under load, in the three ways there are: over the API, by itself when its time has
 * come, and by a command beside the running service. No connection may be dropped, nothing lost, and every new handshake must see
 * the new certificate on each listener.
 * Usage: node test/fault/service/renewal.ts [--seconds 60] [--rate 1000] [--stations 16]
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { credentials } from '@grpc/grpc-js';
import { startWaystation } from '../../../src/app.ts';
import { openApi } from '../../../src/cli/api.ts';
import { configFrom } from '../../../src/config/load.ts';
import { createLog } from '../../../src/kit/log.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { type Clock, sleep, systemClock } from '../../../src/kit/time/clock.ts';
import { HOUR_MS } from '../../../src/kit/units.ts';
import { openPki } from '../../../src/pki/pki.ts';
import { SimulatedApplicationCenter } from '../../../src/simulate/application-center.ts';
import { centerEui, provision, provisionCenters, runLoad } from '../../bench/rig/rig.ts';
import { shownBy } from '../../peers/operator-pair.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '1000' },
    stations: { type: 'string', default: '16' },
  },
});
/** What is done every hour is done so often here. */
const HURRY_MS = 3000;
/** Time between two renewals that we ask for. */
const PAUSE_MS = 700;
const ENDPOINTS_PER_STATION = 64;
const seconds = Number(options.seconds);

/** An hour of what is done at fixed times goes by in seconds; the time of day is that of the system. */
const hurried: Clock = {
  ...systemClock,
  every: (ms, fn) => systemClock.every(ms >= HOUR_MS ? (ms * HURRY_MS) / HOUR_MS : ms, fn),
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dir = mkdtempSync(join(tmpdir(), 'waystation-renewal-'));
const failures: string[] = [];
try {
  await main();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
for (const failure of failures.slice(0, 20)) console.error(`FAILED: ${failure}`);
if (failures.length > 0) process.exitCode = 1;

async function main(): Promise<void> {
  const settings = {
    ...{ data_dir: dir, bssci_host: '127.0.0.1', scaci_host: '127.0.0.1' },
    ...{ bssci_port: 0, scaci_port: 0, gateway_port: 0, core_port: 0, health: { core_port: 0, gateway_port: 0 } },
    gateway_tls: { enabled: true },
    limits: { requests_per_s: 0, rest_requests_per_s: 0 },
    // half of the two days of such a certificate is over when it is made: it is always time to renew it
    pki: { key_type: 'ec-p256', server_days: 1, renew_at: 0.1, server_names: ['localhost', '127.0.0.1'] },
  } as const;
  const log = await createLog({ level: 'error', format: 'json' });
  await using app = await startWaystation(settings, { log, clock: hurried });
  const ca = app.pki.caPem();
  const api = openApi(app.ports.gateway, credentials.createSsl(Buffer.from(ca)));
  const rig = await provision(dir, api, Number(options.stations), Number(options.stations) * ENDPOINTS_PER_STATION);
  const command = await openPki({
    dir: join(dir, 'pki'),
    sealer: sealer(readFileSync(join(dir, 'master.key'))),
    clock: systemClock,
    settings: configFrom(settings).pki,
    log,
  });
  const [identity] = await provisionCenters(dir, 1);
  if (!identity) throw new Error('no application center');
  const center = await SimulatedApplicationCenter.connect({
    ...{ host: '127.0.0.1', port: app.ports.scaci ?? 0, ca, cert: identity.cert, key: identity.key },
    acEui: centerEui(1),
  });
  let centerLost = false;
  void center.closed.then(() => {
    centerLost = true;
  });
  let followed = 0;
  const stream = api.stream('StreamMessages', {});
  stream.on('data', () => followed++);
  let ending = false;
  stream.on('error', error => ending || failures.push(`the stream ended: ${error.message}`));

  const seen = new Set<string>();
  const leave = app.pki.onServerChange(({ fingerprint }) => seen.add(fingerprint));
  const load = runLoad({
    ...{ port: app.ports.bssci, ca, stations: rig.stations, endpoints: rig.endpoints, heardBy: 1 },
    load: { rate: Number(options.rate), durationMs: seconds * 1000 },
  });
  let over = false;
  void load.finally(() => {
    over = true;
  });
  const counts = { api: 0, beside: 0, handshakes: 0 };
  while (!over) {
    await sleep(systemClock, PAUSE_MS);
    if (over) break;
    if (counts.api <= counts.beside) {
      await api.call('RenewServerCertificates', {});
      counts.api++;
    } else {
      await command.renewServer();
      counts.beside++;
      await loaded(app.pki, command.server().fingerprint, seen);
    }
    for (const port of [app.ports.bssci, app.ports.scaci ?? 0, app.ports.gateway]) {
      // what was renewed once more while we dialled is right, too
      const before = app.pki.server().fingerprint;
      const shown = await shownBy(port);
      counts.handshakes++;
      if (shown !== before && shown !== app.pki.server().fingerprint) failures.push(`port ${port} shows ${shown}`);
    }
  }
  const totals = await load;
  leave();
  const visible = await caughtUp(() => followed, totals.acknowledged);
  const { last_renewal_error } = await api.call('GetServerCertificateStatus', {});
  const byItself = seen.size - counts.api - counts.beside;
  if (totals.lost > 0) failures.push(`${totals.lost} uplinks lost`);
  if (totals.reconnects > 0) failures.push(`${totals.reconnects} connections of base stations dropped`);
  if (centerLost) failures.push('the application center was dropped');
  if (visible !== totals.acknowledged) failures.push(`${visible} messages for ${totals.acknowledged} answers`);
  if (byItself < 1 || counts.api < 1 || counts.beside < 1) failures.push('not every way to renew was taken');
  if (last_renewal_error !== '') failures.push(last_renewal_error);
  const figures = {
    'stations, uplinks/s': `${options.stations}, ${totals.perSecond.toFixed(0)}`,
    'uplinks answered': totals.acknowledged,
    'uplinks lost': totals.lost,
    'station connections dropped': totals.reconnects,
    'messages streamed': visible,
    'renewals over the API': counts.api,
    'renewals beside': counts.beside,
    'renewals by time': byItself,
    'new handshakes, all with the new one': counts.handshakes,
    'p50, p99, max ms': [totals.p50Ms, totals.p99Ms, totals.maxMs].map(ms => ms.toFixed(1)).join(', '),
  };
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(38)} ${value}`);
  ending = true;
  stream.cancel();
  await center[Symbol.asyncDispose]();
  api.close();
}

/** The service takes over what was made beside it. */
async function loaded(pki: { server(): { fingerprint: string } }, wanted: string, seen: ReadonlySet<string>) {
  for (let tries = 0; tries < 100 && pki.server().fingerprint !== wanted && !seen.has(wanted); tries++) {
    await sleep(systemClock, 100);
  }
  if (!seen.has(wanted) && pki.server().fingerprint !== wanted) failures.push('a renewal beside was not taken over');
}

/** What the stream has shown when it has shown everything, or does not get on any more. */
async function caughtUp(count: () => number, wanted: number): Promise<number> {
  for (let tries = 0; tries < 100 && count() < wanted; tries++) await sleep(systemClock, 100);
  return count();
}
