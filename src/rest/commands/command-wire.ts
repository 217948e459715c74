import type { DownlinkRow } from '../../domain/downlink/lists.ts';
import { downlinkToWire } from '../../rpc/downlinks/downlink-wire.ts';
import type { CommandOut } from '../schema.gen.ts';

/** @param device uuid of the device that wraps its endpoint, if there is one */
export function commandToWire(row: DownlinkRow, device: string | undefined): CommandOut {
  const downlink = downlinkToWire(row, '');
  const payload = downlink.user_data[0] ?? new Uint8Array();
  return {
    id: String(downlink.que_id),
    device_id: device,
    client_device_id: downlink.ep_eui,
    payload,
    payload_hex: Buffer.from(payload).toString('hex'),
    format: downlink.format,
    priority: downlink.prio,
    confirmed: downlink.response_exp,
    expires_at: downlink.expires_at,
    ref: downlink.ref,
    status: downlink.status,
    error: downlink.last_error,
    created_at: downlink.created_at,
    sent_at: downlink.sent_at,
    acknowledged_at: downlink.acked_at,
  };
}
