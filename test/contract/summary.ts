import type { ContractRun } from './run.ts';

/** Operations with what they were sent and answered, then every violation once, and what was never served. */
export function summaryOf({ tallies, violations, met, requests, unserved, bare }: ContractRun): string {
  const statuses = new Map<number, number>();
  const lines = [...tallies].map(([id, { attempts, statuses: own }]) => {
    for (const [status, times] of own) statuses.set(status, (statuses.get(status) ?? 0) + times);
    const ways = Object.values(attempts).map(String);
    return `${id.padEnd(66)} ${ways.map(times => times.padStart(6)).join('')} ${takenOf(own).padStart(5)}   ${told(own)}`;
  });
  const head = `${'operation'.padEnd(66)}  valid mutated noauth twice elsewhere taken   answers`;
  const found = violations.flatMap(({ operation, problem, request, answer }) => [
    `! ${operation}: ${problem} (${met.get(operation === '' ? problem : `${operation}: ${problem}`)} times)`,
    `    ${request}`,
    `    ${answer}`,
  ]);
  const last = `${requests} requests: ${told(statuses)}; ${violations.length} violations`;
  const never = `never answered 200: ${unserved.join(', ') || 'none'}`;
  const empty = `always with empty lists: ${bare.join(', ') || 'none'}`;
  return [head, ...lines, ...found, never, empty, last].join('\n');
}

/** How many of all requests were served, in percent. */
function takenOf(statuses: ReadonlyMap<number, number>): string {
  const all = [...statuses.values()].reduce((sum, times) => sum + times, 0);
  const taken = (statuses.get(200) ?? 0) + (statuses.get(304) ?? 0);
  return `${Math.round((100 * taken) / Math.max(1, all))} %`;
}

function told(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}×${times}`).join(' ');
}
