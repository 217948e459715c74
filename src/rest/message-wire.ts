import { messageUuid } from '../domain/message/identity.ts';
import type { StoredMessage } from '../domain/message/log.ts';
import { best, byQuality } from '../domain/message/reception.ts';
import type { Decode } from '../rpc/message-fields.ts';
import type { StationNames } from '../rpc/station-names.ts';
import { structOf, timestampNs } from '../rpc/wire.ts';
import type { DeviceMessageOut } from './schema.gen.ts';

/** What of a message the answer shows. */
export interface MessageView {
  readonly org: number;
  readonly names: StationNames;
  readonly decode: Decode;
}

export function messageToRest(message: StoredMessage, { org, names, decode }: MessageView): DeviceMessageOut {
  const { receptions, userData } = message;
  const { rssi, snr, eqSnr } = best(receptions);
  const { values, status } = decode(message);
  return {
    id: messageUuid(message.seq, message.storedAt),
    time: timestampNs(message.rxTime),
    packet_cnt: message.packetCnt ?? 0,
    payload: userData,
    payload_hex: Buffer.from(userData.buffer, userData.byteOffset, userData.length).toString('hex'),
    format: message.format,
    ...{ rssi, snr, eq_snr: eqSnr },
    base_stations: receptions.toSorted(byQuality).map(reception => {
      const station = names(reception.station);
      return {
        bs_eui: station.eui,
        name: station.org === org ? station.name : '',
        rssi: reception.rssi,
        snr: reception.snr,
        eq_snr: reception.eqSnr,
        time: timestampNs(reception.rxTime),
      };
    }),
    decoded: values ? structOf([...values]) : undefined,
    decode_status: status,
  };
}
