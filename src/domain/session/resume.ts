import type { CredibleMs } from '../../kit/time/clock.ts';
import type { SessionRecord } from './session-records.ts';
import { minorVersion } from './version.ts';

/** What a connecting station says about the session it would go on with. */
export interface ResumeWish {
  readonly snBsUuid: Uint8Array;
  /** The smallest id of its own that we must know. */
  readonly snBsOpId?: bigint | undefined;
  /** The furthest id of the service center that it has seen. */
  readonly snScOpId?: bigint | undefined;
}

/** Whether the latest session of a station goes on (BSSCI 6.4). Our own counters are the authority. */
export function resumes(
  latest: SessionRecord | undefined,
  { snBsUuid, snBsOpId, snScOpId }: ResumeWish,
  version: string,
  credible: CredibleMs,
  retentionMs: number,
): boolean {
  if (!latest || latest.state === 'retired') return false;
  if (Buffer.compare(latest.snBsUuid, snBsUuid) !== 0) return false;
  if (snBsOpId !== undefined && snBsOpId > BigInt(latest.lastBs)) return false;
  if (snScOpId !== undefined && snScOpId < BigInt(latest.lastSc)) return false;
  if (minorVersion(latest.version) !== minorVersion(version)) return false;
  return latest.disconnectedAt === null || credible - latest.disconnectedAt <= retentionMs;
}
