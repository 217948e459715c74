import type { Config } from '../config/load.ts';
import type { Release } from '../config/release.ts';
import { latestOf } from '../database/migrate.ts';
import type { Observation } from '../domain/alert/seen.ts';
import type { Store } from '../domain/domain.ts';
import type { EventType } from '../domain/event/catalog.ts';
import { migrations } from '../domain/migrations/all.ts';
import type { Log } from '../kit/log.ts';
import type { CredibleClock } from '../kit/time/credible-clock.ts';
import { DAY_MS, MINUTE_MS } from '../kit/units.ts';
import type { UpdateFacts } from '../rest/system/system.ts';
import { shippedRoot } from '../update/anchor.ts';
import {
  type AutoSettings,
  isAskDue,
  isLookDue,
  type KnownReleases,
  knownReleasesIn,
  NOTHING_KNOWN,
  newerThan,
  newestOf,
  whyNotNow,
} from '../update/known-releases.ts';
import { serviceFolder } from '../update/machine/layout.ts';
import { requestByService } from '../update/machine/request.ts';
import { type ProgramForm, programForm } from '../update/program-form.ts';
import { type RefusalReason, UpdateRefused } from '../update/refusal.ts';
import type { Job } from '../upkeep/job-runner.ts';

export interface ReleaseLookOptions {
  readonly config: Pick<Config, 'data_dir' | 'update'>;
  readonly clock: CredibleClock;
  readonly log: Log;
  readonly store: Store;
  readonly scEui: string;
  readonly release: Release;
  /** That trust in releases begins with; that of the program by default. */
  readonly root: Uint8Array | undefined;
  /** How this program came here; default: as it is. */
  readonly form?: ProgramForm;
  /** By which dates of releases are judged, milliseconds. */
  judgedAt(): number;
}

/** Key of `meta` under which what is known is kept, as JSON. */
const KNOWN = 'releases';
/** Whether it is time to look is asked so often. */
const EVERY_MS = 10 * MINUTE_MS;
/** Refusals that say nothing about the list: a box that reaches nothing is left in peace. */
const SILENT: ReadonlySet<RefusalReason> = new Set([
  'unreachable',
  'missing',
  'no_root',
  'unsuitable',
  'downgrade',
  'disk_full',
]);

/** The list is good, and has nothing for this box. */
const NONE_FOR_THIS: ReadonlySet<RefusalReason> = new Set(['unsuitable', 'downgrade']);

/** Looks for newer releases about once a day, where the settings say from where, and tells of them. */
export class ReleaseLook {
  readonly #options: ReleaseLookOptions;
  readonly #startedAt: number;
  readonly #auto: AutoSettings;
  readonly #form: ProgramForm;

  constructor(options: ReleaseLookOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
    this.#form = options.form ?? programForm();
    const { auto, window, defer_days, wave_percent } = options.config.update;
    this.#auto = { auto, window, deferMs: defer_days * DAY_MS, wavePercent: wave_percent };
  }

