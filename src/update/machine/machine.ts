import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../../kit/faults/reason.ts';
import { type MachineClock, sleep } from '../../kit/time/clock.ts';
import { UpdateRefused } from '../refusal.ts';
import type { Host, Vitals } from './host.ts';
import type { Begun, Entry, Journal } from './journal.ts';
import { rolledBack, stateOf } from './state.ts';
import { type TrialTimes, watchTrial } from './trial.ts';

/** A release that was verified and lies ready as the next program. */
export type TakenOver = Omit<Begun, 'by'>;

/** What the new program has found out beside the one that serves. */
export interface Rehearsal {
  /** For how long nobody will be served, milliseconds. */
  readonly pauseMs: number;
  /** The program from before cannot run on the database as this one makes it. */
  readonly breaks: boolean;
  /** It can carry what it acknowledges to the program from before. */
  readonly carries: boolean;
}

/** What is asked of the machine. */
export interface Asked {
  /** For a person. */
  readonly by: string;
  /** A person asks, and knows what was tried before. */
  readonly again: boolean;
}

export interface MachineOptions {
  readonly journal: Journal;
  /** Where it lies, and what is said of a way back. */
  readonly folder: string;
  readonly host: Host;
  readonly clock: Pick<MachineClock, 'monotonic' | 'after'>;
  readonly times: TrialTimes;
  /** Has the new program try itself. @throws UpdateRefused */
  rehearse(): Promise<Rehearsal>;
  /** Asks the process that serves. @throws Error where none answers in time */
  ask(): Promise<Vitals>;
  /** @returns what does not answer, as a sentence without its end */
  listeners(carrying: boolean): Promise<string | undefined>;
  /** A version is run for good: nothing below is taken any more. */
  commit(version: string): void;
  /** Nothing of an update is needed any more. */
  tidy(): void;
  /** Ends it as a kill would. */
  readonly signal?: AbortSignal;
  /** Called with each entry when it is on the disk. */
  readonly told?: (entry: Entry) => void;
  /** Called with the name of each step before it; what it throws ends the machine there, as a kill would. */
  readonly step?: (name: string) => void;
}

/** With so many starts and no commit it is enough: the machine ends each time, and it may be the new program that ends it. */
const MOST_TRIALS = 3;
/** A rehearsal is on a copy that is up to a day old, and beside a program that serves. */
const UPGRADE_FACTOR = 2;
const LOG_LINES = 100;
const MOST_CRITICAL = 20;
const LONGEST_WHY = 500;
export const LOG_FILE = 'rolled-back.log';

/**
 * Brings a box to a release, or back: look, rehearse, trial, commit. Until it has proved itself the new program is run beside the installed
 * one, which stays in its place: wherever this is cut, the next start of the box is one of the program from before. `resume` then does what is
 * left to be done.
 */
export class UpdateMachine {
  readonly #options: MachineOptions;

  constructor(options: MachineOptions) {
    this.#options = options;
  }

  /**
   * Does the whole of an update. @param taken lies ready
   * @returns how it ended
   * @throws UpdateRefused, and nothing was changed
   */
  async perform(taken: TakenOver, { by, again }: Asked): Promise<'installed' | 'rolled_back'> {
    const { journal } = this.#options;
    if (!again && rolledBack(journal.entries).has(taken.to)) {
      throw new UpdateRefused(
        'rolled_back',
        `${taken.to} was tried here and did not work: only a person has it tried again`,
      );
    }
    this.#step('begin');
    const id = journal.begin({ ...taken, by });
    this.#told();
    try {
      const before = await this.#options.ask().catch(() => undefined);
      if (!before?.ready) throw new UpdateRefused('rehearsal', 'the service does not run: start it, then update it');
      this.#step('rehearse');
      const { pauseMs, breaks, carries } = await this.#options.rehearse();
      if (breaks && !carries) {
        throw new UpdateRefused(
          'rehearsal',
          `${taken.to} makes the database one that ${taken.from} cannot run on, so there would be no way back: ${taken.to} has to be installed by hand, after a backup${taken.package ? ', while the service is stopped' : ''}`,
        );
      }
      this.#step('rehearsed');
      const critical = before.critical.slice(0, MOST_CRITICAL);
      this.#append(id, { step: 'rehearsed', pauseMs, critical, ...(breaks && { carrying: true }) });
      return await this.#trial(id, 1);
    } catch (cause) {
      if (cause instanceof UpdateRefused && this.#phase === 'begun') {
        this.#append(id, { step: 'refused', why: whyOf(cause.message) });
        this.#options.tidy();
      }
      throw cause;
    }
  }

