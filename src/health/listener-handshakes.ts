import type { X509Certificate } from 'node:crypto';
import { background, impossible } from '../kit/background.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import { CutOff } from '../kit/net/served-certificate.ts';
import type { Clock } from '../kit/time/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../kit/units.ts';
import { fingerprintOf } from '../pki/peer.ts';
import type { ListenerCertificates, ListenerName } from '../pki/served.ts';
import type { ListenerState } from '../upkeep/certificates/server-certificates.ts';

/** A listener whose certificate can be checked. */
export interface OpenListener {
  /** Null while it waits for its files. */
  port(): number | null;
  /** The certificate it really serves, by a handshake with it. */
  shownCertificate(): Promise<X509Certificate>;
}

/** What a handshake with a listener of this process has found. */
export interface Handshake {
  /** Monotonic milliseconds of its begin. */
  readonly at: number;
  /** What the listener was meant to serve then. */
  readonly of: string;
  /** What it has served; empty with an error. */
  readonly shown: string;
  readonly error: string;
  /** How many in a row got no answer. */
  readonly failures: number;
}

/** The listeners of this process, and what they are meant to serve. */
export interface HandshakeOptions {
  readonly clock: Clock;
  readonly certificates: ListenerCertificates;
  readonly listeners: ReadonlyMap<ListenerName, OpenListener>;
}

/** Handshakes with our own listeners: what they serve, not what they are meant to. */
export class ListenerHandshakes {
  readonly #options: HandshakeOptions;
  readonly #latest = new Map<ListenerName, Handshake>();
  readonly #running = new Map<ListenerName, Promise<Handshake>>();

  constructor(options: HandshakeOptions) {
    this.#options = options;
  }

  /** What was found last, at once; a new handshake is begun when that is a minute old, a failure, or about what is replaced. */
  async latest(name: ListenerName): Promise<Handshake> {
    const known = this.#latest.get(name);
    if (!known) return await this.#shared(name);
    const old = this.#options.clock.monotonic() - known.at >= MINUTE_MS;
    if (old || known.error !== '' || !this.#isPresent(name, known)) background(this.#shared(name), impossible);
    return known;
  }

  /** Fingerprint of what is served; empty without an answer. Many who ask cost no more than a handshake a second. */
  async shown(name: ListenerName): Promise<string> {
    const known = this.#latest.get(name);
    const fresh = known && this.#options.clock.monotonic() - known.at < SECOND_MS;
    if (fresh && known.error === '' && this.#isPresent(name, known)) return known.shown;
    const found = await this.#shared(name);
    return this.#isPresent(name, found) ? found.shown : (await this.#shared(name)).shown;
  }

  /** Every listener with what it really serves. */
  async states(): Promise<ListenerState[]> {
    const { certificates } = this.#options;
    return await Promise.all(
      certificates.names.map(async name => {
        const port = this.port(name) ?? 0;
        const fingerprint = port === 0 ? '' : await this.shown(name);
        return { name, port, fingerprint, loadedAt: certificates.served(name)?.loadedAt };
      }),
    );
  }

  /** Listeners that are open. */
  open(): ListenerName[] {
    const { certificates } = this.#options;
    return certificates.names.filter(name => this.port(name) !== null);
  }

  /** Null while it is not open. */
  port(name: ListenerName): number | null {
    return this.#options.listeners.get(name)?.port() ?? null;
  }

  /** A handshake that begins now. Never rejects. */
  async handshake(name: ListenerName): Promise<Handshake> {
    const { listeners, clock, certificates } = this.#options;
    const of = certificates.served(name)?.fingerprint ?? '';
    const found = { at: clock.monotonic(), of, shown: '', error: '', failures: 0 };
    try {
      const certificate = await listeners.get(name)?.shownCertificate();
      if (certificate) found.shown = fingerprintOf(certificate);
    } catch (cause) {
      found.error = reasonOf(cause);
      if (!(cause instanceof CutOff)) found.failures = (this.#latest.get(name)?.failures ?? 0) + 1;
    }
    this.#latest.set(name, found);
    return found;
  }

  /** One that is under way serves all who ask meanwhile. */
  #shared(name: ListenerName): Promise<Handshake> {
    const begun = this.#running.get(name) ?? this.handshake(name).finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }

  #isPresent(name: ListenerName, { of }: Handshake): boolean {
    return of === this.#options.certificates.served(name)?.fingerprint;
  }
}
