import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { PeerKind } from '../../domain/certificate/certificate-records.ts';
import { AUTHORITY_REPLACED, type RevokedEuiRow } from '../../domain/certificate/certificate-store.ts';
import type { Store } from '../../domain/domain.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { plainSerial, REVOKED_FILE, type Revocations } from '../../pki/revocation.ts';
import { watchFiles } from '../../pki/watch.ts';

/** What the disk refused is tried again so often. */
const RETRY_MS = 10_000;
const NOT_STORED = 'revocations not stored, it is tried again';

export interface RevocationSyncOptions {
  readonly revocations: Revocations;
  /** A test for client certificates of an authority that was replaced; undefined: none was. */
  voided(): ((client: X509Certificate) => boolean) | undefined;
  readonly store: Pick<Store, 'read' | 'write'>;
  /** The `pki` folder. */
  readonly dir: string;
  readonly clock: Clock;
  /** Certificates are judged at this time: the clock's, but not below the time floor (operations 5). */
  readonly now: () => number;
  readonly log: Log;
}

/**
 * Makes the file of revocations and the database agree: the command line writes the file, the API the database, and a
 * power cut may come between the two (ADR 17).
 */
export class RevocationSync {
  readonly #options: RevocationSyncOptions;
  readonly #listeners = new Set<() => void>();
  #generation: number | undefined;
  /** The database has not taken over what the file says. */
  #behind = false;

  constructor(options: RevocationSyncOptions) {
    this.#options = options;
  }

  /** Brings both to the same state, before the first peer is let in. A database that takes nothing now does not stop a start. */
  async settle(): Promise<void> {
    const { revocations, log } = this.#options;
    this.#generation = revocations.generation;
    await this.#toDatabase().catch((cause: unknown) => log.error({ err: cause }, NOT_STORED));
    await this.void().catch((cause: unknown) => log.error({ err: cause }, NOT_STORED));
    this.#toFile();
  }

  /**
   * Certificates of an authority that was replaced are void, and said to be revoked. Their sessions go on until they end (ADR 18).
   * For the start, and whenever the authority changes: a power cut may come between the two.
   */
  async void(): Promise<void> {
    const { voided, store, now } = this.#options;
    const isVoid = voided();
    if (!isVoid) return;
    const gone = store.read.certificates.allOpen().filter(({ pem }) => pem !== '' && isVoid(new X509Certificate(pem)));
    const ids = gone.map(({ id }) => id);
    if (ids.length > 0) await store.write.certificates.voided(ids, now());
  }

  /** Calls the listener whenever more certificates are revoked, so that it ends connections that use them. */
  onRevoked(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** What the API has revoked holds from now on: for the next handshake, and for who is connected. */
  readonly enforce = (kind: PeerKind, eui: string): void => {
    const { store, now } = this.#options;
    const mark = store.read.certificates.revokedEui(kind, eui);
    // A clock that is not set is behind the certificates that the mark is about.
    if (mark) this.#mark({ ...mark, revoked_at: Math.max(mark.revoked_at, now()) });
    this.#notify();
  };

  /** The same of one certificate, and no other of its EUI. */
  readonly enforceOne = ({ serial, at, reason }: { serial: string; at: number; reason: string }): void => {
    const { revocations } = this.#options;
    const plain = plainSerial(serial);
    // a call that is repeated changes nothing
    if (!revocations.serials().some(known => known.serial === plain)) revocations.revokeSerial(serial, at, reason);
    this.#notify();
  };

  /** Checks whether another process has revoked anything. */
  async check(): Promise<void> {
    const { revocations, log } = this.#options;
    revocations.sync();
    if (revocations.generation === this.#generation) {
      if (this.#behind) await this.#toDatabase();
      return;
    }
    this.#generation = revocations.generation;
    // First: what was lost with the file must not be let in meanwhile.
    this.#toFile();
    this.#notify();
    log.info({ serials: revocations.serials().length, euis: revocations.euis().length }, 'revocations read');
    await this.#toDatabase();
  }

  /** Checks as soon as the file changes, until it is stopped. */
  watch(): { stop(): void } {
    const { dir, clock, log } = this.#options;
    const changed = () => {
      this.check().catch((cause: unknown) => log.error({ err: cause }, NOT_STORED));
      return true;
    };
    const watcher = watchFiles({ files: [join(dir, REVOKED_FILE)], clock, changed });
    const retries = clock.every(RETRY_MS, () => this.#unsettled && changed());
    // What has come before there was anything to watch it.
    changed();
    return {
      stop() {
        retries.cancel();
        watcher.stop();
      },
    };
  }

  /** The disk has not taken something, here or there. */
  get #unsettled(): boolean {
    return this.#behind || this.#options.revocations.failure !== undefined;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  async #toDatabase(): Promise<void> {
    const { revocations, store, clock } = this.#options;
    const serials = revocations.serials();
    const euis = revocations.euis().map(({ since, ...mark }) => ({ ...mark, since: [...since] }));
    this.#behind = serials.length + euis.length > 0;
    if (this.#behind) await store.write.certificates.learn({ serials, euis }, clock.now());
    this.#behind = false;
  }

  #toFile(): void {
    const { revocations, store } = this.#options;
    const { certificates } = store.read;
    const there = new Map(revocations.euis().map(mark => [`${mark.kind} ${mark.eui}`, mark.at]));
    for (const mark of certificates.revokedEuis()) {
      if (mark.revoked_at > (there.get(`${mark.kind} ${mark.eui}`) ?? 0)) this.#mark(mark);
    }
    for (const { kind, eui, serial, not_before_at, revoked_at, reason } of certificates.revoked()) {
      const certificate = { serial, names: [{ kind, eui }], notBefore: new Date(not_before_at) };
      if (reason === AUTHORITY_REPLACED) continue;
      if (!revocations.covers(certificate, kind)) revocations.revokeSerial(serial, revoked_at, reason);
    }
  }

  /** In the file the mark spares nothing that was there before it: what the database knows to be newer is named. */
  #mark({ kind, eui, revoked_at, reason }: RevokedEuiRow): void {
    const { revocations, store } = this.#options;
    revocations.revokeEui(kind, eui, revoked_at, reason);
    for (const { serial } of store.read.certificates.open(kind, eui)) revocations.issued(kind, eui, serial);
  }
}
