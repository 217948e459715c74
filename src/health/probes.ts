import { background, impossible } from '../kit/background.ts';
import type { Clock } from '../kit/clock.ts';
import { reasonOf } from '../kit/reason.ts';

/** What a probe found. `detail` is for the health page: no addresses of others, no secrets. */
export interface Finding {
  readonly healthy: boolean;
  /** It works, but someone should look: the service is degraded. */
  readonly degraded?: boolean;
  readonly detail?: string;
}

/** One part of the service that can say how it is. Throwing means that it is not healthy. */
export interface Probe {
  /** A name of `GetSystemStatus.services`: core, gateway, bssci, scaci, database, web, rest, mqtt, integrations. */
  readonly name: string;
  /** Without an essential part the service cannot take or give data. */
  readonly essential: boolean;
  check(): Finding | Promise<Finding>;
}

export interface ComponentHealth {
  readonly name: string;
  readonly healthy: boolean;
  readonly degraded?: boolean;
  readonly essential: boolean;
  readonly latency_ms: number;
  readonly detail: string;
}

export type Status = 'healthy' | 'degraded' | 'unhealthy';

export interface Probes {
  /** The state of all parts, at most `CACHE_MS` old. Answers within `PROBE_MS`, also when a part does not. */
  all(): Promise<ComponentHealth[]>;
  /** What the last look found; empty before the first. */
  latest(): readonly ComponentHealth[];
}

const CACHE_MS = 10_000;
/** The status must be answered within a second (platform API 9.1). */
const PROBE_MS = 800;

export function createProbes(clock: Clock, probes: readonly Probe[]): Probes {
  let running: { since: number; result: Promise<ComponentHealth[]> } | undefined;
  let latest: readonly ComponentHealth[] = [];
  const look = async () => {
    const found = await Promise.all(probes.map(probe => ask(clock, probe)));
    latest = found;
    return found;
  };
  return {
    all() {
      const now = clock.monotonic();
      if (!running || now - running.since >= CACHE_MS) {
        running = { since: now, result: look() };
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
    const found = ({ healthy, degraded = false, detail = '' }: Finding) => {
      timer.cancel();
      resolve({ name, healthy, degraded, essential, latency_ms: Math.round(clock.monotonic() - started), detail });
    };
    const timer = clock.after(PROBE_MS, () => found({ healthy: false, detail: 'no answer' }));
    background(attempt(check).then(found), impossible);
  });
}

async function attempt(check: Probe['check']): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return { healthy: false, detail: reasonOf(error) };
  }
}
