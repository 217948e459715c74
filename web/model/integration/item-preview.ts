// What a target gets of an uplink, as integrations.md has it, from what the console knows of a message.
import { hexOf } from '../text/eui.ts';
import { msOf, type WireTime } from '../text/time.ts';

export interface PreviewMessage {
  id: string;
  seq: string;
  epEui: string;
  epName: string;
  packetCnt: number;
  format: number;
  userData: Uint8Array;
  receivedAt?: WireTime | undefined;
  snr: number;
  rssi: number;
  decodeStatus: string;
  decoded?: unknown;
  baseStations: readonly { bsEui: string; snr: number; rssi: number }[];
}

/** The parts of it that do not depend on settings; what is left out stands in the document of integrations. */
export function upPreview(message: PreviewMessage, organizationId: string): Record<string, unknown> {
  const { id, seq, epEui, epName, packetCnt, format, userData, snr, rssi, decodeStatus, decoded } = message;
  const at = msOf(message.receivedAt);
  return {
    ...{ v: 1, event: 'up', deliveryId: '…', organizationId, seq, messageId: id },
    ...(at === undefined ? {} : { time: new Date(at).toISOString() }),
    device: { epEui, name: epName },
    ...{ epEui, packetCnt, format, data: btoa(String.fromCharCode(...userData)), dataHex: hexOf(userData) },
    ...(message.baseStations[0] === undefined ? {} : { bsEui: message.baseStations[0].bsEui }),
    ...{ snr, rssi },
    baseStations: message.baseStations.map(station => ({ bsEui: station.bsEui, rssi: station.rssi, snr: station.snr })),
    decodeStatus,
    ...(decoded === undefined ? {} : { decoded }),
  };
}
