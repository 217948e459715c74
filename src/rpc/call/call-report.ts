import { catalog, Fault, type FaultCode } from '../../kit/faults/faults.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import type { Log } from '../../kit/log.ts';
import { cleaned } from '../../kit/printable.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { Refusals } from './refusals.ts';
import type { RunningCall } from './running-call.ts';
import { type Status, statusOf } from './status.ts';

export interface RpcMetrics {
  /** `method` is a method of the schema, or `unknown`; `seconds` what a unary call took: a stream takes as long as it is wanted. */
  finished(method: string, code: FaultCode | 'OK', seconds: number | undefined): void;
  streams(method: string, change: 1 | -1): void;
}

export interface CallReportOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: RpcMetrics;
}

/** What a disk that takes nothing answers to every write: those of a client that are alike are one line. */
const OF_STORAGE: ReadonlySet<string> = new Set([catalog.StorageFull.token, catalog.DatabaseError.token]);
/** Faults of the service center that its operator has to look after, beside those with the code INTERNAL. */
const OPERATOR_NEEDED: ReadonlySet<string> = new Set([catalog.StorageFull.token, catalog.ReadOnlyMode.token]);
const READS = /(^|\/)(Get|List|Search|Export|Stream|DecodePreview)|\/(Query|Check|Simulate|Find|Read)/;

/** Says how calls went: a metric and one log line for each, and one line for all refusals that are alike. */
export class CallReport {
  readonly #log: Log;
  readonly #metrics: RpcMetrics;
  readonly #refusals: Refusals;

  constructor({ clock, log, metrics }: CallReportOptions) {
    this.#log = log;
    this.#metrics = metrics;
    this.#refusals = new Refusals(clock, (times, seconds) =>
      log.info({ times, seconds }, 'rpc failed for more clients'),
    );
  }

  /** A call is over. @param status undefined when it succeeded @param error what ended it, for the log */
  finished(call: RunningCall, status: Status | undefined, error: unknown): void {
    const { ms, row, method, stream } = call;
    this.#metrics.finished(row ? method : 'unknown', status?.code ?? 'OK', stream ? undefined : ms / 1000);
    const log = this.#log;
    const level = levelOf(method, status);
    if (!log.isLevelEnabled(level)) return;
    const { requestId, principal, incoming } = call;
    const { transport, address } = incoming;
    const what = { method: row ? method : method.slice(0, 64), code: status?.code ?? 'OK' };
    const who = { principal: principal?.id, address, transport };
    const why = status?.token ? { errorToken: status.token } : {};
    const single = { ...what, ms: Math.round(ms), requestId, ...who, ...why };
    if (status === undefined || status.code === 'CANCELLED') log[level](single, 'rpc');
    // Each unexpected failure has a cause of its own, which is found by the request id.
    else if (level === 'error' && !OF_STORAGE.has(status.token)) log.error({ ...single, err: error }, 'rpc failed');
    else {
      const again = (times: number, seconds: number) =>
        log[level]({ ...what, ...who, ...why, times, seconds }, 'rpc failed again');
      const kind = `${row ? method : ''} ${status.token} ${address}`;
      const reason = OF_STORAGE.has(status.token) && !(error instanceof Fault) ? { reason: reasonOf(error) } : {};
      if (this.#refusals.first(kind, again)) log[level]({ ...single, ...reason }, 'rpc failed');
    }
  }

  /** A request was refused before it could become a call. */
  turnedAway(error: unknown, address: string): void {
    const log = this.#log;
    const { code, token, about } = statusOf(error);
    this.#metrics.finished('unknown', code, undefined);
    const what = { code, errorToken: token, address };
    const again = (times: number, seconds: number) => log.info({ ...what, times, seconds }, 'request refused again');
    if (this.#refusals.first(`request ${token} ${address}`, again)) {
      const asked = Object.entries(about).map(([name, value]) => `${name} ${cleaned(String(value))}`);
      log.info({ ...what, asked: asked.join(', ') }, 'request refused');
    }
  }

  /** Logs what was counted so far. */
  flush(): void {
    this.#refusals.flush();
  }
}

/** What a client asked for and did not get is its own affair; what the service center owes is not. */
function levelOf(method: string, status: Status | undefined): 'debug' | 'info' | 'warn' | 'error' {
  if (status?.code === 'INTERNAL') return 'error';
  if (status && OPERATOR_NEEDED.has(status.token)) return 'warn';
  const failed = status !== undefined && status.code !== 'CANCELLED';
  return failed || !READS.test(method) ? 'info' : 'debug';
}
