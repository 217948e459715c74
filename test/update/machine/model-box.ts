import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host, Serving, Vitals } from '../../../src/update/machine/host.ts';
import { Journal, openUpdate, readJournal } from '../../../src/update/machine/journal.ts';
import { UpdateMachine } from '../../../src/update/machine/machine.ts';
import { UpdateRefused } from '../../../src/update/refusal.ts';

/** What a release does in its trial. */
export const qualities = [
  'good',
  'will not start',
  'ends at once',
  'ends after a while',
  'never ready',
  'another version',
  'silent',
  'deaf',
  'critical',
  'too large',
  'restarted by hand',
  'refuses its rehearsal',
  'breaks the database',
  'breaks the database, and carries',
  'breaks the database, carries, and ends after a while',
] as const;
export type Quality = (typeof qualities)[number];

/** `unit`: a service manager starts the installed program with the machine; `child`: the one that updates does. */
export type Manager = 'unit' | 'child';
/** `kill`: of the one that updates; `power`: of everything. */
export type CutKind = 'kill' | 'power';

export class Cut extends Error {}

const OLD = '0.1.0';
const NEW = '0.2.0';
const TIMES = { readyMs: 120_000, trialMs: 120_000, silentMs: 30_000, everyMs: 2000 };

interface Process {
  readonly program: 'old' | 'new';
  /** It acknowledges nothing that the other program could not take over. */
  readonly carrying: boolean;
  readonly startedAt: number;
  readonly pid: number;
}

/** A box as far as an update has to do with it: programs, processes and time are imagined, the journal is a file. */
export class ModelBox {
  /** In memory where that is possible: each entry is synced. */
  readonly folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'waystation-model-'));
  readonly quality: Quality;
  readonly manager: Manager;
  installed: 'old' | 'new' = 'old';
  isNextReady = true;
  highest = OLD;
  /** The old program cannot run on the database any more. */
  isBroken = false;
  /** Starts of the old program that could not be. */
  wrongStarts = 0;
  now = 0;
  serving: Process | undefined;
  /** Points that may still be passed; at the next it is cut. */
  countdown = Number.POSITIVE_INFINITY;
  points = 0;
  /** Milliseconds that nothing served, the longest at a time. */
  longestPause = 0;
  #pausedAt: number | undefined;
  #how = 'was not started';

  constructor(quality: Quality, manager: Manager) {
    this.quality = quality;
    this.manager = manager;
    this.#begin('old');
    // It has served for a while.
    this.now = 60_000;
  }

  machine(): UpdateMachine {
    const { folder } = this;
    return new UpdateMachine({
      ...{ folder, times: TIMES, host: this.#host() },
      journal: new Journal(folder, () => 1_800_000_000_000 + this.now),
      clock: {
        monotonic: () => this.now,
        after: (ms, fn) => {
          this.now += ms;
          queueMicrotask(fn);
          return { cancel() {} };
        },
      },
      rehearse: async () => {
        this.#point();
        if (this.quality === 'refuses its rehearsal')
          throw new UpdateRefused('rehearsal', 'the new program cannot be run');
        return {
          pauseMs: 5000,
          breaks: this.quality.startsWith('breaks'),
          carries: this.quality !== 'breaks the database',
        };
      },
      ask: async () => this.#vitals(),
      listeners: async () =>
        this.#isNew && this.quality === 'deaf' ? 'its listener bssci does not answer' : undefined,
      commit: version => {
        this.#point();
        this.highest = version;
      },
      tidy: () => {
        this.#point();
        this.isNextReady = false;
      },
      step: () => this.#point(),
    });
  }

  perform() {
    this.isNextReady = true;
    return this.machine().perform(
      { from: OLD, to: NEW, form: 'executable', sha256: '00' },
      { by: 'a test', again: true },
    );
  }

  /** What happens at a cut, and by itself after it. @returns what must not be so at that moment */
  cut(kind: CutKind, torn: boolean): string | undefined {
    this.countdown = Number.POSITIVE_INFINITY;
    const isCommitted = readJournal(this.folder).some(({ step }) => step === 'committed');
    const wrong =
      this.installed === 'new' && !isCommitted ? 'the new program is installed before it has proved itself' : undefined;
    if (torn) appendFileSync(join(this.folder, 'journal'), '{"step":"committed","upda');
    if (kind === 'power') this.#end('had no power');
    // A unit goes on without the one that updates; a child that was left behind is ended by the next one.
    if (this.manager === 'child') this.#end('was left behind');
    else if (!this.serving) this.#begin(this.installed);
    return wrong;
  }

  /** As the next start of the one that updates. */
  async resume(): Promise<void> {
    await this.machine().resume();
    if (!this.serving) this.#begin(this.installed);
  }

  get isOver(): boolean {
    return openUpdate(readJournal(this.folder)).length === 0;
  }

  /** What is wrong in the end, in words. */
  wrong(): string[] {
    const last = readJournal(this.folder).at(-1);
    const isInstalled = last?.step === 'installed';
    const due = isInstalled ? 'new' : 'old';
    return [
      ...(isInstalled && !['good', 'breaks the database, and carries'].includes(this.quality)
        ? [`${this.quality} is installed`]
        : []),
      ...(this.wrongStarts > 0 ? ['the old program was started on a database that it cannot run on'] : []),
      ...(this.serving?.carrying ? [`what serves takes telegrams alone after ${last?.step}`] : []),
      ...(this.installed === due ? [] : [`${this.installed} is installed after ${last?.step}`]),
      ...(this.serving?.program === due ? [] : [`${this.serving?.program ?? 'nothing'} serves after ${last?.step}`]),
      ...(this.highest === (isInstalled ? NEW : OLD) ? [] : [`${this.highest} is the highest after ${last?.step}`]),
    ];
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #host(): Host {
    return {
      memoryBytes: this.quality === 'too large' ? 1 : Number.POSITIVE_INFINITY,
      serving: async (): Promise<Serving> => {
        this.#pass();
        if (!this.serving) return { pid: undefined, ended: this.#how };
        const isAgain =
          this.#isNew && this.quality === 'restarted by hand' && this.now - this.serving.startedAt > 20_000;
        return { pid: isAgain ? process.ppid : this.serving.pid };
      },
      start: async (which, { carrying = false } = {}) => {
        this.#point();
        this.#end('was ended');
        this.#point();
        if (which === 'next') {
          if (!this.isNextReady) throw new Error('there is no next program');
          if (this.quality === 'will not start') throw new Error('exec format error');
          this.#begin('new', carrying);
        } else this.#begin(this.installed);
        this.#point();
      },
      stop: async () => {
        this.#point();
        this.#end('was ended');
        this.#point();
      },
      install: async () => {
        this.#point();
        if (this.isNextReady) this.installed = 'new';
        this.isNextReady = false;
        this.#point();
      },
      lastLines: async () => ['the last line'],
    };
  }

  get #isNew(): boolean {
    return this.serving?.program === 'new';
  }

  /** What time does to the process. */
  #pass(): void {
    const age = this.now - (this.serving?.startedAt ?? this.now);
    if (!this.#isNew) return;
    if (this.quality === 'ends at once' && age > 0) this.#end('ended with exit code 78');
    if (this.quality.endsWith('ends after a while') && age > 60_000) this.#end('ended with exit code 1');
  }

  #vitals(): Vitals {
    this.#pass();
    const { serving, quality } = this;
    if (!serving) throw new Error('nothing serves');
    const isNew = serving.program === 'new';
    const age = this.now - serving.startedAt;
    if (isNew && quality === 'silent' && age > 30_000) throw new Error('no answer in time');
    return {
      version: isNew && quality !== 'another version' ? NEW : OLD,
      ready: age >= 4000 && !(isNew && quality === 'never ready'),
      critical: isNew && quality === 'critical' ? ['storage', 'listener'] : ['storage'],
    };
  }

  #begin(program: 'old' | 'new', carrying = false): void {
    // Its database is another one from here on.
    if (program === 'new' && this.quality.startsWith('breaks') && !carrying) this.isBroken = true;
    if (program === 'old' && this.isBroken) this.wrongStarts++;
    this.serving = { program, carrying, startedAt: this.now, pid: process.pid };
    if (this.#pausedAt !== undefined) this.longestPause = Math.max(this.longestPause, this.now - this.#pausedAt);
    this.#pausedAt = undefined;
  }

  #end(how: string): void {
    if (this.serving) this.#pausedAt = this.now;
    this.serving = undefined;
    this.#how = how;
  }

  #point(): void {
    this.points++;
    // What was killed does nothing more, whatever it would catch.
    if (this.countdown <= 0) throw new Cut('cut');
    this.countdown--;
  }
}