  get known(): KnownReleases {
    return knownReleasesIn(this.#options.store.read.installation.value(KNOWN));
  }

  /** What REST says of it. */
  get facts(): UpdateFacts {
    const { config, release, scEui, clock } = this.#options;
    const known = config.update.url === undefined ? NOTHING_KNOWN : this.known;
    const newer = newerThan(release.version, known);
    return {
      ...{ current: release.version, builtAt: release.builtAt, schema: latestOf(migrations), how: this.#form },
      newest: newer && { ...newer, notes: newer.notes ?? '' },
      lookedAt: known.lookedAt,
      problem: known.refused?.message,
      waits: newer && whyNotNow(this.#auto, newer, scEui, clock.credible()),
    };
  }

  get jobs(): Job[] {
    const { config } = this.#options;
    if (config.update.url === undefined) return [];
    return [{ failure: 'newer releases not looked for', everyMs: EVERY_MS, run: () => this.#run() }];
  }

  /** What alerts see. @param at milliseconds */
  seen(at: number): Observation[] {
    const { config, release } = this.#options;
    const { known } = this;
    const source = { type: 'service_center', id: '', org: null } as const;
    const [newer, refused] = config.update.url === undefined ? [] : [newerThan(release.version, known), known.refused];
    const { version, security = false, notes } = newer ?? {};
    const available = version === undefined ? {} : { version, running: release.version, notes: notes ?? '' };
    return [
      { rule: 'update_available', source, at, level: newer ? (security ? 2 : 1) : 0, data: available },
      { rule: 'update_stale', source, at, level: refused ? 1 : 0, data: refused ? { ...refused } : {} },
    ];
  }

  async #run(): Promise<void> {
    const { clock, scEui } = this.#options;
    const sinceStartMs = clock.monotonic() - this.#startedAt;
    if (isLookDue(this.known, scEui, clock.credible(), sinceStartMs)) await this.#look();
    await this.#askWhereSet();
  }

  /** Asks for the newest release where the settings say that nobody has to. */
  async #askWhereSet(): Promise<void> {
    const { clock, scEui, release } = this.#options;
    const { known } = this;
    const newer = newerThan(release.version, known);
    const now = clock.credible();
    if (this.#form === 'source' || !newer || !isAskDue(known, newer.version, now)) return;
    if (whyNotNow(this.#auto, newer, scEui, now) !== undefined) return;
    await this.#keep({ ...known, requested: { version: newer.version, at: now } });
    await this.ask({ by: `update.auto: ${this.#auto.auto}` });
  }

  /**
   * Asks the one who updates for the newest release, which looks and verifies anew.
   * @param options.by for a person
   * @returns whether there can be one who updates: not where this runs from source, or knows no web server
   */
  async ask({
    by,
    ...actor
  }: {
    by: string;
    userId?: string | undefined;
    userEmail?: string | undefined;
  }): Promise<boolean> {
    const { config, log, release } = this.#options;
    if (this.#form === 'source' || config.update.url === undefined) return false;
    const version = newerThan(release.version, this.known)?.version ?? '';
    await this.#raise('system.update_requested', { by, version }, actor);
    requestByService(serviceFolder(config.data_dir), by);
    log.info({ by, version }, 'an update was asked for');
    return true;
  }

  async #look(): Promise<void> {
    const { log, clock } = this.#options;
    const before = this.known;
    const now = clock.credible();
    try {
      await this.#keep({ ...before, ...(await this.#found(before, now)), triedAt: now, lookedAt: now, refused: null });
    } catch (cause) {
      if (!(cause instanceof UpdateRefused)) throw cause;
      const { reason, message } = cause;
      const isSilent = SILENT.has(reason);
      log[isSilent ? 'info' : 'warn']({ reason }, `no newer release was found: ${message}`);
      if (NONE_FOR_THIS.has(reason)) {
        await this.#keep({ ...before, triedAt: now, lookedAt: now, newest: null, refused: null });
        return;
      }
      // A list that was not reached leaves in force what was said of the last one.
      await this.#keep({ ...before, triedAt: now, refused: isSilent ? before.refused : { reason, message } });
      if (!isSilent && before.refused?.reason !== reason)
        await this.#raise('system.update_refused', { reason, message });
    }
  }

  /** Loaded when it is looked: what reads signed lists is large, and is needed once a day. */
  async #found(before: KnownReleases, now: number): Promise<Pick<KnownReleases, 'newest'>> {
    const { config, release, judgedAt, log } = this.#options;
    const { lookForRelease } = await import('../update/look.ts');
    const { TrustStore } = await import('../update/trust-store.ts');
    const { WebSource } = await import('../update/web-source.ts');
    const store = new TrustStore(serviceFolder(config.data_dir), this.#options.root ?? shippedRoot());
    if (store.problem !== undefined) log.warn(store.problem);
    const keys = store.facts.root;
    const form = this.#form;
    const box = {
      version: release.version,
      architecture: process.arch,
      form: form === 'deb' ? form : 'executable',
    } as const;
    try {
      const source = new WebSource(config.update.url ?? '');
      const found = await lookForRelease({ source, store, now: judgedAt(), box });
      const newest = newestOf(found.release, before, now);
      if (newest && newest.version !== before.newest?.version) {
        const { version, security } = newest;
        log.info({ version, security }, 'a newer release is there');
        await this.#raise('system.update_available', { version, security, notes: newest.notes ?? '' });
      }
      return { newest };
    } finally {
      const { root } = store.facts;
      if (root !== keys) await this.#raise('system.update_keys_changed', { from: keys, to: root });
    }
  }

  #keep(known: KnownReleases): Promise<unknown> {
    return this.#options.store.write.installation.setValue(KNOWN, JSON.stringify(known));
  }

  async #raise(
    type: EventType,
    data: Readonly<Record<string, string | number | boolean>>,
    actor: { readonly userId?: string | undefined; readonly userEmail?: string | undefined } = {},
  ): Promise<void> {
    const { store, clock, scEui: sourceId } = this.#options;
    const at = clock.now();
    await store.write.events.raise({ type, org: null, sourceId, at, storedAt: at, data, ...actor });
  }
}
