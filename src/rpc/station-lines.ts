import type { DownlinkLine } from '../domain/downlink/lines.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import { messageUuid } from '../domain/message/identity.ts';
import { statedTime } from '../domain/message/reception.ts';
import type { UplinkLine } from '../domain/message/station-copies.ts';
import type { StationLine } from '../domain/station/lines.ts';
import type { BaseStationMessageOut } from './schema.gen.ts';
import { int64, structOfText, timestampNs } from './wire.ts';

/** The id of a line: for an uplink that of its message, for a downlink one of its own. */
export function lineUuid(line: StationLine): string {
  return line.direction === 'uplink'
    ? messageUuid(line.message.seq, line.message.storedAt)
    : messageUuid(line.seq, line.storedAt);
}

/** A line of a station of the caller's organization; of another organization's endpoint it shows the radio side only. */
export function lineToWire(line: StationLine, bsEui: string, org: number, subpackets: boolean): BaseStationMessageOut {
  return line.direction === 'uplink' ? uplinkToWire(line, bsEui, org, subpackets) : downlinkToWire(line, bsEui, org);
}

function uplinkToWire(line: UplinkLine, bsEui: string, org: number, subpackets: boolean): BaseStationMessageOut {
  const { message, reception } = line;
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(message.flags);
  const shared: BaseStationMessageOut = {
    id: lineUuid(line),
    seq: line.seq,
    bs_eui: bsEui,
    direction: 'uplink',
    op_id: reception.opId,
    rx_time: int64(statedTime(reception)),
    occurred_at: timestampNs(reception.rxTime),
    snr: reception.snr,
    rssi: reception.rssi,
    eq_snr: reception.eqSnr,
    profile: reception.profile ?? '',
    mode: reception.mode ?? '',
    dl_open: dlOpen,
    response_exp: responseExp,
    dl_ack: dlAck,
    duplicate,
    receivers: message.receptions.length,
    subpackets: subpackets ? reception.subpackets : undefined,
  };
  if (message.org !== org) return shared;
  return {
    ...shared,
    ep_eui: message.epEui,
    packet_cnt: message.packetCnt,
    user_data: message.userData,
    format: message.format,
    decode_status: message.decodeStatus,
    decoded: structOfText(message.decoded),
    decode_error: message.decodeError,
  };
}

function downlinkToWire(line: DownlinkLine, bsEui: string, org: number): BaseStationMessageOut {
  const { downlink } = line;
  const shared: BaseStationMessageOut = {
    id: lineUuid(line),
    seq: line.seq,
    bs_eui: bsEui,
    direction: 'downlink',
    op_id: downlink.opId,
    tx_time: downlink.result === 'sent' ? int64(line.at) : 0,
    occurred_at: timestampNs(line.at),
    response_exp: downlink.responseExp,
    que_id: downlink.queId,
    result: downlink.result,
  };
  if (downlink.org !== org) return shared;
  return {
    ...shared,
    ep_eui: downlink.epEui,
    packet_cnt: downlink.packetCnt,
    user_data: downlink.userData,
    format: downlink.format,
  };
}
