import type { Db } from '../../database/driver.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import { NO_BLUEPRINT } from '../message/decode-status.ts';
import type { OpenTelegram, TelegramContent } from './newest.ts';

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
    failed,
  }: {
    readonly decoders: Decoders;
    /** What decodes a telegram; undefined when nothing does. */
    decodingOf(telegram: OpenTelegram): number | undefined;
    failed(failure: DecodeFailure, now: number): void;
  },
) {
  const content = db.prepare('SELECT user_data AS userData, format FROM uplink WHERE id = ?');
  const into = `INSERT INTO message (seq, org, endpoint, generation, packet_cnt, rx_time_ns, arrived_at, stored_at, user_data, format,
    flags, receptions, skipped, vm_mac_type, vm_crc, ac_eui, decode_status, decode_error, decoding)
    SELECT u.id + ?, u.org, u.endpoint, u.generation, u.packet_cnt, u.rx_time_ns, u.arrived_at, ?, u.user_data, u.format,
    u.flags, u.receptions, u.skipped, u.vm_mac_type, u.vm_crc, u.ac_eui`;
  const insertAlike = db.prepare(`${into}, ?, ?, ? FROM uplink u WHERE u.id BETWEEN ? AND ? ORDER BY u.id`);
  // Each with a decoding of its own, in one statement all the same.
  const insertDecoded = db.prepare(
    `${into}, iif(d.value = 0, 'skipped', 'success'), iif(d.value = 0, '${NO_BLUEPRINT}', ''), nullif(d.value, 0)
     FROM json_each(?) d CROSS JOIN uplink u ON u.id = d.key + ?`,
  );
  const remove = db.prepare('DELETE FROM uplink WHERE id <= ?');

  /** @returns the code of what failed, else nothing */
  const decode = (telegram: OpenTelegram, decoding: number, now: number): string => {
    // It was not kept when its window was open as the process ended, or nothing decoded its endpoint then.
    const { userData, format } = telegram.content ?? (content.get(telegram.id) as TelegramContent);
    telegram.decoded = decoders.judge(decoding, format, userData);
    const { code } = telegram.decoded;
    if (code !== '') failed({ telegram, code, format, decoding }, now);
    return code;
  };

  return {
    /**
     * @param telegrams open ones, oldest first and none left out
     * @param after the last place of the log that is taken
     */
    publish(telegrams: readonly OpenTelegram[], after: number, now: number): void {
      let seq = after;
      let stored = 0;
      /** Neighbours that did not fail: what each is decoded with, 0 for nothing. */
      let decodings: number[] = [];
      let decodes = false;
      let last = -1;
      const store = () => {
        const first = last - decodings.length + 1;
        if (decodings.length === 0) return;
        const { changes } = decodes
          ? insertDecoded.run(seq - last, now, `[${decodings.join()}]`, first)
          : insertAlike.run(seq - last, now, 'skipped', NO_BLUEPRINT, null, first, last);
        stored += changes;
        decodings = [];
        decodes = false;
      };
      for (const telegram of telegrams) {
        const { id } = telegram;
        const decoding = decodingOf(telegram);
        const error = decoding === undefined ? '' : decode(telegram, decoding, now);
        if (id !== last + 1 || error !== '') store();
        last = id;
        seq++;
        if (decoding !== undefined && error !== '') {
          stored += insertAlike.run(seq - id, now, 'failed', error, decoding, id, id).changes;
          continue;
        }
        decodings.push(decoding ?? 0);
        decodes ||= decoding !== undefined;
      }
      store();
      if (stored !== telegrams.length || remove.run(last).changes !== telegrams.length) {
        throw new Error('open telegrams in memory and on the disk differ');
      }
    },
  };
}
