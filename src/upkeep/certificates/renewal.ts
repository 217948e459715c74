import type { X509Certificate } from 'node:crypto';
import type { EndingCertificate } from '../../domain/certificate/expiry.ts';
import type { NewEvent } from '../../domain/event/catalog.ts';
import type { Clock } from '../../kit/clock.ts';
import { Fault } from '../../kit/faults.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import { reasonOf } from '../../kit/reason.ts';
import { certificatesIn } from '../../pki/material.ts';
import { fingerprintOf } from '../../pki/peer.ts';
import type { Pki } from '../../pki/pki.ts';
import type { ServerIdentity } from '../../pki/renew.ts';
import type { ListenerCertificates, ListenerName, Served } from '../../pki/served.ts';
import { ListenerLooks, type OpenListener } from '../listener-looks.ts';
import { ListenerTroubles } from '../listener-troubles.ts';

export interface KeeperParts {
  readonly clock: Clock;
  /** Certificates are judged at this time: the clock's, but not below the time floor (operations 5). */
  readonly now: () => number;
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly listeners: ReadonlyMap<ListenerName, OpenListener>;
  readonly scEui: string;
  readonly log: Log;
  readonly metrics: { endsAt(listener: ListenerName | 'ca', at: number): void };
  raise(event: NewEvent): Promise<unknown>;
  /** Stores events for those that end, each stage once. */
  tell(own: readonly EndingCertificate[], now: number): Promise<unknown>;
}

/** Under whom a change is written down; nobody when the service acts by itself. */
export interface Actor {
  readonly userId?: string | undefined;
  readonly userEmail?: string | undefined;
}

/** A listener as it is found. */
export interface ListenerState {
  readonly name: ListenerName;
  readonly port: number;
  /** What it really serves; empty when it could not be asked. */
  readonly fingerprint: string;
  /** Milliseconds since 1970; undefined while it has nothing to serve. */
  readonly loadedAt: number | undefined;
}

/** What is to be said of a listener's certificate. */
export interface CertificateFinding {
  readonly healthy: boolean;
  readonly degraded: boolean;
  readonly detail: string;
}

const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 30;
/** A renewal that is due is tried every hour; one that was not done after a day has failed. */
const OVERDUE_MS = DAY_MS;
/** What is wrong with a request says nothing about the renewal to come. */
const REQUESTS: ReadonlySet<string> = new Set([
  'InvalidServerName',
  'InvalidValidityPeriod',
  'ServerCertificateExists',
]);

