import type { Store } from '../domain/domain.ts';
import type { Order } from '../domain/session/order.ts';
import type { Progress } from '../domain/session/progress.ts';
import type { UplinkReport, Uplinks } from '../domain/uplink/receive.ts';
import type { Eui } from '../kit/eui.ts';
import type { Sealer } from '../kit/seal.ts';
import type { PeerCertificate, PeerLimits, PortOptions, ServiceCenterIdentity } from '../protocol/peer-listener.ts';
import type { PeerMetrics } from '../protocol/peer-session.ts';

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

export interface BssciLimits extends PeerLimits {
  readonly connect_frame_bytes: number;
}

export interface BssciMetrics extends PeerMetrics {
  stationsOnline(count: number): void;
}

/** What the certificate of a station says about who it is; a problem in the words of OpenSSL (BSSCI 2.2). */
export interface StationCertificate extends PeerCertificate {
  readonly notAfter: Date;
}

/** A session that is over. */
export interface EndedSession {
  readonly station: number;
  readonly progress: Progress;
  /** Milliseconds. */
  readonly lastSeenAt: number;
}

/**
 * Takes telegrams in place of the store, and is all that a station gets: what else it asks is not answered, so that it asks again, and nothing is
 * started at it.
 */
export interface UplinkCarrier {
  /** Resolves when the telegram is stored durably: the station may be answered, and forget it. */
  uplink(report: UplinkReport, bsEui: Eui): Promise<void>;
  ended(session: EndedSession, bsEui: Eui): Promise<void>;
}

/** What the port of the base stations is opened with. */
export interface BssciOptions extends PortOptions<StationCertificate> {
  /** The keys of `bssci` in the configuration. */
  readonly times: BssciTimes;
  readonly limits: BssciLimits;
  readonly bindCertificate: boolean;
  readonly sealer: Sealer;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly uplinks: Pick<Uplinks, 'receive' | 'receiveMac'>;
  readonly carrier?: UplinkCarrier | undefined;
  /** Says where to the operations go that the store starts. */
  ordersTo(sink: (orders: readonly Order[]) => void): void;
  readonly metrics: BssciMetrics;
  readonly serviceCenter: ServiceCenterIdentity;
  /** Whether it is our clock that differs from what a station says (milliseconds), and not the station's. */
  clockIsWrong(stationMs: number): boolean;
}
