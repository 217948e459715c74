import type { Store } from '../domain/domain.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { PeerCertificate, PortOptions, ServiceCenterIdentity } from '../protocol/peer-listener.ts';
import type { PeerMetrics } from '../protocol/peer-session.ts';
import type { CenterRequests } from './requests.ts';

/** The keys of `scaci` in the configuration that sessions use. */
export interface ScaciTimes {
  readonly establish_s: number;
  readonly write_stall_s: number;
  readonly ping_s: number;
  readonly ping_answer_s: number;
  readonly session_retention_s: number;
}

export interface ScaciMetrics extends PeerMetrics {
  centersOnline(count: number): void;
}

/** What the certificate of an application center says; a problem is the text of the answer to `con` (SCACI 1). */
export interface CenterCertificate extends PeerCertificate {
  readonly subject: string;
  /** The uuid in the subject's O, if there is one: the organization of the center. */
  readonly organization: string | undefined;
}

/** What the port of the application centers is opened with. */
export interface ScaciOptions extends PortOptions<CenterCertificate> {
  /** The keys of `scaci` in the configuration. */
  readonly times: ScaciTimes;
  readonly bindCertificate: boolean;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly requests: CenterRequests;
  readonly metrics: ScaciMetrics;
  readonly serviceCenter: ServiceCenterIdentity;
  /** Says that the log has become longer. */
  readonly newMessages: Notifier;
  /** Resolves when `tls` has something to offer; undefined when it has already (SCACI 1). */
  readonly waitForFiles: Promise<void> | undefined;
}