/** Renews the server certificate, sees to it that every listener serves it, and tells what ends. */
export class CertificateKeeper {
  readonly #parts: KeeperParts;
  readonly #leave: () => void;
  #last: ServerIdentity;
  #act: { readonly generated: boolean; readonly by: Actor } = { generated: false, by: {} };
  readonly #turns = new InTurn();
  #events: Promise<unknown>[] = [];
  #lastError = '';
  #failedAt = Number.NEGATIVE_INFINITY;
  readonly #looks: ListenerLooks;
  readonly #troubles = new ListenerTroubles((type, data) => this.#raise({ type, data }));

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#looks = new ListenerLooks(parts);
    this.#last = parts.pki.server();
    this.#leave = parts.pki.onServerChange(server => this.#changed(server));
  }

  /** What is looked at once at the start: a box may not run as long as an hour. Failures are logged. */
  async begin(): Promise<void> {
    const { log } = this.#parts;
    await this.renewIfDue().catch((cause: unknown) => log.error({ err: cause }, 'server certificate not renewed'));
    await this.judge().catch((cause: unknown) => log.error({ err: cause }, 'certificates not judged'));
  }

  stop(): void {
    this.#leave();
  }

  /** Why the last renewal failed; empty after one that did not. */
  get lastRenewalError(): string {
    return this.#lastError;
  }

  /** Whether this service renews what it serves. */
  get autoRenew(): boolean {
    return !this.#parts.certificates.external;
  }

  /** Renews when it is time. @throws what went wrong, after it was told */
  async renewIfDue(): Promise<void> {
    if (this.autoRenew)
      await this.#prove(
        () => this.#parts.pki.renewIfDue(),
        () => true,
      );
  }

  /** Has the certificate renewed by somebody. @throws what went wrong, after it was told */
  renew(change: () => Promise<void>, by: Actor, generated = false): Promise<void> {
    return this.#turns.run(async () => {
      this.#act = { generated, by };
      try {
        const changed = async () => {
          await change();
          return true;
        };
        await this.#prove(changed, cause => !(cause instanceof Fault && REQUESTS.has(cause.fault)));
      } finally {
        this.#act = { generated: false, by: {} };
      }
    });
  }

  /** Judges everything that ends, and tells of it; for the start and every day. */
  async judge(): Promise<void> {
    const { certificates, log, now, tell } = this.#parts;
    const ending: EndingCertificate[] = [];
    for (const name of certificates.names) {
      const served = certificates.served(name);
      if (!served) continue;
      for (const [index, certificate] of served.chain.entries()) {
        const { subject } = certificate;
        if (!validAt(certificate, now())) log.error({ listener: name, subject }, 'a served certificate is not valid');
        // the last of the own chain is the authority, which counts once
        if (index === 0 && this.#isOverdue(served)) ending.push(endingOf(certificate));
        else if (index > 0 && served.external) ending.push(endingOf(certificate));
      }
    }
    ending.push(...certificatesIn(this.#parts.pki.caPem()).map(endingOf));
    await tell([...new Map(ending.map(each => [each.fingerprint, each])).values()], now());
  }

  /** How the certificate of a listener is, by the last handshake with it; a new one is begun when that is a minute old. */
  async check(name: ListenerName): Promise<CertificateFinding> {
    const { certificates, listeners, metrics, now, pki } = this.#parts;
    const served = certificates.served(name);
    const problem = certificates.problem(name);
    const port = listeners.get(name)?.port() ?? null;
    if (!served || port === null) {
      // One that waits for its files has not failed (SCACI 1).
      if (served) this.#troubles.found(name, port, 'its port could not be opened');
      return { healthy: false, degraded: true, detail: problem ?? 'certificate files are missing' };
    }
    const look = await this.#looks.latest(name);
    this.#troubles.found(name, port, look.failures > 0 ? look.error : problem);
    const days = Math.floor((endOf(served) - now()) / DAY_MS);
    metrics.endsAt(name, endOf(served));
    const [authority] = certificatesIn(pki.caPem());
    if (authority) metrics.endsAt('ca', authority.validToDate.getTime());
    // once may be chance: the service may just have too much to do
    if (look.error !== '') return { healthy: look.failures < 2, degraded: true, detail: `certificate: ${look.error}` };
    // what was seen before the present certificate was loaded says nothing about it
    if (look.of === served.fingerprint && look.shown !== look.of) {
      return { healthy: true, degraded: true, detail: 'serves another certificate than the one that is loaded' };
    }
    if (served.authorities.length > 0 && !served.authorities.some(authority => validAt(authority, now()))) {
      return { healthy: false, degraded: true, detail: 'no authority of clients is valid' };
    }
    if (!served.chain.every(certificate => validAt(certificate, now()))) {
      const detail = endOf(served) <= now() ? 'certificate has ended' : 'certificate is not valid yet';
      return { healthy: false, degraded: true, detail };
    }
    const expiring = days < EXPIRING_DAYS && this.#isOverdue(served);
    const detail = [`certificate ${days} days`, ...(problem === undefined ? [] : [problem])].join(', ');
    return { healthy: true, degraded: expiring || problem !== undefined, detail };
  }

  /** Every listener with what it really serves. */
  async states(): Promise<ListenerState[]> {
    const { certificates, listeners } = this.#parts;
    return await Promise.all(
      certificates.names.map(async name => {
        const port = listeners.get(name)?.port() ?? 0;
        const fingerprint = port === 0 ? '' : await this.#looks.shown(name);
        return { name, port, fingerprint, loadedAt: certificates.served(name)?.loadedAt };
      }),
    );
  }

  /** The service renews its own long before they end, however short they live: only one it has not renewed counts. */
  #isOverdue({ external }: Served): boolean {
    const { pki, now } = this.#parts;
    return external || now() >= pki.renewAt() + OVERDUE_MS || pki.server().notAfter.getTime() <= now();
  }

  /** A change counts when every listener serves it. */
  async #prove(change: () => Promise<boolean>, counts: (cause: unknown) => boolean): Promise<void> {
    try {
      if (await change()) await this.#served();
      else if (this.#lastError === '') return;
      else await this.#served();
      this.#lastError = '';
    } catch (cause) {
      if (counts(cause)) this.#failed(cause);
      throw cause;
    } finally {
      await Promise.all(this.#events.splice(0));
    }
  }

  async #served(): Promise<void> {
    const { certificates } = this.#parts;
    let wrong: ListenerName[] = [];
    // what is replaced again while we look is looked at again
    for (let tries = 0; tries < 2; tries++) {
      const looks = await Promise.all(this.#open().map(async name => ({ name, look: await this.#looks.dial(name) })));
      wrong = looks
        .filter(({ name, look: { of, shown } }) => shown !== of || certificates.problem(name) !== undefined)
        .map(({ name }) => name);
      if (wrong.length === 0) return;
    }
    throw new Error(`the new server certificate is not served by ${wrong.join(', ')}`);
  }

  /** Listeners that are open and serve what we make. */
  #open(): ListenerName[] {
    const { certificates, listeners } = this.#parts;
    return certificates.names.filter(name => {
      const port = listeners.get(name)?.port() ?? null;
      return port !== null && certificates.served(name)?.external === false;
    });
  }

  /** Told at once, and again every day while it lasts. */
  #failed(cause: unknown): void {
    const { clock } = this.#parts;
    const message = reasonOf(cause);
    const told = message === this.#lastError && clock.monotonic() - this.#failedAt < DAY_MS;
    this.#lastError = message;
    if (told) return;
    this.#failedAt = clock.monotonic();
    this.#raise({ type: 'certificate.renewal_failed', data: { message } });
  }

  #changed(server: ServerIdentity): void {
    const last = this.#last;
    this.#last = server;
    const { generated, by } = this.#act;
    if (server.fingerprint !== last.fingerprint) {
      const data = { notAfter: server.notAfter.toISOString(), names: server.names };
      const type = generated ? 'certificate.server_generated' : 'certificate.server_renewed';
      this.#raise({ type, data, ...by });
    }
    const [authority] = certificatesIn(server.caPem);
    if (server.caPem !== last.caPem && authority) {
      this.#raise({ type: 'certificate.ca_rotated', data: { fingerprint: fingerprintOf(authority) }, ...by });
    }
  }

  #raise(event: Pick<NewEvent, 'type' | 'data' | 'userId' | 'userEmail'>): void {
    const { clock, raise, scEui, log } = this.#parts;
    const at = clock.now();
    const stored = raise({ org: null, sourceId: scEui, at, storedAt: at, ...event });
    this.#events.push(stored.catch((cause: unknown) => log.error({ err: cause }, 'event not stored')));
  }
}

/** When a listener's chain is no longer valid as a whole: an intermediate may end before its certificate. */
function endOf({ chain }: Served): number {
  return Math.min(...chain.map(certificate => certificate.validToDate.getTime()));
}

function validAt({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now < validToDate.getTime();
}

function endingOf(certificate: X509Certificate): EndingCertificate {
  return {
    fingerprint: fingerprintOf(certificate),
    subject: certificate.subject.split('\n').join(', '),
    notAfter: certificate.validToDate.getTime(),
  };
}
