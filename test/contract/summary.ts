import type { ContractRun } from './run.ts';

/** Operations with what they were sent and answered, then every violation once. */
export function summaryOf({ tallies, violations, met, requests }: ContractRun): string {
  const statuses = new Map<number, number>();
  const lines = [...tallies].map(([id, { attempts, statuses: own }]) => {
    for (const [status, times] of own) statuses.set(status, (statuses.get(status) ?? 0) + times);
    const ways = Object.values(attempts).map(String);
    return `${id.padEnd(66)} ${ways.map(times => times.padStart(6)).join('')}   ${told(own)}`;
  });
  const head = `${'operation'.padEnd(66)}  valid mutated noauth twice   answers`;
  const found = violations.flatMap(({ operation, problem, request, answer }) => [
    `! ${operation}: ${problem} (${met.get(operation === '' ? problem : `${operation}: ${problem}`)} times)`,
    `    ${request}`,
    `    ${answer}`,
  ]);
  const last = `${requests} requests: ${told(statuses)}; ${violations.length} violations`;
  return [head, ...lines, ...found, last].join('\n');
}

function told(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}×${times}`).join(' ');
}
