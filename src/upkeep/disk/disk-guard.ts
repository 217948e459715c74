import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rm, statfs } from 'node:fs/promises';
import { refusing } from '../../database/calls.ts';
import { isIntake } from '../../database/marks.ts';
import type { Store } from '../../domain/domain.ts';
import type { Clock } from '../../kit/clock.ts';
import { fault } from '../../kit/faults.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';

const MB = 1_048_576;
/** As the configuration says them where it gives no number: a part of the disk, but not more than so many MB. */
const LOW = { part: 0.1, mostMb: 1024 };
const FULL = { part: 0.05, mostMb: 256 };
/** Here the disk is full whatever the configuration says: a write that just fits says nothing about the next one. */
const NOTHING_MB = 1;
/** A state is left when there is so many times the room that it began with, so that it does not come and go. */
const LEAVING = 1.25;
/** When all was taken that may be, there is little more to take so soon, and trying wears the card. */
const AGAIN_MS = 60_000;
const RESERVE_MB = 16;
const RESERVE_PART = 0.01;
/** States that could not be stored are kept so far back. */
const MOST_UNTOLD = 64;

/** Bytes of the disk that the database is on. */
export interface Room {
  readonly free: number;
  readonly total: number;
}

/** `low`: the oldest delivered messages go. `full`: nothing is accepted. */
export type SpaceLevel = 'enough' | 'low' | 'full';

export interface SpaceParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'read' | 'write'>;
  /** `store.low_free_mb`, with 0 nothing goes to make room; `store.min_free_mb`, with 0 the disk may become full. */
  readonly lowFreeMb: number | undefined;
  readonly minFreeMb: number | undefined;
  room(): Promise<Room>;
  /** A file that is kept while the disk is getting full, so that removing has room when it is. */
  readonly reserve: string;
  /** Makes room until there is enough. */
  relieve(enough: () => Promise<boolean>): Promise<void>;
  measured(freeBytes: number): void;
}

/** The room on the disk that a folder is on. */
export async function roomAt(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Bytes that must be free on a disk of this size: below `low` old messages go, below `full` nothing is accepted. */
export function limitsOf(
  total: number,
  { lowFreeMb, minFreeMb }: Pick<SpaceParts, 'lowFreeMb' | 'minFreeMb'>,
): { low: number; full: number } {
  const floor = minFreeMb === undefined ? Math.min(FULL.part * total, FULL.mostMb * MB) : minFreeMb * MB;
  const full = Math.max(floor, NOTHING_MB * MB);
  const low = lowFreeMb === undefined ? Math.min(LOW.part * total, LOW.mostMb * MB) : lowFreeMb * MB;
  return { low: Math.max(low, full), full };
}

/** Watches the disk and says when nothing may be accepted any more (operations 3, 5, ADR 20). */
export class Space {
  readonly #parts: SpaceParts;
  #level: SpaceLevel = 'enough';
  /** States that were entered and have no event yet, in order. */
  readonly #untold: { readonly level: SpaceLevel; readonly at: number; readonly free: number }[] = [];
  /** Two at once would make and give up the reserve in any order. */
  readonly #measuring = new InTurn();
  readonly #telling = new InTurn();
  #room: Room = { free: 0, total: 0 };
  #relief: Promise<void> | undefined;
  #relieved: { level: SpaceLevel; at: number } | undefined;
  #looked = false;

  constructor(parts: SpaceParts) {
    this.#parts = parts;
  }

  get level(): SpaceLevel {
    return this.#level;
  }

  /** For the health page; empty when there is enough. */
  get detail(): string {
    const { free, total } = this.#room;
    const { low, full } = this.#limits();
    const have = `${Math.floor(free / MB)} of ${Math.floor(total / MB)} MB free`;
    if (this.#level === 'full') return `disk full: ${have}, nothing is accepted below ${Math.ceil(full / MB)} MB`;
    return this.#level === 'low' ? `disk almost full: ${have}, old messages go below ${Math.ceil(low / MB)} MB` : '';
  }

  /** A job, and the first time before anything is accepted. */
  async look(): Promise<void> {
    await this.#judge();
    const { relieve, log, lowFreeMb, clock } = this.#parts;
    if (this.#level === 'enough' || this.#relief || lowFreeMb === 0) return;
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
  guard(store: Store): Store {
    const refusal = () => (this.#level === 'full' ? fault('StorageFull') : undefined);
    const write = refusing(store.write, refusal, isIntake);
    return Object.setPrototypeOf({ write }, store);
  }

  /** To be called when `relieve` has been told to end. */
  async stop(): Promise<void> {
    await this.#relief;
  }

  #limits(): { low: number; full: number } {
    return limitsOf(this.#room.total, this.#parts);
  }

  /** Whoever looks tells: what one look finds may be over before the next. */
  async #judge(): Promise<SpaceLevel> {
    const level = await this.#measuring.run(() => this.#measure());
    await this.#telling.run(() => this.#tell());
    return level;
  }

  async #measure(): Promise<SpaceLevel> {
    this.#room = await this.#parts.room();
    const { free, total } = this.#room;
    this.#parts.measured(free);
    const { low, full } = this.#limits();
    const below = (limit: number, already: boolean) => free < (already ? Math.min(limit * LEAVING, total) : limit);
    const before = this.#level;
    if (below(full, before === 'full')) this.#level = 'full';
    else this.#level = below(low, before !== 'enough') ? 'low' : 'enough';
    if (this.#level !== before) await this.#entered();
    // One that an earlier run has left behind.
    else if (!this.#looked && before === 'enough') await rm(this.#parts.reserve, { force: true });
    this.#looked = true;
    return this.#level;
  }

  /** The reserve is there before it is needed, and costs nothing on a disk that has room. */
  async #entered(): Promise<void> {
    const { clock, log, reserve } = this.#parts;
    const { free, total } = this.#room;
    const { full } = this.#limits();
    this.#untold.push({ level: this.#level, at: clock.now(), free });
    if (this.#untold.length > MOST_UNTOLD) this.#untold.shift();
    if (this.#level === 'enough') this.#relieved = undefined;
    if (this.#level === 'low') {
      const bytes = Math.floor(Math.min(RESERVE_MB * MB, RESERVE_PART * total, (LEAVING - 1) * full));
      await keep(reserve, bytes).catch((cause: unknown) => log.warn({ err: cause }, 'no room reserved'));
    } else await rm(reserve, { force: true });
    const say = { enough: 'info', low: 'warn', full: 'error' } as const;
    const words = {
      enough: 'the disk has room again',
      low: 'the disk is almost full: the oldest delivered messages go',
      full: 'the disk is full: nothing is accepted',
    };
    log[say[this.#level]]({ freeBytes: free }, words[this.#level]);
  }

  /** The events may have to wait until there is room for them. */
  async #tell(): Promise<void> {
    const { store, clock, log } = this.#parts;
    const types = { enough: 'recovered', low: 'low', full: 'critical' } as const;
    try {
      for (let [next] = this.#untold; next; [next] = this.#untold) {
        const { level, at, free } = next;
        const data = { freeBytes: String(free), databaseBytes: String(store.read.retention.size().file) };
        await store.write.events.raise({
          ...{ type: `system.storage_${types[level]}`, org: null, at, storedAt: clock.now(), data },
        });
        if (this.#untold[0] === next) this.#untold.shift();
      }
    } catch (cause) {
      log.warn({ err: cause }, 'state of the disk not stored');
    }
  }
}

/** Makes a file of so many bytes that no file system can make smaller than it looks. */
async function keep(path: string, bytes: number): Promise<void> {
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
