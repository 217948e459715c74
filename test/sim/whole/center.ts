import { type BssciService, startBssci } from '../../../src/bssci/listener.ts';
import { sourceOf } from '../../../src/compose/integrations.ts';
import { newsOf } from '../../../src/compose/news.ts';
import { openStore } from '../../../src/compose/store.ts';
import { openUplinks } from '../../../src/compose/uplinks.ts';
import { configFrom } from '../../../src/config/load.ts';
import type { Store } from '../../../src/domain/domain.ts';
import type { Integration } from '../../../src/domain/integration/integration-records.ts';
import { createMetrics } from '../../../src/health/metrics.ts';
import { WorkDone } from '../../../src/health/work-done.ts';
import { Engine } from '../../../src/integrations/engine.ts';
import type { Target } from '../../../src/integrations/target.ts';
import type { Eui } from '../../../src/kit/eui.ts';
import { createLog } from '../../../src/kit/log.ts';
import { Notifier } from '../../../src/kit/notifier.ts';
import { sealer } from '../../../src/kit/seal.ts';
import { before, type Clock, credibleMs, systemClock } from '../../../src/kit/time/clock.ts';
import { listenedMs } from '../../../src/kit/time/listened.ts';
import { runTime } from '../../../src/kit/time/run-time.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/kit/units.ts';
import { startScaci } from '../../../src/scaci/listener.ts';
import { CenterRequests } from '../../../src/scaci/requests.ts';
import type { Machine } from '../machine.ts';
import { DATABASE, SNAPSHOTS } from '../node-files.ts';
import type { Network } from './network.ts';

export const SC = 'fe00000000005c01' as Eui;
export const seal = sealer(Buffer.alloc(32, 7));
const BLOCK_MESSAGES = 64;

/** A running program, as far as it is simulated. */
export interface Center {
  readonly store: Store;
  readonly bssci: BssciService;
}

export interface CenterParts {
  readonly machine: Machine;
  readonly network: Network;
  /** Where an integration delivers to. */
  readonly targetOf: (row: Integration) => Target;
  /** Gets lines of the log that tell of an error. */
  readonly failed: (line: string) => void;
}

/**
 * A service center as `startWaystation` puts one together, without what has a port of its own kind (API, console, broker), without certificates, and
 * with the jobs that change the log once an hour. Everything of it runs in the loop and by the time of the machine.
 */
export async function startCenter({ machine, network, targetOf, failed }: CenterParts): Promise<Center> {
  const config = configFrom({});
  const clock: Clock = { ...systemClock, credible: () => credibleMs(systemClock.now()) };
  const listened = () => listenedMs(clock.now());
  const log = await createLog({ level: 'error', format: 'json', destination: { write: failed } });
  const metrics = createMetrics();
  const store = await openStore(
    {
      ...{ path: DATABASE, engine: machine.engine, snapshots: SNAPSHOTS, now: clock.now() },
      synchronous: 'full',
    },
    { blockMessages: BLOCK_MESSAGES },
  );
  const news = newsOf(store);
  const opened = new AsyncDisposableStack();
  const common = { config, clock, log, store };
  const uplinks = openUplinks({ ...common, listened, metrics, work: new WorkDone() }, opened);
  const serviceCenter = { eui: SC, name: 'center', vendor: 'Waystation', model: 'simulated', swVersion: '0' };
  const port = { host: '', port: 0, clock, log, limits: config.limits, bindCertificate: true, serviceCenter };
  const tls = { tls: () => ({}), chained: () => true };
  const certificate = {
    ...{ fingerprint: '', problem: undefined, revoked: () => false, match: () => 'match' as const, remember() {} },
  };
  const bssci = await startBssci({
    ...{ ...port, ...tls, store, uplinks, sealer: seal, times: config.bssci, metrics: metrics.bssci },
    listen: network.listen('bssci'),
    ordersTo: store.ordersTo,
    clockIsWrong: () => false,
    identify: () => ({ ...certificate, notAfter: new Date(8.64e15) }),
  });
  const requests = new CenterRequests({
    ...{ clock, store, sealer: seal, runTime: runTime(clock) },
    tellStations: () => bssci.attach.tellStations(),
    *transmitters() {
      for (const { station, bsEui, bidi } of bssci.stations.all()) if (bidi) yield { station, bsEui };
    },
    serving: () => undefined,
    async transmit() {
      throw new Error('no center asks for it');
    },
    settings: {
      validityMs: config.downlink.validity_s * SECOND_MS,
      perEndpoint: config.downlink.max_pending_per_endpoint,
      perCenter: config.scaci.max_pending,
      ulDataTx: false,
    },
  });
  await startScaci({
    ...{ ...port, ...tls, store, requests, times: config.scaci, metrics: metrics.scaci, newMessages: news.messages },
    listen: network.listen('scaci'),
    waitForFiles: undefined,
    identify: () => ({ ...certificate, subject: '', organization: undefined }),
  });
  const engine = new Engine({
    ...{ clock, log, scEui: SC, installation: SC, targetOf },
    maxAgeMs: config.integrations.max_age_s * SECOND_MS,
    source: sourceOf(store, { log: news.messages, events: news.events.stored, endpoints: news.endpoints }),
    connectors: () => ({ dial: none, secure: none }),
    command: none,
    embeddedFor: () => undefined,
    endpointsOf: () => ({
      page: () => [],
      find: () => undefined,
      changed: signal => new Notifier().wait(0, signal),
    }),
  });
  engine.refresh();
  const hourly = async () => {
    while (await store.write.retention.seal(before(clock.credible(), DAY_MS), clock.now()));
  };
  clock.every(HOUR_MS, () => {
    hourly().catch((cause: unknown) => failed(`sealing: ${String(cause)}`));
  });
  return { store, bssci };
}

function none(): never {
  throw new Error('nothing of a simulation goes there');
}
