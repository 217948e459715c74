import { unpackFlags } from '../domain/message/flags.ts';
import type { StoredMessage } from '../domain/message/log.ts';
import type { Reception } from '../domain/message/reception.ts';
import type { MessageOut, ReceptionOut } from './schema.gen.ts';
import { structOfText } from './wire.ts';

type Radio = Pick<ReceptionOut, 'snr' | 'rssi' | 'eq_snr' | 'profile' | 'mode'>;

export function radioToWire({ snr, rssi, eqSnr, profile = '', mode = '' }: Reception): Radio {
  return { snr, rssi, eq_snr: eqSnr, profile, mode };
}

type FlagsOut = Pick<MessageOut, 'dl_open' | 'response_exp' | 'dl_ack' | 'duplicate'>;

/** @param flags as `packFlags` makes them */
export function flagsToWire(flags: number): FlagsOut {
  const { dlOpen, responseExp, dlAck, duplicate } = unpackFlags(flags);
  return { dl_open: dlOpen, response_exp: responseExp, dl_ack: dlAck, duplicate };
}

type Content = Pick<MessageOut, 'ep_eui' | 'user_data' | 'format' | 'decode_status' | 'decoded' | 'decode_error'>;

/** What only the owner of the endpoint sees. */
export function contentToWire(message: StoredMessage): Content {
  return {
    ep_eui: message.epEui,
    user_data: message.userData,
    format: message.format,
    decode_status: message.decodeStatus,
    decoded: structOfText(message.decoded),
    decode_error: message.decodeError,
  };
}
