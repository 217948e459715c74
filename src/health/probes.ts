import { background, impossible } from '../kit/background.ts';
import { type Finding, fail } from '../kit/faults/finding.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Clock } from '../kit/time/clock.ts';

/** One part of the service that can say how it is. */
export interface Probe {
  /** A name of `GetSystemStatus.services`: core, gateway, bssci, scaci, database, web, rest, mqtt, integrations. */
  readonly name: string;
  /** Without an essential part the service cannot take or give data. */
  readonly essential: boolean;
  /** What it throws is a finding, too. The texts are for the health page: no addresses of others, no secrets. */
  check(): readonly Finding[] | Promise<readonly Finding[]>;
}

/** How one part of the service is, by its last probe. */
export interface ComponentHealth {
  readonly name: string;
  /** It does its work: nothing has failed. */
  readonly healthy: boolean;
  /** It works, but should be seen to. */
  readonly degraded: boolean;
  readonly essential: boolean;
  readonly latency_ms: number;
  readonly findings: readonly Finding[];
  /** The texts of the findings. */
  readonly detail: string;
}

export type Status = 'healthy' | 'degraded' | 'unhealthy';

export interface Probes {
  /** The state of all parts, at most `CACHE_MS` old. Answers within `PROBE_MS`, also when a part does not. */
  all(): Promise<ComponentHealth[]>;
  /** What the last check found; empty before the first. */
  latest(): readonly ComponentHealth[];
}

const CACHE_MS = 10_000;
/** The status must be answered within a second (platform API 9.1). */
const PROBE_MS = 800;

/** @param told adds what is known of the findings from elsewhere: since when they hold, and what no probe has found just now */
export function createProbes(
  clock: Clock,
  probes: readonly Probe[],
  told: (components: ComponentHealth[]) => ComponentHealth[] = components => components,
): Probes {
  let running: { since: number; result: Promise<ComponentHealth[]> } | undefined;
  let latest: readonly ComponentHealth[] = [];
  const checkAll = async () => {
    const found = told(await Promise.all(probes.map(probe => ask(clock, probe))));
    latest = found;
    return found;
  };
  return {
    all() {
      const now = clock.monotonic();
      if (!running || now - running.since >= CACHE_MS) {
        running = { since: now, result: checkAll() };
      }
      return running.result;
    },
    latest: () => latest,
  };
}

/** `unhealthy` when an essential part is not healthy, `degraded` when another one is not or one says so of itself. */
export function statusOf(components: readonly ComponentHealth[]): Status {
  const ill = components.filter(component => !component.healthy);
  if (ill.some(component => component.essential)) return 'unhealthy';
  return ill.length > 0 || components.some(({ degraded }) => degraded) ? 'degraded' : 'healthy';
}

function ask(clock: Clock, { name, essential, check }: Probe): Promise<ComponentHealth> {
  const started = clock.monotonic();
  return new Promise(resolve => {
    const found = (findings: readonly Finding[]) => {
      timer.cancel();
      resolve(componentOf(name, essential, clock.monotonic() - started, findings));
    };
    const timer = clock.after(PROBE_MS, () => found([failed(name, 'no answer')]));
    background(attempt(name, check).then(found), impossible);
  });
}

async function attempt(name: string, check: Probe['check']): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [failed(name, reasonOf(error))];
  }
}

const failed = (check: string, text: string): Finding => ({ check, ...fail(text, 'look into the log of the service') });

/** What a probe has found, as the health pages and GetSystemStatus show it. */
export function componentOf(
  name: string,
  essential: boolean,
  tookMs: number,
  findings: readonly Finding[],
): ComponentHealth {
  return {
    name,
    healthy: findings.every(({ level }) => level !== 'fail'),
    degraded: findings.some(({ level }) => level === 'warn'),
    essential,
    latency_ms: Math.round(tookMs),
    findings,
    detail: findings.map(({ text }) => text).join('; '),
  };
}
