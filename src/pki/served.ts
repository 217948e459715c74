import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Log } from '../kit/log.ts';
import type { Clock, Moment } from '../kit/time/clock.ts';
import { MissingFile, readAuthorities, readPair } from './given.ts';
import { certificatesIn } from './material.ts';
import { authoritiesOf } from './path.ts';
import { fingerprintOf, tlsOptions } from './peer.ts';
import type { Pki } from './pki.ts';
import { watchFiles } from './watch.ts';

export type ListenerName = 'bssci' | 'scaci' | 'gateway' | 'mqtt';

/** What the configuration says of the TLS of a listener. */
export interface ListenerSettings {
  /** The operator's files in place of what is made here. */
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** Whom the certificates of clients come from; none asks no client for one. */
  readonly ca?: string | undefined;
  readonly mutual: boolean;
  readonly min_version: '1.2' | '1.3';
  readonly ciphers?: readonly string[] | undefined;
  /** The files may come after the start; until then the listener stays closed. */
  readonly mayWait?: boolean;
}

/** What a listener shows to its clients. */
export interface ListenerIdentity {
  readonly options: TlsOptions;
  /** The certificate, and those between it and its root as far as they are sent along; own ones with the root. */
  readonly chain: readonly X509Certificate[];
  readonly certPem: string;
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  /** The operator supplies and renews it. */
  readonly external: boolean;
  /** The operator's authorities of clients; none where they are our own. */
  readonly authorities: readonly X509Certificate[];
  /** Every authority that a client's certificate may lead to, with those between it and its root. */
  readonly trusted: readonly X509Certificate[];
  /** The only authorities whose clients are let in; undefined where TLS alone decides. */
  readonly issuers: readonly X509Certificate[] | undefined;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
}

interface Listener {
  readonly settings: ListenerSettings;
  served: ListenerIdentity | undefined;
  /** Why the files that are there now are not in use. */
  problem: string | undefined;
  logged: string | undefined;
  readonly changes: Set<() => void>;
}

export interface ListenerCertificatesOptions {
  readonly listeners: Readonly<Partial<Record<ListenerName, ListenerSettings>>>;
  readonly pki: Pki;
  /** The `pki` folder. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

/**
 * The certificate of every listener, own or the operator's. What cannot be used is never loaded: the listener goes on with what it
 * has, and the log says why.
 */
export class ListenerCertificates {
  readonly #listeners: ReadonlyMap<ListenerName, Listener>;
  readonly #options: ListenerCertificatesOptions;
  #pkiProblem: string | undefined;
  #pkiLogged: string | undefined;

  /** @throws Error with one sentence when the files of a listener that cannot wait are missing or do not fit */
  constructor(options: ListenerCertificatesOptions) {
    this.#options = options;
    const entries = Object.entries(options.listeners) as [ListenerName, ListenerSettings][];
    this.#listeners = new Map(
      entries.map(([name, settings]) => {
        return [name, { settings, served: undefined, problem: undefined, logged: undefined, changes: new Set() }];
      }),
    );
    for (const [name, listener] of this.#listeners) {
      try {
        listener.served = this.#read(listener.settings);
      } catch (cause) {
        const waits = listener.settings.mayWait && cause instanceof MissingFile;
        if (!waits) throw new Error(`${name}_tls: ${reasonOf(cause)}`, { cause });
        listener.problem = reasonOf(cause);
        options.log.warn(
          { listener: name, reason: listener.problem },
          'listener stays closed until its files are there',
        );
      }
    }
  }

