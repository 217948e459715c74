import type { X509Certificate } from 'node:crypto';
import type { NewEvent } from '../domain/event/catalog.ts';
import { background } from '../kit/background.ts';
import { type Finding, ok } from '../kit/faults/finding.ts';
import type { Log } from '../kit/log.ts';
import type { Clock } from '../kit/time/clock.ts';
import { certificatesIn } from '../pki/material.ts';
import type { Pki } from '../pki/pki.ts';
import type { ListenerCertificates, ListenerIdentity, ListenerName } from '../pki/served.ts';
import { servedDates } from '../pki/status.ts';
import { ListenerEvents } from './listener-events.ts';
import { noCertificate, noValidAuthority, otherCertificate, portClosed, unusableFiles } from './listener-findings.ts';
import type { Handshake, ListenerHandshakes } from './listener-handshakes.ts';

/** What the state of the listeners is read from, and where it is reported. */
export interface ListenerCheckSources {
  readonly clock: Clock;
  /** Certificates are judged at this time: the clock's, but not below the time floor (operations 5). */
  readonly now: () => number;
  readonly pki: Pick<Pki, 'caPem'>;
  readonly certificates: ListenerCertificates;
  readonly handshakes: Pick<ListenerHandshakes, 'latest' | 'port'>;
  /** Whether a certificate should have been renewed by now. */
  isOverdue(served: ListenerIdentity): boolean;
  readonly scEui: string;
  readonly log: Log;
  readonly metrics: { endsAt(listener: ListenerName | 'ca', at: number): void };
  raise(event: NewEvent): Promise<unknown>;
}

/** Once may be chance: the service may just have too much to do. */
const FAILURES = 2;

/** Whether every listener takes connections, and serves a certificate that is valid. */
export class ListenerChecks {
  readonly #sources: ListenerCheckSources;
  readonly #events = new ListenerEvents((type, data) => this.#raise({ type, data }));

  constructor(sources: ListenerCheckSources) {
    this.#sources = sources;
  }

  /** How a listener is, by the last handshake with it; a new one is begun when that is a minute old. Raises events of changes. */
  async findings(name: ListenerName): Promise<Finding[]> {
    const { certificates, handshakes } = this.#sources;
    const served = certificates.served(name);
    const problem = certificates.problem(name);
    const port = handshakes.port(name);
    // A listener that waits for its files has not failed (SCACI 1).
    if (!served) return [unusableFiles(name, problem ?? 'certificate files are missing', true)];
    if (port === null) {
      const closed = portClosed(name);
      this.#events.found(name, port, closed);
      return [closed];
    }
    const handshake = await handshakes.latest(name);
    const silent = handshake.error === '' ? undefined : noCertificate(name, port, handshake.error);
    // The old files stay in use.
    const unusable = problem === undefined ? undefined : asWarning(unusableFiles(name, problem, served.external));
    this.#events.found(name, port, handshake.failures > 0 ? silent : unusable);
    this.#measure(name, served);
    if (silent) return [handshake.failures < FAILURES ? asWarning(silent) : silent];
    const wrong = this.#wrong(name, served, handshake);
    if (wrong) return [wrong];
    const dates = this.#dates(name, served);
    return unusable ? [dates, unusable] : [dates];
  }

  #wrong(name: ListenerName, served: ListenerIdentity, { of, shown }: Handshake): Finding | undefined {
    const now = this.#sources.now();
    // What was seen before the present certificate was loaded says nothing about it.
    if (of === served.fingerprint && shown !== of) return otherCertificate(name);
    const { authorities } = served;
    const isValid = ({ validFromDate, validToDate }: X509Certificate) =>
      validFromDate.getTime() <= now && now < validToDate.getTime();
    return authorities.length > 0 && !authorities.some(isValid) ? noValidAuthority(name) : undefined;
  }

  #dates(name: ListenerName, served: ListenerIdentity): Finding {
    const { now, isOverdue } = this.#sources;
    const found = servedDates(name, served.external, validityOf(served), now());
    // The service renews its own long before they end, however short they live.
    return found.level !== 'fail' && !isOverdue(served) ? { check: found.check, ...ok(found.text) } : found;
  }

  #measure(name: ListenerName, served: ListenerIdentity): void {
    const { metrics, pki } = this.#sources;
    metrics.endsAt(name, validityOf(served).until.getTime());
    const [authority] = certificatesIn(pki.caPem());
    if (authority) metrics.endsAt('ca', authority.validToDate.getTime());
  }

  #raise(event: Pick<NewEvent, 'type' | 'data'>): void {
    const { clock, raise, scEui, log } = this.#sources;
    const at = clock.now();
    background(raise({ org: null, sourceId: scEui, at, storedAt: at, ...event }), cause =>
      log.error({ err: cause }, 'event not stored'),
    );
  }
}

const asWarning = (finding: Finding): Finding => ({ ...finding, level: 'warn' });

/** When a listener's chain is valid as a whole: an intermediate may end before its certificate. */
function validityOf({ chain }: ListenerIdentity): { from: Date; until: Date } {
  return {
    from: new Date(Math.max(...chain.map(({ validFromDate }) => validFromDate.getTime()))),
    until: new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime()))),
  };
}
