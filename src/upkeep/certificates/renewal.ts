import type { X509Certificate } from 'node:crypto';
import type { EndingCertificate } from '../../domain/certificate/expiry.ts';
import type { NewEvent } from '../../domain/event/catalog.ts';
import { Fault } from '../../kit/faults/faults.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { InTurn } from '../../kit/in-turn.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { certificatesIn } from '../../pki/material.ts';
import { fingerprintOf } from '../../pki/peer.ts';
import type { Pki } from '../../pki/pki.ts';
import type { ServerIdentity } from '../../pki/renew.ts';
import type { ListenerCertificates, ListenerIdentity, ListenerName } from '../../pki/served.ts';
import { servedDates } from '../../pki/status.ts';

/** What a renewal works on. */
export interface CertificateRenewalOptions {
  readonly clock: Clock;
  /** Certificates are judged at this time: the clock's, but not below the time floor (operations 5). */
  readonly now: () => number;
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly listeners: ListenersToProve;
  readonly scEui: string;
  readonly log: Log;
  raise(event: NewEvent): Promise<unknown>;
  /** Stores events for certificates that end, each stage once. */
  raiseEnding(ending: readonly EndingCertificate[], now: number): Promise<unknown>;
}

/** The listeners that must serve a new certificate before its renewal counts. */
export interface ListenersToProve {
  /** Those that are open. */
  open(): readonly ListenerName[];
  /** A handshake that begins now: fingerprints of what the listener was meant to serve then, and of what it has served. */
  handshake(name: ListenerName): Promise<{ readonly of: string; readonly shown: string }>;
}

/** Under whom a change is written down; empty when the service acts by itself. */
export interface Actor {
  readonly userId?: string | undefined;
  readonly userEmail?: string | undefined;
}

/** A renewal that is due is tried every hour; one that was not done after a day has failed. */
const OVERDUE_MS = DAY_MS;
/** What is wrong with a request says nothing about the renewal to come. */
const REQUESTS: ReadonlySet<string> = new Set([
  'InvalidServerName',
  'InvalidValidityPeriod',
  'ServerCertificateExists',
]);

/** Renews the server certificate, sees to it that every listener serves it, and raises events for what ends. */
export class CertificateRenewal {
  readonly #options: CertificateRenewalOptions;
  readonly #leave: () => void;
  #last: ServerIdentity;
  #act: { readonly generated: boolean; readonly by: Actor } = { generated: false, by: {} };
  readonly #turns = new InTurn();
  #events: Promise<unknown>[] = [];
  #lastError = '';
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CertificateRenewalOptions) {
    this.#options = options;
    this.#last = options.pki.server();
    this.#leave = options.pki.onServerChange(server => this.#changed(server));
  }

  /** What is checked once at the start: a box may not run as long as an hour. Failures are logged. */
  async begin(): Promise<void> {
    const { log } = this.#options;
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
    return !this.#options.certificates.external;
  }

  /** Renews when it is time. @throws what went wrong, after its event was raised */
  async renewIfDue(): Promise<void> {
    if (this.autoRenew)
      await this.#prove(
        () => this.#options.pki.renewIfDue(),
        () => true,
      );
  }

  /** Has the certificate renewed for a caller. @throws what went wrong, after its event was raised */
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

  /** Judges every certificate that ends, and raises its events; for the start and every day. */
  async judge(): Promise<void> {
    const { certificates, log, now, raiseEnding } = this.#options;
    const ending: EndingCertificate[] = [];
    for (const name of certificates.names) {
      const served = certificates.served(name);
      if (!served) continue;
      for (const [index, certificate] of served.chain.entries()) {
        const { subject, validFromDate: from, validToDate: until } = certificate;
        const { level, text } = servedDates(name, served.external, { from, until }, now());
        if (level === 'fail')
          log.error({ listener: name, subject, problem: text }, 'a served certificate is not valid');
        // the last of the own chain is the authority, which counts once
        if (index === 0 && this.isOverdue(served)) ending.push(endingOf(certificate));
        else if (index > 0 && served.external) ending.push(endingOf(certificate));
      }
    }
    ending.push(...certificatesIn(this.#options.pki.caPem()).map(endingOf));
    await raiseEnding([...new Map(ending.map(each => [each.fingerprint, each])).values()], now());
  }

  /** The service renews its own long before they end, however short they live: only one it has not renewed is overdue. */
  isOverdue({ external }: ListenerIdentity): boolean {
    const { pki, now } = this.#options;
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
    const { certificates, listeners } = this.#options;
    let wrong: ListenerName[] = [];
    // A certificate that was replaced meanwhile is checked again.
    for (let tries = 0; tries < 2; tries++) {
      // What the operator supplies is not made here.
      const generated = listeners.open().filter(name => certificates.served(name)?.external === false);
      const found = await Promise.all(generated.map(async name => ({ name, ...(await listeners.handshake(name)) })));
      wrong = found
        .filter(({ name, of, shown }) => shown !== of || certificates.problem(name) !== undefined)
        .map(({ name }) => name);
      if (wrong.length === 0) return;
    }
    throw new Error(`the new server certificate is not served by ${wrong.join(', ')}`);
  }

  /** Raises its event at once, and again every day while it lasts. */
  #failed(cause: unknown): void {
    const { clock } = this.#options;
    const message = reasonOf(cause);
    const known = message === this.#lastError && clock.monotonic() - this.#failedAt < DAY_MS;
    this.#lastError = message;
    if (known) return;
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
    const { clock, raise, scEui, log } = this.#options;
    const at = clock.now();
    const stored = raise({ org: null, sourceId: scEui, at, storedAt: at, ...event });
    this.#events.push(stored.catch((cause: unknown) => log.error({ err: cause }, 'event not stored')));
  }
}

function endingOf(certificate: X509Certificate): EndingCertificate {
  return {
    fingerprint: fingerprintOf(certificate),
    subject: certificate.subject.split('\n').join(', '),
    notAfter: certificate.validToDate.getTime(),
  };
}