  get names(): ListenerName[] {
    return [...this.#listeners.keys()];
  }

  /** Undefined while the listener waits for its files. */
  served(name: ListenerName): ListenerIdentity | undefined {
    return this.#listeners.get(name)?.served;
  }

  /** Options of the listener's TLS server. @throws Error while its files are missing */
  tls(name: ListenerName): TlsOptions {
    const listener = this.#listeners.get(name);
    if (!listener?.served) throw new Error(listener?.problem ?? `${name} has no certificate`);
    return listener.served.options;
  }

  /** Resolves when the files of the listener are there; undefined when they are already. */
  waiting(name: ListenerName): Promise<void> | undefined {
    const listener = this.#listeners.get(name);
    if (!listener || listener.served) return undefined;
    return new Promise(resolve => {
      const leave = this.onChange(name, () => {
        leave();
        resolve();
      });
    });
  }

  /** Whether a client that TLS accepted has a certificate of this listener's authority: below the root of a company there are others. */
  issued(name: ListenerName, client: X509Certificate): boolean {
    const issuers = this.served(name)?.issuers;
    return issuers?.some(issuer => client.checkIssued(issuer) && client.verify(issuer.publicKey)) ?? true;
  }

  /**
   * The authorities of a client's certificate, by what the listener has of them itself.
   * @returns undefined when it leads to no root of the listener
   */
  authoritiesOf(name: ListenerName, client: X509Certificate, at?: Moment): X509Certificate[] | undefined {
    return authoritiesOf(client, this.served(name)?.trusted ?? [], at);
  }

  /** Why the listener does not use the files that are there now; undefined when it does. */
  problem(name: ListenerName): string | undefined {
    return this.#listeners.get(name)?.problem;
  }

  /** Whether the operator supplies the certificate of every listener, so that the certificate made here is not used. */
  get external(): boolean {
    return [...this.#listeners.values()].every(({ settings }) => settings.cert !== undefined);
  }

  /** Calls `change` whenever the listener has something else to show, until the returned function is called. */
  onChange(name: ListenerName, change: () => void): () => void {
    const changes = this.#listeners.get(name)?.changes;
    changes?.add(change);
    return () => changes?.delete(change);
  }

  /**
   * Reads everything again.
   * @param final a problem is worth a line in the log at once; else only when the next check finds the same: files are written one
   *   after the other
   * @returns whether all files are in use
   */
  reload(final: boolean): boolean {
    const { pki, log } = this.#options;
    let pkiProblem: string | undefined;
    try {
      pki.reload();
    } catch (cause) {
      pkiProblem = reasonOf(cause);
    }
    if (pkiProblem !== undefined && (final || (this.#pkiProblem === pkiProblem && this.#pkiLogged !== pkiProblem))) {
      this.#pkiLogged = pkiProblem;
      log.error({ reason: pkiProblem }, OLD_STAY);
    }
    if (pkiProblem === undefined) this.#pkiLogged = undefined;
    this.#pkiProblem = pkiProblem;
    const all = [...this.#listeners].map(([name, listener]) => this.#refresh(name, listener, final));
    return all.every(Boolean) && pkiProblem === undefined;
  }

  /** Takes over what is changed beside this process, and what `pki` makes. */
  watch(): { stop(): void } {
    const { pki, dir, clock } = this.#options;
    const leave = pki.onServerChange(() => {
      for (const [name, listener] of this.#listeners) this.#refresh(name, listener, true);
    });
    const generated = ['server.crt', 'server.key', 'ca.crt', 'ca.key', 'trusted'].map(name => join(dir, name));
    const given = [...this.#listeners.values()].flatMap(({ settings: { cert, key, ca } }) => [cert, key, ca]);
    const files = [...generated, ...given.filter(file => file !== undefined)];
    const watcher = watchFiles({ files, clock, changed: () => this.reload(false) });
    return {
      stop() {
        leave();
        watcher.stop();
      },
    };
  }

  #refresh(name: ListenerName, listener: Listener, final: boolean): boolean {
    const { log } = this.#options;
    const before = listener.served;
    try {
      const read = this.#read(listener.settings);
      const repaired = listener.problem !== undefined;
      Object.assign(listener, { problem: undefined, logged: undefined });
      if (before && sameOptions(before.options, read.options)) {
        if (repaired) log.info({ listener: name }, 'certificate files are in order again');
        return true;
      }
      listener.served = read;
      for (const change of listener.changes) change();
      log.info({ listener: name, fingerprint: read.fingerprint, external: read.external }, 'certificate in use');
      return true;
    } catch (cause) {
      listener.served = before;
      const again = listener.problem === reasonOf(cause);
      listener.problem = reasonOf(cause);
      if (final || (again && listener.logged !== listener.problem)) {
        listener.logged = listener.problem;
        log.error({ listener: name, reason: listener.problem }, before ? OLD_STAY : 'listener stays closed');
      }
      return false;
    }
  }

  #read(settings: ListenerSettings): ListenerIdentity {
    const generated = this.#options.pki.server();
    const { cert, key, ca, mutual, min_version, ciphers } = settings;
    const given = cert !== undefined && key !== undefined ? readPair(cert, key) : undefined;
    const { certPem, keyPem } = given ?? generated;
    const caPem = ca === undefined ? generated.trustPem : readAuthorities(ca);
    const minVersion = min_version === '1.3' ? 'TLSv1.3' : 'TLSv1.2';
    const options: TlsOptions = {
      ...(mutual ? tlsOptions({ certPem, keyPem, caPem }, minVersion) : { cert: certPem, key: keyPem, minVersion }),
      ...(ciphers && { ciphers: ciphers.join(':') }),
    };
    createSecureContext(options);
    // the authority is judged with what it signed; a station has it already, so it is not sent
    const chain = given?.chain ?? [...certificatesIn(generated.certPem), ...certificatesIn(generated.caPem).slice(-1)];
    return {
      options,
      chain,
      certPem,
      fingerprint: chain[0] ? fingerprintOf(chain[0]) : '',
      external: given !== undefined,
      authorities: ca === undefined ? [] : certificatesIn(caPem),
      trusted: mutual ? certificatesIn(caPem) : [],
      issuers: ca === undefined ? issuersOf(generated.trustPem) : undefined,
      loadedAt: this.#options.clock.now(),
    };
  }
}

const OLD_STAY = 'certificate files not loaded, the old ones stay in use';

/** The first certificate of each chain that ends with its root; undefined when there is nothing but roots. */
function issuersOf(trustPem: string): X509Certificate[] | undefined {
  const all = certificatesIn(trustPem);
  const isRoot = (certificate: X509Certificate | undefined) => certificate?.subject === certificate?.issuer;
  const issuers = all.filter((_, index) => index === 0 || isRoot(all[index - 1]));
  return issuers.every(isRoot) ? undefined : issuers;
}

function sameOptions(a: TlsOptions, b: TlsOptions): boolean {
  return a.cert === b.cert && a.key === b.key && a.ca === b.ca;
}
