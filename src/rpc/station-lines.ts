import type { DownlinkLine } from '../domain/downlink/lines.ts';
import { messageUuid } from '../domain/message/identity.ts';
import { statedTime } from '../domain/message/reception.ts';
import type { UplinkLine } from '../domain/message/station-copies.ts';
import type { StationLine } from '../domain/station/lines.ts';
import { contentToWire, type Decode, flagsToWire, radioToWire } from './message-fields.ts';
import type { BaseStationMessageOut } from './schema.gen.ts';
import { int64, timestampNs } from './wire.ts';

/** The id of a line: for an uplink that of its message, for a downlink one of its own. */
export function lineUuid(line: StationLine): string {
  return line.direction === 'uplink'
    ? messageUuid(line.message.seq, line.message.storedAt)
    : messageUuid(line.seq, line.storedAt);
}

/** How a line is shown. */
export interface LineView {
  readonly bsEui: string;
  /** Who asks. */
  readonly org: number;
  readonly decode: Decode;
  readonly subpackets?: boolean;
}

/** A line of a station of the caller's organization; of another organization's endpoint it shows the radio side only. */
export function lineToWire(line: StationLine, view: LineView): BaseStationMessageOut {
  return line.direction === 'uplink' ? uplinkToWire(line, view) : downlinkToWire(line, view);
}

function uplinkToWire(line: UplinkLine, { bsEui, org, decode, subpackets }: LineView): BaseStationMessageOut {
  const { message, reception } = line;
  const shared: BaseStationMessageOut = {
    id: lineUuid(line),
    seq: line.seq,
    bs_eui: bsEui,
    direction: 'uplink',
    op_id: reception.opId,
    rx_time: int64(statedTime(reception)),
    occurred_at: timestampNs(reception.rxTime),
    ...radioToWire(reception),
    ...flagsToWire(message.flags),
    receivers: message.receptions.length,
    subpackets: subpackets ? reception.subpackets : undefined,
  };
  if (message.org !== org) return shared;
  return { ...shared, packet_cnt: message.packetCnt, ...contentToWire(message, decode(message)) };
}

function downlinkToWire(line: DownlinkLine, { bsEui, org }: LineView): BaseStationMessageOut {
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
