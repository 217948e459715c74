import type { Observation } from '../domain/alert/seen.ts';
import { eventsOf } from '../domain/integration/filter.ts';
import type { Integration } from '../domain/integration/integration-records.ts';
import { background } from '../kit/background.ts';
import type { Log } from '../kit/log.ts';
import { randomFraction } from '../kit/random.ts';
import { ageOf } from '../kit/since.ts';
import { type Clock, momentOf } from '../kit/time/clock.ts';
import { DAY_MS, SECOND_MS } from '../kit/units.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { CommandOutcome, Incoming } from './commands.ts';
import type { State } from './condition.ts';
import type { Place, Retry } from './delivery/retries.ts';
import { Runner } from './delivery/runner.ts';
import { Share } from './delivery/share.ts';
import type { Source } from './delivery/source.ts';
import type { Connectors } from './dial.ts';
import type { EmbeddedConnect, Names } from './driver.ts';
import type { Endpoints } from './endpoints.ts';
import type { Surroundings, Target } from './target.ts';
import { type TestResult, testRun } from './test-run.ts';

/** An integration is behind by too much when what it waits for is older than this part of what is kept for it. */
const TOO_OLD = 0.8;

export interface EngineOptions {
  readonly source: Source;
  readonly installation: string;
  readonly scEui: Names['scEui'];
  readonly clock: Clock;
  readonly log: Log;
  /** For so long items are kept for an integration that does not take them. */
  readonly maxAgeMs: number;
  /** In [0, 1). */
  random?(): number;
  /** The kind of an integration, with a way to its settings and secrets. */
  targetOf(row: Integration): Target;
  /** @param shown is told until when the certificate of a target is valid, milliseconds */
  connectors(shown: (host: string, validTo: number) => void): Connectors;
  /** Carries out a command that came in. */
  command(row: Integration, incoming: Incoming): Promise<CommandOutcome>;
  endpointsOf(row: Integration): Endpoints;
  /** The broker in this process. */
  embeddedFor(row: Integration): EmbeddedConnect | undefined;
}

/** What is known of an integration that is enabled. Times in milliseconds. */
export interface Figures {
  readonly state: State;
  /** Items that wait, as far as they were counted. */
  readonly queued: number;
  /** Whole ones. */
  readonly behindSeconds: number;
  /** Since creation, those included whose number is not stored yet. */
  readonly delivered: number;
  readonly lastSuccessAt: number | undefined;
  readonly lastError: string;
  readonly lastErrorAt: number | undefined;
  readonly nextAttemptAt: number | undefined;
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
}

/** What figures take from the row. */
type FigureRow = Pick<Integration, 'id' | 'delivered' | 'lastSuccessAt'>;

interface AtWork {
  readonly row: Integration;
  readonly runner: Runner;
  /** By host: until when the certificate that it showed last is valid. */
  readonly shown: Map<string, number>;
}

