import { NO_BLUEPRINT } from '../../domain/message/decode-status.ts';
import { messageUuid } from '../../domain/message/identity.ts';
import type { StoredMessage } from '../../domain/message/log.ts';
import { best, byQuality, type Reception, statedTime } from '../../domain/message/reception.ts';
import { type DownlinkReport, type ReportedReception, withReports } from '../../domain/rx-status/reported.ts';
import { contentToWire, type Decode, flagsToWire, radioToWire, shownToWire } from '../message-fields.ts';
import type { Int64, MessageOut, ReceptionOut } from '../schema.gen.ts';
import type { StationNames } from '../station-names.ts';
import { int64, timestamp, timestampNs } from '../wire.ts';

const NO_BLUEPRINT_HINT =
  'Nothing says how to read this payload: give the endpoint a device model (device_model_id of UpdateEndPoint, or `waystation endpoints set EUI ' +
  '--device-model NAME`) or a Type EUI that a blueprint of the catalog has; `waystation messages redecode` reads again what is stored.';

/** What of a message the answer shows. */
export interface MessageView {
  readonly organizationId: string;
  readonly org: number;
  readonly subpackets: boolean;
  readonly names: StationNames;
  readonly decode: Decode;
  /** What the message with this place in the log brought of the reception of downlinks. */
  reports(seq: number): readonly DownlinkReport[];
}

/** A message of the caller's organization. */
export function messageToWire(message: StoredMessage, view: MessageView): MessageOut {
  const { receptions } = message;
  const top = best(receptions);
  const first = receptions[0];
  const sorted = receptions.length > 1 ? receptions.toSorted(byQuality) : receptions;
  const decoded = view.decode(message);
  const reported = withReports(sorted, view.reports(message.seq));
  return {
    id: messageUuid(message.seq, message.storedAt),
    seq: message.seq,
    organization_id: view.organizationId,
    ...contentToWire(message, decoded),
    ep_name: message.epName,
    packet_cnt: message.packetCnt ?? 0,
    rx_time: int64(message.rxTime),
    received_at: timestampNs(message.rxTime),
    rx_duration: duration(first),
    bs_eui: view.names(top.station).eui,
    ...radioToWire(top),
    ...flagsToWire(message.flags),
    base_stations: reported.map((reception, at) => receptionToWire(reception, sorted[at] === first, view)),
    decoded_meta: decoded.values && shownToWire(decoded.shown),
    blueprint_id: decoded.blueprint,
    blueprint_version: decoded.version,
    type_eui: decoded.typeEui,
    stored_at: timestamp(message.storedAt),
    vm_mac_type: message.vmMacType,
    decode_hint: decoded.error === NO_BLUEPRINT ? NO_BLUEPRINT_HINT : '',
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
    ...radioToWire(reception),
    subpackets: subpackets ? reception.subpackets : undefined,
    dl_rx_snr: reception.dlRxSnr,
    dl_rx_rssi: reception.dlRxRssi,
    first,
  };
}
