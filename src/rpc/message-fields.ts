import type { ValueDescription } from '../domain/blueprint/codec/blueprint.ts';
import type { DecodedMessage } from '../domain/message/decoded.ts';
import { unpackFlags } from '../domain/message/flags.ts';
import type { StoredMessage } from '../domain/message/log.ts';
import type { Reception } from '../domain/message/reception.ts';
import type { MessageOut, ReceptionOut, StructOut } from './schema.gen.ts';
import { structOf } from './wire.ts';

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

/** Reads the payload of a message. */
export type Decode = (message: StoredMessage) => DecodedMessage;

/** What only the owner of the endpoint sees. */
export function contentToWire(message: StoredMessage, { status, error, values }: DecodedMessage): Content {
  return {
    ep_eui: message.epEui,
    user_data: message.userData,
    format: message.format,
    decode_status: status,
    decoded: values ? structOf([...values]) : undefined,
    decode_error: error,
  };
}

/** What is said about values beside them: by name, without what is empty. */
export function shownToWire(shown: readonly ValueDescription[]): StructOut {
  return structOf(shown.map(({ name, unit, label }) => [name, { ...(unit && { unit }), ...(label && { label }) }]));
}
