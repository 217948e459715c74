import { getSystemErrorMap } from 'node:util';
import type { CenterErrorLine, CenterQueueLine, CenterSessionLine, Ended } from '../../domain/center/lists.ts';
import { unpackEntries } from '../../domain/downlink/content.ts';
import type { DownlinkState } from '../../domain/downlink/states.ts';
import { type Granularity, slotStart, slots } from '../../domain/statistics/slots.ts';
import { uuidText } from '../../kit/uuid.ts';
import type { ScaciErrorOut, ScaciQueueEntryOut, ScaciSessionOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';

const MAX_INT32 = 0x7fff_ffff;

/** What clients see of a downlink that is under way; a downlink that is written and not answered is `reserved` (SCACI 10). */
export const QUEUE_STATUSES = ['pending', 'reserved', 'queued', 'revoking'] as const;
export type QueueStatus = (typeof QUEUE_STATUSES)[number];

export function stateOf(status: QueueStatus): DownlinkState {
  return status === 'reserved' ? 'dispatched' : status;
}

export function sessionToWire(row: CenterSessionLine, organizationId: string): ScaciSessionOut {
  return {
    id: row.uuid,
    ac_eui: row.ac_eui,
    organization_id: organizationId,
    status: row.status,
    can_resume: row.status !== 'terminated',
    protocol_version: row.version,
    vendor: row.vendor,
    model: row.model,
    name: row.name,
    sw_version: row.sw_version,
    remote_address: row.remote_address,
    connected_at: timestamp(row.connected_at),
    last_activity_at: timestamp(row.last_activity_at),
    disconnected_at: timestamp(row.disconnected_at),
    close_reason: row.close_reason,
    operations_count: row.operations,
    pending_operations: row.pending,
    last_op_id_sc: row.last_sc,
    last_op_id_ac: row.last_ac,
    certificate_fingerprint: row.certificate_fingerprint,
    certificate_subject: row.certificate_subject,
    sn_ac_uuid: uuidText(row.sn_ac_uuid),
    sn_sc_uuid: uuidText(row.sn_sc_uuid),
    tls_version: row.tls_version,
    cipher_suite: row.cipher_suite,
  };
}

export function errorToWire(row: CenterErrorLine): ScaciErrorOut {
  return {
    id: row.uuid,
    session_id: row.session_uuid,
    ac_eui: row.ac_eui,
    op_id: row.op_id,
    operation_type: row.command,
    // A peer may name any number.
    error_code: Math.min(Math.max(row.code, -MAX_INT32), MAX_INT32),
    error_token: getSystemErrorMap().get(-row.code)?.[0] ?? '',
    error_message: row.text,
    direction: row.direction,
    occurred_at: timestamp(row.last_at),
    first_seen: timestamp(row.first_at),
    last_seen: timestamp(row.last_at),
    count: row.count,
  };
}

export function queueEntryToWire(row: CenterQueueLine): ScaciQueueEntryOut {
  return {
    id: String(row.id),
    ac_eui: row.ac_eui,
    ep_eui: row.ep_eui,
    operation_type: 'dlDataQue',
    status: row.state === 'dispatched' ? 'reserved' : row.state,
    payload: unpackEntries(row.entries)[0] ?? null,
    que_id: row.id,
    ac_que_id: row.ac_que_id,
    prio: row.prio,
    queued_at: timestamp(row.created_at),
    processed_at: timestamp(row.handed_at),
    bs_eui: row.bs_eui ?? '',
  };
}

/** What ended in every slot of a window, empty ones included (platform API 1.10). */
export function endedPerSlot(
  hours: readonly (Ended & { readonly start_at: number })[],
  fromMs: number,
  toMs: number,
  granularity: Granularity,
) {
  const found = new Map(slots(fromMs, toMs, granularity).map(({ start }) => [start, { successful: 0, failed: 0 }]));
  for (const { start_at, succeeded, failed } of hours) {
    const slot = found.get(slotStart(start_at, granularity));
    if (!slot) continue;
    slot.successful += succeeded;
    slot.failed += failed;
  }
  return [...found].map(([start, ended]) => ({ start: timestamp(start), ...ended }));
}