/** Runs every enabled integration. */
export class Engine {
  readonly #options: EngineOptions;
  readonly #atWork = new Map<number, AtWork>();
  readonly #share = new Share();
  readonly #tests = new Map<string, Promise<TestResult>>();
  readonly #stopping = new AbortController();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Integrations or their replays may be others than before. */
  refresh(): void {
    if (this.#stopping.signal.aborted) return;
    this.#refreshAgain = true;
    if (this.#refreshing) return;
    this.#refreshing = this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    background(this.#refreshing, cause => this.#options.log.error({ err: cause }, 'integrations not looked at'));
  }

  async #refresh(): Promise<void> {
    while (this.#refreshAgain && !this.#stopping.signal.aborted) {
      this.#refreshAgain = false;
      const wanted = new Map(this.#options.source.rows().flatMap(row => (row.enabled ? [[row.id, row]] : [])));
      const other = [...this.#atWork].filter(([id, { row }]) => wanted.get(id)?.revision !== row.revision);
      await Promise.all(
        other.map(async ([id, { runner }]) => {
          await runner.stop();
          this.#atWork.delete(id);
        }),
      );
      if (this.#stopping.signal.aborted) return;
      for (const { runner } of this.#atWork.values()) runner.replaysChanged();
      // The rows of those that were stopped have other cursors by now.
      for (const row of this.#options.source.rows()) if (row.enabled && !this.#atWork.has(row.id)) this.#begin(row);
    }
  }

  #begin(row: Integration): void {
    const { source, installation, clock, log, random = randomFraction, targetOf, connectors } = this.#options;
    const shown = new Map<string, number>();
    const connect = connectors((host, validTo) => shown.set(host, validTo));
    try {
      const runner = new Runner({
        ...{ row, installation, source, clock, log, random },
        target: targetOf(row),
        share: this.#share,
        surroundings: this.#surroundings(row, connect),
      });
      this.#atWork.set(row.id, { row, runner, shown });
      runner.start();
    } catch (cause) {
      // The others are not to wait for it.
      log.error({ err: cause, integration: row.uuid }, 'integration not started');
    }
  }

  /** What a driver of an integration works with. */
  #surroundings(row: Integration, connect: Connectors): Omit<Surroundings, 'lost'> {
    const { clock, log, command, endpointsOf, embeddedFor, source } = this.#options;
    return {
      ...{ clock, ...connect, names: this.namesOf(row), endpoints: endpointsOf(row) },
      fieldTypes: {
        stored: target => source.fieldTypes(row.id, target),
        keep: (target, types) => source.keepFieldTypes({ id: row.id, target, types: [...types] }),
      },
      events: eventsOf(row),
      embedded: embeddedFor(row),
      log: log.child({ integration: row.uuid, kind: row.kind }),
      command: incoming => command(row, incoming),
    };
  }

  namesOf({ uuid, name, organizationId, organizationName }: Integration): Names {
    const { installation, scEui } = this.#options;
    return { installation, scEui, integrationId: uuid, integrationName: name, organizationId, organizationName };
  }

  /** @param row as it is stored now. @returns undefined: it does not run, or not yet */
  async figures(row: FigureRow): Promise<Figures | undefined> {
    const found = this.#atWork.get(row.id);
    if (!found) return undefined;
    const { runner } = found;
    const queued = await this.#options.source.queued(runner.reader, runner.figures.cursors);
    const { state, oldestWaitingAt, delivered, nextAttemptAt, p50Ms, p99Ms, ...last } = runner.figures;
    const behindSeconds = Math.floor(this.#ageMs(oldestWaitingAt) / SECOND_MS);
    return {
      ...{ state, queued, behindSeconds, nextAttemptAt, p50Ms, p99Ms },
      delivered: row.delivered + delivered,
      lastSuccessAt: last.lastSuccessAt ?? row.lastSuccessAt,
      lastError: last.lastError,
      lastErrorAt: last.lastErrorAt,
    };
  }

  #ageMs(at: number | undefined): number {
    return at === undefined ? 0 : ageOf(at, momentOf(this.#options.clock));
  }

  /** What alerts see of integrations. @param judgedAt time by which certificates are judged, milliseconds */
  observations(at: number, judgedAt: number): Observation[] {
    return this.#options.source.rows().flatMap(row => {
      const source = { type: 'integration', id: row.uuid, org: row.org } as const;
      const seen: Observation[] = [];
      const found = this.#atWork.get(row.id);
      const error = this.#trouble(row, found);
      if (error !== undefined) seen.push({ rule: 'integration_failing', source, at, level: 1, data: { error } });
      else if (!row.enabled || isGood(found?.runner.state)) {
        seen.push({ rule: 'integration_failing', source, at, level: 0 });
      }
      const ends = found ? [...found.shown.values(), ...[found.runner.clientValidTo ?? []].flat()] : [];
      const days = (Math.min(...ends) - judgedAt) / DAY_MS;
      if (Number.isFinite(days)) seen.push({ rule: 'certificate_target', source, at, level: days });
      else if (!row.enabled) seen.push({ rule: 'certificate_target', source, at, over: true });
      return seen;
    });
  }

  /** Why an integration does not deliver; undefined: it does, or it is switched off by hand, or is only late. */
  #trouble({ enabled, ended }: Integration, found: AtWork | undefined): string | undefined {
    if (!enabled) return ended || undefined;
    if (!found) return undefined;
    const { state, lastError, oldestWaitingAt } = found.runner;
    if (state === 'failing' || state === 'paused' || state === 'disabled') return lastError;
    // As old as it is for certain: nothing is dropped because a clock is ahead.
    const waitedMs = oldestWaitingAt === undefined ? 0 : this.#options.clock.credible() - oldestWaitingAt;
    const isOld = waitedMs > TOO_OLD * this.#options.maxAgeMs;
    return isOld ? 'it is so far behind that items will be dropped' : undefined;
  }

  /** How many integrations are enabled; which do not deliver, and why. */
  get health(): {
    readonly enabled: number;
    readonly failing: readonly { readonly name: string; readonly error: string }[];
  } {
    const rows = this.#options.source.rows();
    const failing = rows.flatMap(row => {
      const error = this.#trouble(row, this.#atWork.get(row.id));
      return error === undefined ? [] : [{ name: row.name, error }];
    });
    return { enabled: rows.filter(({ enabled }) => enabled).length, failing };
  }

  /** Sends parked items again. @returns undefined: it does not run */
  retry({ id }: Pick<Integration, 'id'>, places: readonly Place[]): Retry | undefined {
    return this.#atWork.get(id)?.runner.retry(places);
  }

  /**
   * Delivers one payload by hand (integrations section 5), to one that is disabled, too. Who asks while such a test is under way gets
   * what that one shows.
   */
  test(row: Integration): Promise<TestResult> {
    const name = `${row.uuid} ${row.revision}`;
    const running = this.#tests.get(name) ?? this.#test(row).finally(() => this.#tests.delete(name));
    this.#tests.set(name, running);
    return running;
  }

  async #test(row: Integration): Promise<TestResult> {
    const { clock, targetOf, connectors } = this.#options;
    const surroundings = this.#surroundings(
      row,
      connectors(() => undefined),
    );
    const { signal } = this.#stopping;
    return testRun({ target: targetOf(row), surroundings, deliveryId: uuid7(clock.now()), clock, signal });
  }

  /** How many integrations of a kind are in a state, for metrics. */
  get states(): readonly { readonly kind: string; readonly state: State; readonly count: number }[] {
    const counts = new Map<string, { kind: string; state: State; count: number }>();
    for (const { id, kind } of this.#options.source.rows()) {
      const state = this.#atWork.get(id)?.runner.state ?? 'disabled';
      const key = `${kind} ${state}`;
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { kind, state, count });
    }
    return [...counts.values()];
  }

  /** Stores how far all have come and closes their connections: in three seconds, whatever targets do. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([...[...this.#atWork.values()].map(({ runner }) => runner.stop()), ...this.#tests.values()]);
    this.#atWork.clear();
  }
}

const isGood = (state: State | undefined): boolean => state === 'connected' || state === 'delivering';
