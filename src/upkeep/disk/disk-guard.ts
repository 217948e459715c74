import { type FileHandle, open, rm } from 'node:fs/promises';
import { refusing } from '../../database/calls.ts';
import { isIntake } from '../../database/marks.ts';
import type { Store } from '../../domain/domain.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Finding } from '../../kit/faults/finding.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Clock } from '../../kit/time/clock.ts';
import {
  type DiskLevel,
  type DiskLimits,
  type DiskRoom,
  type DiskSettings,
  type DiskSpace,
  diskFinding,
  diskLimits,
  diskRoom,
} from './disk-space.ts';

const MB = 1_048_576;
/** A state ends when there is this many times the free space at which it begins, so that it does not come and go. */
const LEAVING = 1.25;
/** When all was taken that may be, there is little more to take so soon, and trying wears the card. */
const AGAIN_MS = 60_000;
const RESERVE_MB = 16;
const RESERVE_PART = 0.01;
/** At most so many states that could not be stored are remembered. */
const MOST_UNSTORED = 64;

/** What is guarded, and what is done about it. */
export interface DiskGuardOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly settings: DiskSettings;
  /** Measures the disk. */
  space(): Promise<DiskSpace>;
  /** A file that holds space while the disk is getting full, so that data can still be removed when it is full. */
  readonly reserve: string;
  /** Frees space until there is enough. */
  relieve(enough: () => Promise<boolean>): Promise<void>;
  measured(freeBytes: number): void;
}

/** Watches the disk and says when nothing may be accepted any more (operations 3, 5, ADR 20). */
export class DiskGuard {
  readonly #options: DiskGuardOptions;
  #level: DiskLevel = 'enough';
  /** States that were entered and have no event yet, in order. */
  readonly #unstored: { readonly level: DiskLevel; readonly at: number; readonly free: number }[] = [];
  /** Two at once would make and give up the reserve in any order. */
  readonly #measuring = new InTurn();
  readonly #storing = new InTurn();
  #space: DiskSpace = { free: 0, total: 0 };
  #relief: Promise<void> | undefined;
  #relieved: { level: DiskLevel; at: number } | undefined;
  #measuredBefore = false;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
  }

  get level(): DiskLevel {
    return this.#level;
  }

  /** What is to be said of the disk as it was measured last. */
  get finding(): Finding {
    return diskFinding(this.#level, this.#space, this.#limits());
  }

  get room(): DiskRoom {
    return diskRoom(this.#space, this.#limits());
  }

  /** A job, and the first time before anything is accepted. */
  async check(): Promise<void> {
    await this.#judge();
    const { relieve, log, settings, clock } = this.#options;
    if (this.#level === 'enough' || this.#relief || settings.lowFreeMb === 0) return;
    const now = clock.monotonic();
    if (this.#relieved?.level === this.#level && now - this.#relieved.at < AGAIN_MS) return;
    this.#relieved = { level: this.#level, at: now };
    this.#relief = relieve(async () => (await this.#judge()) === 'enough')
      .catch((cause: unknown) => log.warn({ err: cause }, 'no room made on the disk'))
      .finally(() => {
        this.#relief = undefined;
      });
  }

  /** The same store, which takes nothing new while the disk is full. */
  protect(store: Store): Store {
    const refusal = () => (this.#level === 'full' ? fault('StorageFull') : undefined);
    const write = refusing(store.write, refusal, isIntake);
    return Object.setPrototypeOf({ write }, store);
  }

  /** To be called when `relieve` was asked to end. */
  async stop(): Promise<void> {
    await this.#relief;
  }

  #limits(): DiskLimits {
    return diskLimits(this.#space.total, this.#options.settings);
  }

  /** Events are stored with each measurement: what one finds may be over before the next. */
  async #judge(): Promise<DiskLevel> {
    const level = await this.#measuring.run(() => this.#measure());
    await this.#storing.run(() => this.#storeEvents());
    return level;
  }

  async #measure(): Promise<DiskLevel> {
    this.#space = await this.#options.space();
    const { free, total } = this.#space;
    this.#options.measured(free);
    const { low, full } = this.#limits();
    const below = (limit: number, already: boolean) => free < (already ? Math.min(limit * LEAVING, total) : limit);
    const before = this.#level;
    if (below(full, before === 'full')) this.#level = 'full';
    else this.#level = below(low, before !== 'enough') ? 'low' : 'enough';
    if (this.#level !== before) await this.#entered();
    // One that an earlier run has left behind.
    else if (!this.#measuredBefore && before === 'enough') await rm(this.#options.reserve, { force: true });
    this.#measuredBefore = true;
    return this.#level;
  }

  /** The reserve is there before it is needed, and costs nothing on a disk that has enough space. */
  async #entered(): Promise<void> {
    const { clock, log, reserve } = this.#options;
    const { free, total } = this.#space;
    const { full } = this.#limits();
    this.#unstored.push({ level: this.#level, at: clock.now(), free });
    if (this.#unstored.length > MOST_UNSTORED) this.#unstored.shift();
    if (this.#level === 'enough') this.#relieved = undefined;
    if (this.#level === 'low') {
      const bytes = Math.floor(Math.min(RESERVE_MB * MB, RESERVE_PART * total, (LEAVING - 1) * full));
      await makeReserve(reserve, bytes).catch((cause: unknown) => log.warn({ err: cause }, 'no room reserved'));
    } else await rm(reserve, { force: true });
    const logLevel = { enough: 'info', low: 'warn', full: 'error' } as const;
    const words = {
      enough: 'the disk has room again',
      low: 'the disk is almost full: the oldest delivered messages go',
      full: 'the disk is full: nothing is accepted',
    };
    log[logLevel[this.#level]]({ freeBytes: free, found: this.finding.text }, words[this.#level]);
  }

  /** The events may have to wait until there is space for them. */
  async #storeEvents(): Promise<void> {
    const { store, clock, log } = this.#options;
    const types = { enough: 'recovered', low: 'low', full: 'critical' } as const;
    try {
      for (let [next] = this.#unstored; next; [next] = this.#unstored) {
        const { level, at, free } = next;
        const data = { freeBytes: free, databaseBytes: store.read.retention.size().file };
        await store.write.events.raise({
          type: `system.storage_${types[level]}`,
          org: null,
          at,
          storedAt: clock.now(),
          data,
        });
        if (this.#unstored[0] === next) this.#unstored.shift();
      }
    } catch (cause) {
      log.warn({ err: cause }, 'state of the disk not stored');
    }
  }
}

/** Makes a file of so many bytes that no file system can make smaller than it looks. */
async function makeReserve(path: string, bytes: number): Promise<void> {
  if (bytes === 0) return;
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'w', 0o600);
    for (let left = bytes; left > 0; left -= MB) await file.write(randomBytes(Math.min(left, MB)));
    await file.sync();
  } finally {
    await file?.close();
  }
}