  /** Goes on where the last one was cut off. @returns how that ended; undefined where nothing was left to be done */
  async resume(): Promise<'installed' | 'refused' | 'rolled_back' | undefined> {
    const { open } = this.#options.journal;
    const last = open.at(-1);
    if (!last) return undefined;
    const id = last.update;
    switch (last.step) {
      case 'begun':
      case 'rehearsed':
        this.#append(id, { step: 'refused', why: 'it was cut off before it took over' });
        this.#options.tidy();
        return 'refused';
      case 'trial': {
        if (last.count >= MOST_TRIALS) {
          return await this.#back(id, `it was started ${last.count} times, and each trial was cut off`);
        }
        return await this.#trial(id, last.count + 1);
      }
      case 'committed':
        return await this.#finish(id, 'start');
      case 'back':
        return await this.#back(id, last.why);
      default:
        throw new Error(`an update does not go on from ${last.step}`);
    }
  }

  get #phase(): Entry['step'] | undefined {
    return this.#options.journal.open.at(-1)?.step;
  }

  async #trial(id: number, count: number): Promise<'installed' | 'rolled_back'> {
    const { journal, host, clock, times, ask, listeners } = this.#options;
    const { open } = journal;
    const version = stateOf(open)?.to ?? '';
    const rehearsed = open.find(entry => entry.step === 'rehearsed');
    const known = new Set(rehearsed?.critical);
    const carrying = rehearsed?.carrying === true;
    const upgradeMs = UPGRADE_FACTOR * (rehearsed?.pauseMs ?? 0);
    this.#step('trial');
    this.#append(id, { step: 'trial', count });
    this.#step('start');
    const why = await host.start('next', { carrying }).then(
      () => {
        this.#step('watch');
        const answer = () => listeners(carrying);
        return watchTrial({ host, clock, times, version, known, upgradeMs, ask, listeners: answer });
      },
      (cause: unknown) => `it could not be started (${reasonOf(cause)})`,
    );
    if (why !== undefined) return await this.#back(id, why);
    this.#step('commit');
    this.#append(id, { step: 'committed' });
    return await this.#finish(id, carrying ? 'start' : 'serves');
  }

  /** @param state whether the new program serves, or carries, or the one from before may serve */
  async #finish(id: number, state: 'serves' | 'start'): Promise<'installed'> {
    const { journal, host, commit, tidy } = this.#options;
    this.#step('install');
    await host.install();
    this.#step('remember');
    commit(stateOf(journal.open)?.to ?? '');
    if (state === 'start') {
      this.#step('start installed');
      await host.start('installed');
    }
    this.#step('installed');
    this.#append(id, { step: 'installed' });
    this.#step('tidy');
    tidy();
    return 'installed';
  }

  async #back(id: number, cause: string): Promise<'rolled_back'> {
    const { host, folder, tidy } = this.#options;
    const why = whyOf(cause);
    if (this.#phase !== 'back') {
      this.#step('back');
      // Before it is ended: what it says at its end is of no use.
      const lines = await host.lastLines(LOG_LINES).catch((failed: unknown) => [`no lines: ${reasonOf(failed)}`]);
      writeFileSync(join(folder, LOG_FILE), lines.map(line => `${line}\n`).join(''), { mode: 0o640 });
      this.#append(id, { step: 'back', why });
    }
    this.#step('stop');
    await host.stop();
    this.#step('start before');
    await host.start('installed');
    this.#step('wait');
    const healthy = await this.#isBack();
    this.#step('rolled back');
    this.#append(id, {
      step: 'rolled_back',
      why: healthy ? why : whyOf(`${why}; the one from before does not answer yet`),
    });
    tidy();
    return 'rolled_back';
  }

  /** Whether the program from before serves, within the time that a new one has. */
  async #isBack(): Promise<boolean> {
    const { clock, times, ask, journal } = this.#options;
    const from = stateOf(journal.open)?.from;
    const until = clock.monotonic() + times.readyMs;
    while (clock.monotonic() < until) {
      const vitals = await ask().catch(() => undefined);
      if (vitals?.ready && vitals.version === from) return true;
      await sleep(clock, times.everyMs);
    }
    return false;
  }

  #append(id: number, step: Parameters<Journal['append']>[1]): void {
    // That what was watched has ended with the one who watches says nothing about it.
    this.#options.signal?.throwIfAborted();
    this.#options.journal.append(id, step);
    this.#told();
  }

  #told(): void {
    const last = this.#options.journal.entries.at(-1);
    if (last) this.#options.told?.(last);
  }

  #step(name: string): void {
    this.#options.step?.(name);
  }
}

const whyOf = (text: string): string => (text.length > LONGEST_WHY ? `${text.slice(0, LONGEST_WHY - 1)}…` : text);
