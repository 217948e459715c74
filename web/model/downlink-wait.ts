// Why a downlink waits.

export type Wait =
  | { kind: 'unheard' }
  | { kind: 'offline'; station: string }
  | { kind: 'behind' }
  | { kind: 'window' }
  | { kind: 'handed'; station: string }
  | { kind: 'revoking'; station: string };

export interface Waiting {
  queId: string;
  status: string;
  prio: number;
  /** Station that holds it, empty for none. */
  bsEui: string;
}

export interface Way {
  /** Station that a downlink would go to now, empty for none. */
  servingBsEui: string;
  isOnline: (bsEui: string) => boolean;
}

/** @param queue of the same endpoint, oldest first */
export function waitOf(downlink: Waiting, queue: readonly Waiting[], { servingBsEui, isOnline }: Way): Wait {
  const { status, bsEui, prio, queId } = downlink;
  if (status === 'revoking') return { kind: 'revoking', station: bsEui };
  if (status === 'queued') return { kind: 'handed', station: bsEui };
  if (servingBsEui === '') return { kind: 'unheard' };
  if (!isOnline(servingBsEui)) return { kind: 'offline', station: servingBsEui };
  const at = queue.findIndex(other => other.queId === queId);
  const isBehind = queue.some(
    (other, place) => other.queId !== queId && (other.prio > prio || (other.prio === prio && place < at)),
  );
  return { kind: isBehind ? 'behind' : 'window' };
}
