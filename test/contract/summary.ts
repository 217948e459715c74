import { NEVER_TAKEN } from './never.ts';
import { type ContractRun, SERVED } from './run.ts';

/** So many of the requests to each operation are to be served. */
const LEAST = 0.3;

/** Operations with what they were sent and answered, then every violation once, and what was never served. */
export function summaryOf(run: ContractRun): string {
  const { tallies, violations, met, requests, unserved, bare, again, mistakenlyNeverTaken } = run;
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
  const few = seldomTaken(run);
  const under = few.map(id => {
    const { statuses: own = new Map<number, number>(), refusals = new Map<string, number>() } = tallies.get(id) ?? {};
    return `  ${id} ${takenOf(own)}: ${byToken(refusals)}`;
  });
  const nature = Object.entries(NEVER_TAKEN[run.edition]).map(
    ([id, { token, because }]) => `  ${id}: ${token}, ${because}`,
  );
  const kinds = [
    `never taken by contract: ${nature.length}`,
    ...nature,
    ...mistakenlyNeverTaken.map(text => `  ! ${text}`),
  ];
  const last = `${requests} requests: ${told(statuses)}; taken ${takenOf(statuses)}; ${again} sent again; ${violations.length} violations`;
  const never = `never answered 200: ${unserved.join(', ') || 'none'}`;
  const empty = `always with empty lists: ${bare.join(', ') || 'none'}`;
  return [
    head,
    ...lines,
    ...found,
    never,
    empty,
    ...kinds,
    `under ${100 * LEAST} %: ${few.length}`,
    ...under,
    last,
  ].join('\n');
}

/** Operations of which less than `LEAST` of the requests were taken, though an edition takes them. */
export function seldomTaken({ tallies, edition }: ContractRun): string[] {
  const isTaken = (id: string) => NEVER_TAKEN[edition][id] === undefined;
  return [...tallies].filter(([id, { statuses }]) => isTaken(id) && shareOf(statuses) < LEAST).map(([id]) => id);
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
