import type { X509Certificate } from 'node:crypto';
import type { TlsOptions } from 'node:tls';
import type { ShownCertificate } from '../domain/certificate/records.ts';
import type { Store } from '../domain/domain.ts';
import type { Order } from '../domain/session/order.ts';
import type { Uplinks } from '../domain/uplink/receive.ts';
import type { Clock } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';

/** The keys of `bssci` in the configuration that sessions use. */
export interface BssciTimes {
  readonly register_unknown: boolean;
  readonly handshake_s: number;
  readonly con_s: number;
  readonly con_cmp_s: number;
  readonly write_stall_s: number;
  readonly ping_s: number;
  readonly dead_s: number;
  readonly ping_answer_s: number;
  readonly status_first_s: number;
  readonly status_s: number;
  readonly answer_s: number;
  readonly attach_repeat_s: number;
  readonly propagate_group: number;
  readonly propagate_pause_ms: number;
  readonly session_retention_s: number;
  readonly mac_types: readonly number[];
}

export interface BssciLimits {
  readonly connections: number;
  readonly handshakes_per_s: number;
  readonly connect_frame_bytes: number;
  readonly frame_bytes: number;
  readonly open_operations: number;
  readonly send_buffer_bytes: number;
}

export interface BssciMetrics {
  frame(command: string, direction: 'in' | 'out'): void;
  protocolError(code: number): void;
  stationsOnline(count: number): void;
}

/** What the certificate of a peer says about who it is. */
export interface StationCertificate {
  /** SHA-256, lower-case hex. */
  readonly fingerprint: string;
  readonly notAfter: Date;
  /** Why it may not be used now, if so, in the words of OpenSSL. */
  readonly problem: string | undefined;
  /** Whether it may speak for a station with this EUI; `unnamed` when it names none (BSSCI 2.2). */
  match(bsEui: Eui): 'match' | 'mismatch' | 'unnamed';
  /** Whether it is revoked by now. */
  revoked(): boolean;
  /** What is to be kept of it; undefined when it is known. */
  unseen(): ShownCertificate | undefined;
}

/** What we tell stations about ourselves. */
export interface ServiceCenter {
  readonly eui: Eui;
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly swVersion: string;
}

/** What the port of the base stations is opened with. */
export interface BssciOptions {
  readonly host: string;
  readonly port: number;
  /** The keys of `bssci` in the configuration. */
  readonly times: BssciTimes;
  readonly limits: BssciLimits;
  readonly bindCertificate: boolean;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly uplinks: Pick<Uplinks, 'receive' | 'receiveMac'>;
  /** Says where to the operations go that the store starts. */
  ordersTo(sink: (orders: readonly Order[]) => void): void;
  readonly metrics: BssciMetrics;
  readonly serviceCenter: ServiceCenter;
  /** Whether it is our clock that differs from what a station says (milliseconds), and not the station's. */
  clockIsWrong(stationMs: number): boolean;
  /** Options of the TLS server; asked again by `reloadCertificates`. */
  tls(): TlsOptions;
  /** What the certificate (DER) of a station says. */
  identify(der: Uint8Array): StationCertificate;
  /** Whether a certificate comes from an authority of ours, whatever its dates. */
  chained(certificate: X509Certificate): boolean;
}
