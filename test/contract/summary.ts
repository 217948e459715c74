import type { ContractRun } from './run.ts';

/** Operations with what they were sent and answered, then every violation once, and what was never served. */
export function summaryOf({ tallies, violations, met, requests, unserved, bare }: ContractRun): string {
  const statuses = new Map<number, number>();
  const lines = [...tallies].map(([id, { attempts, statuses: own }]) => {
    for (const [status, times] of own) statuses.set(status, (statuses.get(status) ?? 0) + times);
    const ways = Object.values(attempts).map(String);
    return `${id.padEnd(66)} ${ways.map(times => times.padStart(6)).join('')}   ${told(own)}`;
  });
  const head = `${'operation'.padEnd(66)}  valid mutated noauth twice elsewhere   answers`;
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

function told(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}×${times}`).join(' ');
}
