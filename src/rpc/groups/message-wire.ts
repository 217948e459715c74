import type { DownlinkLine } from '../../domain/downlink/lines.ts';
import { messageUuid } from '../../domain/message/identity.ts';
import type { StoredMessage } from '../../domain/message/log.ts';
import type { StationLine, UplinkLine } from '../../domain/message/station-lines.ts';
import type { StationName } from '../../domain/station/names.ts';
import { unpackFlags } from '../../domain/uplink/flags.ts';
import { best, byQuality, type Reception, statedTime } from '../../domain/uplink/reception.ts';
import { type DownlinkReport, type ReportedReception, withReports } from '../../domain/uplink/reported.ts';
import type { Call } from '../define.ts';
import type { BaseStationMessageOut, Int64, MessageOut, ReceptionOut } from '../schema.gen.ts';
import { int64, struct, timestamp, timestampNs } from '../wire.ts';

const UNKNOWN: StationName = { eui: '', name: '', org: 0 };

/** Names of stations by row id, read once per answer or batch. */
export type StationNames = (id: number) => StationName;

export function stationNames({ deps }: Call): StationNames {
  const known = new Map<number, StationName>();
  return id => {
    let name = known.get(id);
    if (!name) {
      name = deps.store.read.directory.stationName(id) ?? UNKNOWN;
      known.set(id, name);
    }
    return name;
  };
}

/** What of a message the answer shows. */
export interface MessageView {
  readonly organizationId: string;
  readonly org: number;
  readonly subpackets: boolean;
  readonly names: StationNames;
  /** What the message with this place in the log brought of the reception of downlinks. */
  reports(seq: number): readonly DownlinkReport[];
}

/** A message of the caller's organization. */
export function messageToWire(message: StoredMessage, view: MessageView): MessageOut {
  const { receptions } = message;
  const top = best(receptions);
  const first = receptions[0];
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(message.flags);
  const sorted = receptions.length > 1 ? receptions.toSorted(byQuality) : receptions;
  const reported = withReports(sorted, view.reports(message.seq));
  return {
    id: messageUuid(message.seq, message.storedAt),
    seq: message.seq,
    organization_id: view.organizationId,
    ep_eui: message.epEui,
    ep_name: message.epName,
    packet_cnt: message.packetCnt ?? 0,
    user_data: message.userData,
    format: message.format,
    rx_time: int64(message.rxTime),
    received_at: timestampNs(message.rxTime),
    rx_duration: duration(first),
    bs_eui: view.names(top.station).eui,
    snr: top.snr,
    rssi: top.rssi,
    eq_snr: top.eqSnr,
    profile: top.profile ?? '',
    mode: top.mode ?? '',
    dl_open: dlOpen,
    response_exp: responseExp,
    dl_ack: dlAck,
    duplicate,
    base_stations: reported.map((reception, at) => receptionToWire(reception, sorted[at] === first, view)),
    decode_status: message.decodeStatus,
    decoded: decodedToWire(message.decoded),
    decode_error: message.decodeError,
    blueprint_id: message.blueprint ?? '',
    type_eui: message.typeEui ?? '',
    stored_at: timestamp(message.storedAt),
    vm_mac_type: message.vmMacType,
  };
}

function duration(reception: Reception | undefined): Int64 | number {
  return reception?.rxDuration === undefined ? 0 : int64(reception.rxDuration);
}

function receptionToWire(
  reception: ReportedReception,
  first: boolean,
  { org, subpackets, names }: MessageView,
): ReceptionOut {
  const station = names(reception.station);
  return {
    bs_eui: station.eui,
    bs_name: station.org === org ? station.name : '',
    op_id: reception.opId,
    rx_time: int64(statedTime(reception)),
    rx_duration: duration(reception),
    snr: reception.snr,
    rssi: reception.rssi,
    eq_snr: reception.eqSnr,
    profile: reception.profile ?? '',
    mode: reception.mode ?? '',
    subpackets: subpackets ? reception.subpackets : undefined,
    dl_rx_snr: reception.dlRxSnr,
    dl_rx_rssi: reception.dlRxRssi,
    first,
  };
}

/** The id of a line: that of its message, or one of its own. */
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
    decoded: decodedToWire(message.decoded),
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

function decodedToWire(json: string | null) {
  return json === null ? null : struct(JSON.parse(json) as Record<string, unknown>);
}
