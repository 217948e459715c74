import type { Db } from '../../database/driver.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { EndpointDecodings } from '../blueprint/endpoint-decodings.ts';
import { NO_ENDPOINT } from '../message/identity.ts';
import type { UplinkMemory } from './memory.ts';
import type { OpenTelegram } from './newest.ts';

/** A payload that could not be decoded. */
export interface DecodeFailure {
  readonly telegram: OpenTelegram;
  readonly code: string;
  readonly format: number;
  /** Row id. */
  readonly decoding: number;
}

/** Makes messages of telegrams whose window is over. Their payloads are decoded first: what comes of that is in the rows from the start. */
export function publisher(
  db: Db,
  {
    decoders,
    decodingOf,
    endpointOf,
    failed,
  }: Pick<EndpointDecodings, 'decodingOf'> &
    Pick<UplinkMemory, 'endpointOf'> & {
      readonly decoders: Decoders;
      failed(failure: DecodeFailure, now: number): void;
    },
) {
  const content = db.prepare('SELECT user_data, format FROM uplink WHERE id = ?');
  const insert = db.prepare(
    `INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format, flags,
       receptions, skipped, vm_mac_type, vm_crc, ac_eui, decode_status, decode_error, decoding)
     SELECT id + ?, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, ?, user_data, format,
       flags, receptions, skipped, vm_mac_type, vm_crc, ac_eui, ?, ?, ? FROM uplink WHERE id BETWEEN ? AND ? ORDER BY id`,
  );
  const remove = db.prepare('DELETE FROM uplink WHERE id <= ?');

  const decodingFor = ({ endpoint, epEui }: OpenTelegram): number | undefined => {
    if (endpoint === NO_ENDPOINT) return undefined;
    const known = epEui === '' ? undefined : endpointOf(epEui);
    // Its endpoint has another EUI by now, or is gone.
    if (known?.id !== endpoint) return decodingOf(endpoint);
    if (known.decoding === null) known.decoding = decodingOf(endpoint);
    return known.decoding;
  };

  /** @returns the code of what failed, else nothing */
  const decode = (telegram: OpenTelegram, decoding: number, now: number): string => {
    const { user_data: payload, format } = content.get(telegram.id) as { user_data: Uint8Array; format: number };
    const decoded = decoders.decode(decoding, format, payload);
    if (decoded.ok) return '';
    failed({ telegram, code: decoded.code, format, decoding }, now);
    return decoded.code;
  };

  return {
    /**
     * @param telegrams open ones, oldest first and none left out
     * @param after the last place of the log that is taken
     */
    publish(telegrams: readonly OpenTelegram[], after: number, now: number): void {
      let seq = after;
      let stored = 0;
      // Neighbours of which the same is said go in one statement.
      let first = 0;
      let last = -1;
      let shared: number | undefined;
      let sharedError = '';
      const store = () => {
        if (last < first) return;
        const status = statusOf(shared, sharedError);
        stored += insert.run(seq - last, now, status, sharedError, shared ?? null, first, last).changes;
      };
      for (const telegram of telegrams) {
        const { id } = telegram;
        const decoding = decodingFor(telegram);
        const error = decoding === undefined ? 'no_blueprint' : decode(telegram, decoding, now);
        if (id !== last + 1 || decoding !== shared || error !== sharedError) {
          store();
          first = id;
          shared = decoding;
          sharedError = error;
        }
        last = id;
        seq++;
      }
      store();
      if (stored !== telegrams.length || remove.run(last).changes !== telegrams.length) {
        throw new Error('open telegrams in memory and on the disk differ');
      }
    },
  };
}

function statusOf(decoding: number | undefined, error: string): 'success' | 'failed' | 'skipped' {
  if (decoding === undefined) return 'skipped';
  return error === '' ? 'success' : 'failed';
}
