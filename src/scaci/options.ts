import type { X509Certificate } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import type { ShownCertificate } from '../domain/certificate/records.ts';
import type { Store } from '../domain/domain.ts';
import type { Clock } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { CenterRequests } from './requests.ts';

/** The keys of `scaci` in the configuration that sessions use. */
export interface ScaciTimes {
  readonly establish_s: number;
  readonly write_stall_s: number;
  readonly ping_s: number;
  readonly ping_answer_s: number;
  readonly session_retention_s: number;
}

export interface ScaciLimits {
  readonly connections: number;
  readonly handshakes_per_s: number;
  readonly frame_bytes: number;
  readonly open_operations: number;
  readonly send_buffer_bytes: number;
}

export interface ScaciMetrics {
  frame(command: string, direction: 'in' | 'out'): void;
  protocolError(code: number): void;
  centersOnline(count: number): void;
}

/** What the certificate of an application center says (SCACI 1). */
export interface CenterCertificate {
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly subject: string;
  /** Why it may not be used now, if so: the text of the answer to `con`. */
  readonly problem: string | undefined;
  /** The uuid in the subject's O, if there is one: the organization of the center. */
  readonly organization: string | undefined;
  /** Whether it may speak for this EUI; `unnamed` when it names none, which binds it to nobody. */
  match(acEui: Eui): 'match' | 'mismatch' | 'unnamed';
  /** Whether it is revoked by now. */
  revoked(): boolean;
  /** What is to be kept of it; undefined when it is known. */
  unseen(): ShownCertificate | undefined;
}

/** What we tell application centers about ourselves. */
export interface ServiceCenter {
  readonly eui: Eui;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly swVersion: string;
}

/** What the port of the application centers is opened with. */
export interface ScaciOptions {
  readonly host: string;
  readonly port: number;
  readonly times: ScaciTimes;
  readonly limits: ScaciLimits;
  readonly bindCertificate: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly requests: CenterRequests;
  readonly metrics: ScaciMetrics;
  readonly serviceCenter: ServiceCenter;
  /** Says that the log has become longer. */
  readonly newMessages: Notifier;
  /** Options of the TLS server; asked again by `reloadCertificates`. */
  tls(): TlsOptions;
  /** Resolves when `tls` has something to offer; undefined when it has already (SCACI 1). */
  readonly waitForFiles: Promise<void> | undefined;
  /** What the certificate (DER) of a center says. */
  identify(der: Uint8Array): CenterCertificate;
  /** Whether a certificate comes from an authority of ours, whatever its dates. */
  chained(certificate: X509Certificate): boolean;
}
