import { readFileSync } from 'node:fs';
import { reasonOf } from '../../kit/faults/reason.ts';
import { type MachineClock, sleep } from '../../kit/time/clock.ts';
import type { Host, Vitals } from './host.ts';

/** How long a new program may take, milliseconds. */
export interface TrialTimes {
  /** Until it is ready, beside bringing the database up to date. */
  readonly readyMs: number;
  /** From then on it is watched for so long. */
  readonly trialMs: number;
  /** It hangs when it has answered nothing for so long: as long as a service manager waits for a sign of life. */
  readonly silentMs: number;
  readonly everyMs: number;
}

export const TRIAL_TIMES: TrialTimes = { readyMs: 120_000, trialMs: 120_000, silentMs: 30_000, everyMs: 1000 };

export interface TrialOptions {
  readonly host: Host;
  readonly clock: Pick<MachineClock, 'monotonic' | 'after'>;
  readonly times: TrialTimes;
  /** The version that is to answer. */
  readonly version: string;
  /** How long bringing the database up to date may take, milliseconds. */
  readonly upgradeMs: number;
  /** What was critical before. */
  readonly known: ReadonlySet<string>;
  /** Asks the process that serves. @throws Error where it does not answer in time */
  ask(): Promise<Vitals>;
  /** Speaks to every listener as its clients do. @returns what does not answer, as a sentence without its end */
  listeners(): Promise<string | undefined>;
}

/** A listener that is as busy as a box can be answers once in so many times. */
const DEAF_TIMES = 3;

/**
 * Watches a program that was just started.
 * @returns why it must not stay, as a sentence without its end; undefined: it has proved itself
 */
export async function watchTrial(options: TrialOptions): Promise<string | undefined> {
  const { host, times } = options;
  const first = await host.serving();
  if (first.pid === undefined) return `it ${first.ended}`;
  return (await untilReady(options, first.pid)) ?? (await whileWatched(options, first.pid, times));
}

async function untilReady(options: TrialOptions, pid: number): Promise<string | undefined> {
  const { host, clock, times, version, upgradeMs, ask } = options;
  const until = clock.monotonic() + times.readyMs + upgradeMs;
  for (;;) {
    const wrong = await ofProcess(host, pid);
    if (wrong !== undefined) return wrong;
    const vitals = await ask().catch(() => undefined);
    if (vitals?.ready) return vitals.version === version ? undefined : `it is ${vitals.version}, and not ${version}`;
    if (clock.monotonic() >= until) return `it was not ready after ${seconds(times.readyMs + upgradeMs)}`;
    await sleep(clock, times.everyMs);
  }
}

async function whileWatched(options: TrialOptions, pid: number, times: TrialTimes): Promise<string | undefined> {
  const { host, clock, known, ask, listeners } = options;
  const until = clock.monotonic() + times.trialMs;
  let answeredAt = clock.monotonic();
  let deaf = 0;
  for (;;) {
    const [asked, unanswered] = await Promise.all([
      ask().catch((cause: unknown) => ({ failure: reasonOf(cause) })),
      listeners(),
    ]);
    const wrong = await ofProcess(host, pid);
    if (wrong !== undefined) return wrong;
    if ('critical' in asked) {
      answeredAt = clock.monotonic();
      const critical = asked.critical.find(each => !known.has(each));
      if (critical !== undefined) return `it reports what is critical and was not before: ${critical}`;
    } else if (clock.monotonic() - answeredAt >= times.silentMs) {
      return `it has given no sign of life for ${seconds(times.silentMs)} (${asked.failure})`;
    }
    deaf = unanswered === undefined ? 0 : deaf + 1;
    if (unanswered !== undefined && deaf === DEAF_TIMES) return unanswered;
    if (clock.monotonic() >= until) {
      // The last word has to be a good one.
      if (deaf === 0 && 'critical' in asked) return undefined;
      if (clock.monotonic() >= until + times.silentMs) return unanswered ?? 'it gave no sign of life in the end';
    }
    await sleep(clock, times.everyMs);
  }
}

async function ofProcess(host: Host, pid: number): Promise<string | undefined> {
  const now = await host.serving();
  if (now.pid === undefined) return `it ${now.ended}`;
  if (now.pid !== pid) return 'it ended and was started again';
  const resident = residentBytes(pid);
  if (resident === undefined || resident <= host.memoryBytes) return undefined;
  return `it holds ${megabytes(resident)} MB in memory, and may hold ${megabytes(host.memoryBytes)} MB`;
}

/** What a process holds in memory; undefined where the system does not say. */
function residentBytes(pid: number): number | undefined {
  try {
    const found = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return found === undefined ? undefined : Number(found) * 1024;
  } catch {
    // It has ended since: that is seen the next time.
    return undefined;
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
const megabytes = (bytes: number): number => Math.round(bytes / 1e6);