/** Does an update that is cut at a point, and again at a point of what follows. @returns what is wrong in the end */
export async function cutRun({
  quality,
  manager,
  kind,
  at,
  again,
  torn,
}: CutAt): Promise<{ wrong: string[]; points: number }> {
  using box = new ModelBox(quality, manager);
  const wrong: string[] = [];
  let cuts = 0;
  const attempt = async (act: () => Promise<unknown>, countdown: number | undefined) => {
    box.countdown = countdown ?? Number.POSITIVE_INFINITY;
    try {
      await act();
      return true;
    } catch (cause) {
      if (cause instanceof UpdateRefused) return true;
      if (!(cause instanceof Cut)) throw cause;
      cuts++;
      const found = box.cut(kind, torn);
      if (found !== undefined) wrong.push(found);
      return false;
    }
  };
  let isDone = await attempt(() => box.perform(), at);
  const { points } = box;
  for (const next of again) if (!isDone) isDone = await attempt(() => box.resume(), next);
  if (!isDone) await box.resume();
  if (!box.isOver) wrong.push('the update is not over');
  return {
    wrong: [...wrong, ...box.wrong()].map(each => `${quality}, ${manager}, ${kind} at ${at}, ${cuts} cuts: ${each}`),
    points,
  };
}

export interface CutAt {
  readonly quality: Quality;
  readonly manager: Manager;
  readonly kind: CutKind;
  /** Points that are passed before the first cut; undefined: none. */
  readonly at: number | undefined;
  /** Likewise for each start after it. */
  readonly again: readonly number[];
  /** The power goes in the middle of an entry. */
  readonly torn: boolean;
}
