import type { Config } from '../config/load.ts';
import type { Store } from '../domain/domain.ts';
import { silenceCheckMs } from '../domain/uplink/silence.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, momentOf } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../kit/units.ts';
import type { ScaciService } from '../scaci/listener.ts';
import type { Snapshots } from '../upkeep/backup/snapshots.ts';
import type { CertificateRenewal } from '../upkeep/certificates/renewal.ts';
import { countAgain, countBack } from '../upkeep/count-back.ts';
import type { DiskUpkeep } from '../upkeep/disk/disk-upkeep.ts';
import type { Job } from '../upkeep/job-runner.ts';
import { type RemainsOptions, tidyRemains } from '../upkeep/organization-remains.ts';
import { correctTimes, settleAhead } from '../upkeep/time-correction.ts';
import { addUpValues } from '../upkeep/values.ts';
import { searchSilent, sweepCenters, sweepDownlinks, sweepMedia, tidyOnce, tidySignIns } from './sweeps.ts';

/** How often it is checked whether a renewal is due, and a failed one is tried again. */
const RENEWAL_MS = HOUR_MS;
/** Private keys that were not downloaded are dropped so often. */
const TIDY_MS = HOUR_MS;
/** How often the limits of what is held for application centers are applied. */
const CENTERS_MS = 60_000;
/** How often folded events whose time is over are searched. */
const FOLDS_MS = 10_000;
const RETENTION_MS = 60_000;
/** What a wrong clock has told is set right so soon. */
const TIMES_MS = 1000;
/** What a clock of an earlier run has given is looked for so often. */
const AHEAD_MS = 60_000;
/** Whether a snapshot is due is asked so often: soon after a start, too. */
const SNAPSHOT_MS = 300_000;
/** Messages that an older release has sealed are counted in runs of a second or two. */
const COUNT_BACK_MS = 5000;
/** How often it is asked whether there are decoded values to add up, in runs of some seconds. */
const VALUES_MS = 30_000;
/** What deleted organizations leave behind is looked for so often: soon after a start, too. */
const REMAINS_MS = 10_000;
/** What a refresh is answered with once more is kept for half a minute. */
const SIGN_INS_MS = 60_000;
/** Whether images are shown somewhere is looked at so often. */
const MEDIA_MS = HOUR_MS;
/** What calls came to is kept for a day. */
const ONCE_MS = HOUR_MS;
/** A disk that nothing is reserved on may fill up in seconds. */
const DISK_MS = 5000;

export interface JobOptions {
  readonly config: Config;
  readonly clock: Clock;
  listened(): ListenedMs;
  readonly log: Log;
  readonly store: Store;
  readonly renewal: CertificateRenewal;
  readonly disk: DiskUpkeep;
  readonly snapshots: Snapshots;
  readonly scaci: ScaciService | undefined;
  readonly remains: RemainsOptions;
}

/** Everything a running service center does by itself at fixed times. */
export function jobsOf(options: JobOptions): Job[] {
  const { config, clock, listened, log, store, renewal, disk, snapshots, scaci, remains } = options;
  const { held_operations: heldOperations, session_retention_s } = config.scaci;
  const limits = { heldOperations, ageMs: session_retention_s * SECOND_MS };
  return [
    { failure: 'server certificate not renewed', everyMs: RENEWAL_MS, run: () => renewal.renewIfDue() },
    { failure: 'certificates not judged', everyMs: DAY_MS, run: () => renewal.judge() },
    {
      failure: 'certificates not tidied',
      everyMs: TIDY_MS,
      run: () => store.write.certificates.tidy(clock.credible()),
    },
    { failure: 'events not stored', everyMs: FOLDS_MS, run: () => store.write.events.closeFolds(clock.now()) },
    {
      failure: 'downlinks not swept',
      everyMs: config.downlink.sweep_s * SECOND_MS,
      run: () => sweepDownlinks(store, momentOf(clock), config.downlink.rx_query_s * SECOND_MS),
    },
    {
      failure: 'silent endpoints not searched',
      everyMs: silenceCheckMs(config.endpoint.activity_window_s * SECOND_MS),
      run: () => searchSilent(store, clock.now(), listened()),
    },
    { failure: 'old data not removed', everyMs: RETENTION_MS, run: () => disk.retention.run() },
    { failure: 'times not set right', everyMs: TIMES_MS, run: () => correctTimes({ store, clock }) },
    { failure: 'times ahead not set right', everyMs: AHEAD_MS, run: () => settleAhead({ store, clock }) },
    { failure: 'older messages not counted', everyMs: COUNT_BACK_MS, run: () => countBack({ store, clock, log }) },
    { failure: 'changed hours not counted again', everyMs: COUNT_BACK_MS, run: () => countAgain({ store, clock }) },
    { failure: 'decoded values not added up', everyMs: VALUES_MS, run: () => addUpValues({ store, clock }) },
    { failure: 'deleted organizations not tidied', everyMs: REMAINS_MS, run: () => tidyRemains(remains) },
    {
      failure: 'calls that may be repeated not forgotten',
      everyMs: ONCE_MS,
      run: () => tidyOnce(store, clock.credible()),
    },
    { failure: 'ended sign-ins not removed', everyMs: SIGN_INS_MS, run: () => tidySignIns(store, clock.credible()) },
    { failure: 'unused images not removed', everyMs: MEDIA_MS, run: () => sweepMedia(store, clock.credible()) },
    { failure: 'room on the disk not known', everyMs: DISK_MS, run: () => disk.guard.check() },
    { failure: 'no snapshot of the database', everyMs: SNAPSHOT_MS, run: () => snapshots.tick() },
    ...(scaci
      ? [
          {
            failure: 'sessions of application centers not swept',
            everyMs: CENTERS_MS,
            run: () => sweepCenters(store, momentOf(clock), limits, scaci.endSession),
          },
        ]
      : []),
  ];
}
