import type { Capability } from '../../domain/account/roles.ts';
import type { Fault } from '../../kit/faults/faults.ts';
import type { Admission, Principal, Row } from './define.ts';
import type { Incoming } from './incoming.ts';

/** An open stream, as far as it depends on rights. */
export interface CoveredStream {
  readonly row: Row;
  readonly admission: Admission;
  /** What its content depends on beyond what its RPC needs. */
  readonly reliesOn: ReadonlySet<Capability>;
}

/** Who may call what: the community edition has one, the enterprise edition another (identity API sections 1 and 7). */
export interface AccessControl {
  readonly edition: 'community' | 'enterprise';
  /**
   * Throws the fault of the first header or permission rule that is broken.
   * @param known is called as soon as it is known who calls a method of the public API, whether or not it is let in then
   */
  admit(row: Row, incoming: Incoming, known?: (principal: Principal) => void): Admission | Promise<Admission>;
  /**
   * Resolves with the fault that ends an open stream when the rights it was opened with are gone, or with undefined when the signal
   * ends before. Rejects when that cannot be known any more.
   */
  uncovered?(stream: CoveredStream, signal: AbortSignal): Promise<Fault | undefined>;
}
