import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Config, masterKeyPlace } from '../config/load.ts';
import { lockDataDir } from '../config/lock.ts';
import type { Release } from '../config/release.ts';
import { engineOf } from '../database/driver.ts';
import { ruleSettings } from '../domain/alert/rules.ts';
import type { Store } from '../domain/domain.ts';
import type { Metrics } from '../health/metrics.ts';
import type { WorkDone } from '../health/work-done.ts';
import { makeFolder } from '../kit/folder.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import { credibleMs } from '../kit/time/clock.ts';
import type { CredibleClock } from '../kit/time/credible-clock.ts';
import { ListenedClock, type ListenedMs } from '../kit/time/listened.ts';
import { type RunTime, runTime } from '../kit/time/run-time.ts';
import { SECOND_MS } from '../kit/units.ts';
import { masterSealer } from '../pki/master-key.ts';
import { dailySnapshots, type Snapshots } from '../upkeep/backup/snapshots.ts';
import type { DiskSpace } from '../upkeep/disk/disk-space.ts';
import { type DiskUpkeep, startDiskUpkeep } from '../upkeep/disk/disk-upkeep.ts';
import type { TimeFloor } from '../upkeep/time-floor.ts';
import { finishUnfinished } from '../upkeep/unfinished.ts';
import { shipCatalog } from './catalog.ts';
import { editionOf, establish, farewell, type Installation, reportPrepared } from './installation.ts';
import { openStore } from './store.ts';
import { openTime } from './time.ts';

export interface DataOptions {
  readonly config: Config;
  readonly clock: CredibleClock;
  readonly log: Log;
  /** Measures the disk of the database; undefined asks the disk. */
  readonly diskSpace: (() => Promise<DiskSpace>) | undefined;
  /** Reads a file of the catalog of this release. */
  readonly readShipped: (file: string) => Uint8Array;
  readonly release: Release;
  readonly metrics: Metrics;
  readonly work: WorkDone;
}

/** The data directory of a running service center. */
export interface Data {
  readonly runTime: RunTime;
  readonly time: TimeFloor;
  readonly pkiDir: string;
  readonly seal: Sealer;
  readonly installation: Installation;
  /** Takes nothing new while the disk is full. */
  readonly store: Store;
  readonly disk: DiskUpkeep;
  readonly snapshots: Snapshots;
  /** Time listened. */
  listened(): ListenedMs;
  /** Resolves when the database cannot be used any more. */
  readonly lost: Promise<Error>;
}

/** Takes the data directory for this process and opens what is in it; `opened` closes it again. */
export async function openData(
  { config, clock, log, diskSpace, readShipped, release, metrics, work }: DataOptions,
  opened: AsyncDisposableStack,
): Promise<Data> {
  makeFolder(config.data_dir, 0o700);
  const lock = await lockDataDir(config.data_dir, clock);
  opened.defer(() => lock.release());

  await finishUnfinished(config, log);
  const pkiDir = join(config.data_dir, 'pki');
  const sealedBefore = existsSync(config.store.path) || existsSync(join(pkiDir, 'ca.key'));
  makeFolder(dirname(config.store.path), 0o700);
  const seal = masterSealer(config.data_dir, { ...masterKeyPlace(config), mayCreate: !sealedBefore });
  const database = await openStore(
    {
      path: config.store.path,
      engine: engineOf(config.store.engine),
      synchronous: config.store.synchronous,
      snapshots: config.backup.dir,
      now: clock.now(),
      metrics: {
        commit(tookMs, calls, heldMs) {
          work.lastOutcomeAt = clock.monotonic();
          metrics.store.commit(tookMs, calls, heldMs);
        },
        waiting: metrics.store.queueDepth,
      },
    },
    {
      windowLengths: {
        receptionMs: config.uplink.reception_window_ms,
        duplicateMs: config.uplink.duplicate_window_s * SECOND_MS,
      },
      downlink: {
        requeueOfflineMs: config.downlink.requeue_offline_s * SECOND_MS,
        handOver: config.downlink.hand_over,
      },
      onlyRegistered: config.scaci.only_registered,
      activityWindowMs: config.endpoint.activity_window_s * SECOND_MS,
      alerts: ruleSettings(config.alerts),
      integrationAgeMs: config.integrations.max_age_s * SECOND_MS,
      signIn: config.auth.enabled,
      radio: {
        activityMs: config.endpoint.activity_window_s * SECOND_MS,
        batteryVolts: Number(config.alerts.endpoint_battery.volts),
      },
    },
  );
  opened.defer(() => database.close());
  const time = openTime({ clock, log, store: database, release });
  const run = runTime(clock);
  const installation = await establish(database, config, seal, run.startedAt, release);
  const { version } = release;
  // Where nothing is known of it, it begins with the last commit: what the box did not hear while it was off counts as before.
  const committed = installation.times.committed || Number.POSITIVE_INFINITY;
  const before = database.read.uplinks.listenedBefore(credibleMs(Math.min(committed, clock.credible())));
  const { now: listened } = new ListenedClock(clock, before);
  opened.defer(() => farewell(database, clock, run, { version, edition: editionOf(config), listened: listened() }));
  const { scEui } = installation;
  await reportPrepared(database, scEui, clock, log);
  // Before anything listens, so that only the first start of a release waits for it.
  await shipCatalog({ store: database, log, now: clock.now(), read: readShipped });
  const snapshots = dailySnapshots({ config, clock, log, store: database, scEui });
  const lost = Promise.withResolvers<Error>();
  database.lostTo(lost.resolve);
  const disk = await startDiskUpkeep({
    config,
    clock,
    log,
    store: database,
    metrics: metrics.store,
    diskSpace,
  });
  opened.defer(() => disk.stop());
  const store = disk.guard.protect(database);
  return { runTime: run, time, pkiDir, seal, installation, store, disk, snapshots, listened, lost: lost.promise };
}
