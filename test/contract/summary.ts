import { type ContractRun, SERVED } from './run.ts';

/** So many of the requests to each operation are to be served. */
const LEAST = 0.3;

/** Operations with what they were sent and answered, then every violation once, and what was never served. */
export function summaryOf({ tallies, violations, met, requests, unserved, bare, again }: ContractRun): string {
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
  const few = [...tallies].filter(([, { statuses: own }]) => shareOf(own) < LEAST);
  const under = few.map(([id, { statuses: own, refusals }]) => `  ${id} ${takenOf(own)}: ${byToken(refusals)}`);
  const last = `${requests} requests: ${told(statuses)}; taken ${takenOf(statuses)}; ${again} sent again; ${violations.length} violations`;
  const never = `never answered 200: ${unserved.join(', ') || 'none'}`;
  const empty = `always with empty lists: ${bare.join(', ') || 'none'}`;
  return [head, ...lines, ...found, never, empty, `under ${100 * LEAST} %: ${few.length}`, ...under, last].join('\n');
}

/** How many of all requests were served, in percent. */
function takenOf(statuses: ReadonlyMap<number, number>): string {
  return `${Math.round(100 * shareOf(statuses))} %`;
}

function shareOf(statuses: ReadonlyMap<number, number>): number {
  const all = [...statuses.values()].reduce((sum, times) => sum + times, 0);
  const taken = [...statuses].reduce((sum, [status, times]) => (SERVED.has(status) ? sum + times : sum), 0);
  return taken / Math.max(1, all);
}

/** Why requests that were in order were refused, the most frequent first. */
function byToken(refusals: ReadonlyMap<string, number>): string {
  const sorted = [...refusals].sort(([, a], [, b]) => b - a);
  return sorted.map(([token, times]) => `${token}×${times}`).join(' ');
}

function told(statuses: ReadonlyMap<number, number>): string {
  const sorted = [...statuses].sort(([a], [b]) => a - b);
  return sorted.map(([status, times]) => `${status}×${times}`).join(' ');
}
