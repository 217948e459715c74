import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { type Config, masterKeyPlace } from '../../config/load.ts';
import type { Store } from '../../domain/domain.ts';
import type { Acting } from '../../domain/event/acting.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { MINUTE_MS } from '../../kit/units.ts';
import { DOWNLOAD_WORK } from './archive.ts';
import { backUp, hasSpaceFor } from './backup.ts';

const TICKET_BYTES = 32;
/** Offers that nobody has taken yet; the oldest goes for a new one. */
const MOST_OFFERS = 8;

interface Offer {
  readonly passphrase: string;
  readonly by: Acting;
  /** Of the clock that never jumps. */
  readonly until: number;
}

export interface BackupDownloadsOptions {
  readonly config: Config;
  readonly configFile: string | undefined;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'snapshot' | 'write'>;
  /** EUI of the service center. */
  readonly scEui: string;
  /** For tests, which open many. */
  readonly scryptCost?: number;
}

/** Backups that are downloaded while the service runs: offered first, each made when its address is opened, one at a time. */
export class BackupDownloads {
  readonly #options: BackupDownloadsOptions;
  readonly #work: string;
  /** Oldest first. They hold passphrases, and end with the process. */
  readonly #offers = new Map<string, Offer>();
  #isRunning = false;

  constructor(options: BackupDownloadsOptions) {
    this.#options = options;
    this.#work = join(options.config.data_dir, DOWNLOAD_WORK);
    // What a crash has left of one.
    rmSync(this.#work, { recursive: true, force: true });
  }

  /** For one download within a minute. @throws fault when none can be made now */
  offer(passphrase: string, by: Acting): { readonly ticket: string; readonly expiresAt: number } {
    const { clock, config } = this.#options;
    this.#mustBePossible();
    if (!existsSync(masterKeyPlace(config).file)) throw fault('KeyMaterialUnavailable');
    const now = clock.monotonic();
    for (const [ticket, { until }] of this.#offers) if (until <= now) this.#offers.delete(ticket);
    const [oldest] = this.#offers.keys();
    if (oldest !== undefined && this.#offers.size >= MOST_OFFERS) this.#offers.delete(oldest);
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    this.#offers.set(ticket, { passphrase, by, until: now + MINUTE_MS });
    return { ticket, expiresAt: clock.now() + MINUTE_MS };
  }

  /** The first who shows a ticket gets the offer, and no other. @throws fault `InvalidAccessToken` */
  take(ticket: string): Offer {
    const offer = this.#offers.get(ticket);
    this.#offers.delete(ticket);
    if (!offer || offer.until <= this.#options.clock.monotonic()) throw fault('InvalidAccessToken');
    return offer;
  }

  /**
   * Makes a backup and writes it. That it leaves is stored before it does.
   * @param begin is called when all of it is there but for the packing
   */
  async write({ passphrase, by }: Offer, begin: () => Writable, signal: AbortSignal): Promise<void> {
    const { config, configFile, version, clock, log, store, scryptCost } = this.#options;
    this.#mustBePossible();
    this.#isRunning = true;
    try {
      await this.#record(by);
      await backUp(this.#work, begin, {
        ...{ config, configFile, version, passphrase, now: clock.now() },
        ...(scryptCost !== undefined && { scryptCost }),
        copy: target => store.snapshot(target, signal),
      });
      log.info({ by: by.actor }, 'backup downloaded');
    } finally {
      this.#isRunning = false;
    }
  }

  /** @throws fault `BackupRunning`, `StorageFull` */
  #mustBePossible(): void {
    if (this.#isRunning) throw fault('BackupRunning');
    const { data_dir, store } = this.#options.config;
    if (!hasSpaceFor(data_dir, statSync(store.path).size)) throw fault('StorageFull');
  }

  /** @throws fault `AuditRecordFailed` */
  async #record({ userId, userEmail, address }: Acting): Promise<void> {
    const { clock, log, store, scEui, config } = this.#options;
    const at = clock.now();
    const data = { bytes: statSync(config.store.path).size, ...(address !== undefined && { address }) };
    const about = { org: null, sourceId: scEui, userId, userEmail, at, storedAt: at, data };
    try {
      await store.write.events.raise({ type: 'system.backup_downloaded', ...about });
    } catch (cause) {
      log.error({ err: cause }, 'audit record failed');
      throw fault('AuditRecordFailed');
    }
  }
}
