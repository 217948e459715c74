import type { X509Certificate } from 'node:crypto';
import { background, impossible } from '../kit/background.ts';
import type { Clock } from '../kit/clock.ts';
import { reasonOf } from '../kit/reason.ts';
import { CutOff } from '../kit/served-certificate.ts';
import { fingerprintOf } from '../pki/peer.ts';
import type { ListenerCertificates, ListenerName } from '../pki/served.ts';

/** A listener whose certificate can be looked at. */
export interface OpenListener {
  /** Null while it waits for its files. */
  port(): number | null;
  /** The certificate it really serves, by a handshake with it. */
  look(): Promise<X509Certificate>;
}

/** What a handshake with a listener of ours has found. */
export interface Look {
  /** Monotonic milliseconds of its begin. */
  readonly at: number;
  /** What the listener was meant to serve then. */
  readonly of: string;
  /** What it has served; empty with an error. */
  readonly shown: string;
  readonly error: string;
  /** How many in a row have found nobody who answers. */
  readonly failures: number;
}

export interface LookParts {
  readonly clock: Clock;
  readonly certificates: ListenerCertificates;
  readonly listeners: ReadonlyMap<ListenerName, OpenListener>;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Handshakes with our own listeners: what they serve, not what they are meant to. */
export class ListenerLooks {
  readonly #parts: LookParts;
  readonly #latest = new Map<ListenerName, Look>();
  readonly #running = new Map<ListenerName, Promise<Look>>();

  constructor(parts: LookParts) {
    this.#parts = parts;
  }

  /** What was found last, at once; a new look is begun when that is a minute old, a failure, or about what is replaced. */
  async latest(name: ListenerName): Promise<Look> {
    const known = this.#latest.get(name);
    if (!known) return await this.#look(name);
    const old = this.#parts.clock.monotonic() - known.at >= MINUTE_MS;
    if (old || known.error !== '' || !this.#isPresent(name, known)) background(this.#look(name), impossible);
    return known;
  }

  /** Fingerprint of what is served; empty when nobody answers. Many who ask cost no more than a handshake a second. */
  async shown(name: ListenerName): Promise<string> {
    const known = this.#latest.get(name);
    const fresh = known && this.#parts.clock.monotonic() - known.at < SECOND_MS;
    if (fresh && known.error === '' && this.#isPresent(name, known)) return known.shown;
    const look = await this.#look(name);
    return this.#isPresent(name, look) ? look.shown : (await this.#look(name)).shown;
  }

  /** A handshake that begins now. Never rejects. */
  async dial(name: ListenerName): Promise<Look> {
    const { listeners, clock, certificates } = this.#parts;
    const of = certificates.served(name)?.fingerprint ?? '';
    const look = { at: clock.monotonic(), of, shown: '', error: '', failures: 0 };
    try {
      const certificate = await listeners.get(name)?.look();
      if (certificate) look.shown = fingerprintOf(certificate);
    } catch (cause) {
      look.error = reasonOf(cause);
      if (!(cause instanceof CutOff)) look.failures = (this.#latest.get(name)?.failures ?? 0) + 1;
    }
    this.#latest.set(name, look);
    return look;
  }

  /** A handshake for whoever asks now; one that is under way serves them, too. */
  #look(name: ListenerName): Promise<Look> {
    const begun = this.#running.get(name) ?? this.dial(name).finally(() => this.#running.delete(name));
    this.#running.set(name, begun);
    return begun;
  }

  #isPresent(name: ListenerName, { of }: Look): boolean {
    return of === this.#parts.certificates.served(name)?.fingerprint;
  }
}
