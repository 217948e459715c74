import type { CredibleMs } from '../../kit/time/clock.ts';
import { minorVersion } from '../session/version.ts';
import type { CenterSessionRecord } from './center-records.ts';

/** What a connecting center says about the session it would go on with. */
export interface CenterWish {
  readonly snAcUuid: Uint8Array;
  /** The highest id of its own that we must know. */
  readonly snAcOpId?: bigint | undefined;
  /** The lowest id of the service center that it has seen. */
  readonly snScOpId?: bigint | undefined;
}

/** Whether the latest session of a center goes on (SCACI 6.4). Our own counters are the authority. */
export function resumesCenter(
  latest: CenterSessionRecord | undefined,
  { snAcUuid, snAcOpId, snScOpId }: CenterWish,
  version: string,
  credible: CredibleMs,
  retentionMs: number,
): latest is CenterSessionRecord {
  if (!latest || latest.status === 'terminated') return false;
  if (snAcOpId === undefined || snScOpId === undefined) return false;
  if (Buffer.compare(latest.snAcUuid, snAcUuid) !== 0) return false;
  if (snAcOpId < 0n || snAcOpId > BigInt(latest.lastAc)) return false;
  if (snScOpId > 0n || snScOpId < BigInt(latest.lastSc)) return false;
  if (minorVersion(latest.version) !== minorVersion(version)) return false;
  return latest.disconnectedAt === null || credible - latest.disconnectedAt <= retentionMs;
}
