import type { Observation } from '../domain/alert/seen.ts';
import type { Store } from '../domain/domain.ts';
import { machineLevels } from '../health/machine-levels.ts';
import { type Load, Overload } from '../health/overload.ts';
import type { Probes } from '../health/probes.ts';
import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, momentOf } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';
import { certificatesIn } from '../pki/material.ts';
import type { Pki } from '../pki/pki.ts';
import { authorityDates } from '../pki/status.ts';
import type { DiskGuard } from '../upkeep/disk/disk-guard.ts';
import type { Job } from '../upkeep/job-runner.ts';

/** An alert opens and clears that long after its time at the latest (events 4). */
const EVERY_MS = 10_000;

export interface AlertJobOptions {
  readonly clock: Clock;
  listened(): ListenedMs;
  readonly log: Log;
  readonly store: Store;
  readonly scEui: string;
  readonly disk: Pick<DiskGuard, 'room'>;
  readonly pki: Pick<Pki, 'caPem'>;
  /** Time by which certificates are judged, milliseconds. */
  certificateTime(): number;
  /** Undefined while the service starts or stops: its parts are not as they should be then. */
  probes(): Probes | undefined;
  /** What is seen of integrations. */
  integrations(at: number, judgedAt: number): readonly Observation[];
  /** What is seen of releases. */
  releases(at: number): readonly Observation[];
  /** What became of updates. */
  updates(): Promise<readonly Observation[]>;
  /** Measured anew each time. */
  load(): Load;
}

/** Looks at the machine and the clock, and has alerts judged by what is seen. */
export function alertJob(options: AlertJobOptions): Job {
  const { clock, listened, log, store, scEui, disk, pki, certificateTime, probes, load } = options;
  const { integrations, releases, updates } = options;
  const overload = new Overload(clock, (type, data) => {
    const at = clock.now();
    background(store.write.events.raise({ type, org: null, sourceId: scEui, at, storedAt: at, data }), cause =>
      log.error({ err: cause }, 'event not stored'),
    );
  });
  return {
    failure: 'alerts not judged',
    everyMs: EVERY_MS,
    async run() {
      const measured = load();
      overload.measured(measured);
      const components = (await probes()?.all()) ?? [];
      const [certificate] = certificatesIn(pki.caPem());
      // What a clock that is ahead says has ended, has not.
      const judgedAt = Math.min(certificateTime(), clock.credible());
      const authority = certificate && authorityDates(certificate.validFromDate, certificate.validToDate, judgedAt);
      const at = momentOf(clock);
      const { now } = at;
      const machine = machineLevels({ components, room: disk.room, load: measured, authority }, now);
      const told = [...integrations(now, judgedAt), ...releases(now), ...(await updates())];
      const seen = [...machine, ...told];
      let isMore = await store.write.alerts.tick(at, seen, judgedAt, listened());
      while (isMore) isMore = await store.write.alerts.tick(at, [], judgedAt, listened());
    },
  };
}
