import { existsSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Config } from '../../config/load.ts';
import { engineOf } from '../../database/driver.ts';
import {
  listSnapshots,
  nextSnapshot,
  type SnapshotFile,
  unfinishedBase,
  unfinishedIn,
} from '../../database/snapshot/snapshot-files.ts';
import type { Refresh } from '../../database/snapshot/snapshot-refresh.ts';
import type { Store } from '../../domain/domain.ts';
import type { NewEvent } from '../../domain/event/catalog.ts';
import { type Finding, warn } from '../../kit/faults/finding.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { schemaOf } from '../database-file.ts';
import { diskLimits, diskSpaceAt } from '../disk/disk-space.ts';

export interface SnapshotsOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'snapshot'>;
  raise(event: NewEvent): Promise<boolean>;
  /** Path of the database. */
  readonly database: string;
  /** `backup.dir` and `backup.keep`. */
  readonly dir: string;
  readonly keep: number;
  /** Schema version of the database. */
  readonly schema: number;
  /** EUI of the service center. */
  readonly scEui: string;
  /** Bytes that can be written to the disk of the snapshots before it is low. */
  spare(): Promise<number>;
}

/** Old snapshots on the disk of the database go before its messages do; the newest stays. */
export async function giveWay(dir: string, database: string, enough: () => Promise<boolean>): Promise<void> {
  const [newest, ...old] = listSnapshots(dir);
  if (!newest || statSync(newest.path).dev !== statSync(database).dev) return;
  for (let oldest = old.pop(); oldest && !(await enough()); oldest = old.pop()) rmSync(oldest.path, { force: true });
}

const NO_SNAPSHOT = 'no snapshot of the database';

/** There is no space for another snapshot beside the newest one. */
class NoRoom extends Error {}

/** Takes a verified snapshot of the database every day, and keeps the newest (operations 3, 5). */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #stopped = new AbortController();
  #failure: string | undefined;

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  /** What is wrong while there is no snapshot of today; undefined for nothing. */
  get finding(): Finding | undefined {
    if (this.#failure === undefined) return undefined;
    return { check: 'backup', ...warn(`${NO_SNAPSHOT}: ${this.#failure}`, 'look at backup.dir and its disk') };
  }

  /** Gives up the snapshot that is being taken: a stop does not wait for the disk. */
  stop(): void {
    this.#stopped.abort();
  }

  /** A job: does something once a day, and tries again at its next time what failed. */
  async tick(): Promise<void> {
    const { keep, dir } = this.#options;
    if (keep === 0) for (const path of unfinishedIn(dir)) rmSync(path, { force: true });
    if (keep === 0 || !this.#due()) return;
    await this.take();
  }

  /** Takes one now. A failure raises an event, once, and is in `finding`; it is not thrown. */
  async take(): Promise<void> {
    const { clock, log, store, raise, dir, schema, scEui } = this.#options;
    const begun = clock.monotonic();
    const event = (at: number) => ({ org: null, sourceId: scEui, at, storedAt: at });
    try {
      const refresh = await this.#freeSpace();
      const path = nextSnapshot(dir, clock.credible(), schema);
      const { bytes, written } = await store.snapshot(path, this.#stopped.signal, refresh);
      // Its age is counted by this clock, which may differ from that of the file system: one that is ahead keeps none from being taken later.
      const at = clock.credible();
      utimesSync(path, at / 1000, at / 1000);
      const now = clock.now();
      this.#prune();
      this.#failure = undefined;
      const seconds = Math.round((clock.monotonic() - begun) / 1000);
      log.info({ file: basename(path), bytes, written, seconds }, 'snapshot of the database taken');
      await raise({ ...event(now), type: 'system.backup_completed', data: { bytes, seconds } });
    } catch (cause) {
      if (this.#stopped.signal.aborted) return;
      const message = reasonOf(cause);
      const known = this.#failure === message;
      this.#failure = message;
      if (known) return;
      log.error({ err: cause }, NO_SNAPSHOT);
      const now = clock.now();
      await raise({ ...event(now), type: 'system.backup_failed', data: { message } });
    }
  }

  #due(): boolean {
    const [newest] = this.#daily();
    // One of the future was taken before the clock was set back.
    return newest === undefined || Math.abs(this.#options.clock.credible() - newest.writtenAt) >= DAY_MS;
  }

  /**
   * Decides what the next one is made of, and makes room for it: old ones are removed where the disk has no space, but never the newest.
   * @returns undefined for a whole copy
   */
  async #freeSpace(): Promise<Refresh | undefined> {
    const { database, dir, spare } = this.#options;
    const { size } = statSync(database);
    const [newest, ...old] = this.#daily().map(({ path }) => path);
    const base = newest === undefined ? undefined : (unfinishedBase(dir) ?? (await this.#oldestToReplace(old, size)));
    const needed = base === undefined ? size : Math.max(0, size - statSync(base).size);
    const mayGo = [
      ...old.filter(path => path !== base),
      // A copy from before an upgrade is for going back; a daily one is for going on.
      ...(newest === undefined ? [] : this.#preUpgrade()),
    ];
    for (const path of mayGo.reverse()) {
      if (needed === 0 || (await spare()) >= needed) break;
      rmSync(path, { force: true });
    }
    if (needed > 0 && (await spare()) < needed) {
      throw new NoRoom(`no room for a snapshot in ${dir}: it takes ${Math.ceil(needed / 1e6)} MB`);
    }
    return newest !== undefined && base !== undefined ? { base, newest } : undefined;
  }

  /** The oldest one becomes the next when there are as many as are kept, or no room for another. */
  async #oldestToReplace(old: readonly string[], size: number): Promise<string | undefined> {
    const { keep, spare } = this.#options;
    if (old.length === 0) return undefined;
    return old.length + 1 >= keep || (await spare()) < size ? old.at(-1) : undefined;
  }

  #prune(): void {
    for (const { path } of this.#daily().slice(this.#options.keep)) rmSync(path, { force: true });
  }

  #preUpgrade(): string[] {
    const found = listSnapshots(this.#options.dir).filter(({ preUpgrade }) => preUpgrade);
    return found.map(({ path }) => path);
  }

  #daily(): SnapshotFile[] {
    return listSnapshots(this.#options.dir).filter(({ preUpgrade }) => !preUpgrade);
  }
}

/** The daily snapshots of a service center. */
export function dailySnapshots({ config, clock, log, store, scEui }: DailySnapshotOptions): Snapshots {
  const { dir, keep } = config.backup;
  return new Snapshots({
    clock,
    log,
    store,
    dir,
    keep,
    scEui,
    raise: store.write.events.raise,
    database: config.store.path,
    // That of a newer release that this one runs on is not this release's.
    schema: schemaOf(config.store.path, engineOf(config.store.engine)).schema,
    async spare() {
      const { free, total } = await diskSpaceAt(existing(dir));
      const { low_free_mb: lowFreeMb, min_free_mb: minFreeMb } = config.store;
      return free - diskLimits(total, { lowFreeMb, minFreeMb }).low;
    },
  });
}

export interface DailySnapshotOptions {
  readonly config: Pick<Config, 'backup' | 'store'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'snapshot' | 'write'>;
  /** EUI of the service center. */
  readonly scEui: string;
}

/** The folder, or the nearest that is there. */
function existing(folder: string): string {
  let found = folder;
  while (!existsSync(found)) found = dirname(found);
  return found;
}
