import type { Db } from '../../database/driver.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import { best, genuine, ReceptionCodec } from '../message/reception.ts';
import { type OrganizationRules, RADIO_KEYS } from './rule-index.ts';
import type { Scalar } from './rule-records.ts';

/** What has to be known of a message to ask for its values. */
export interface ValuedRow {
  seq: number;
  packet_cnt: number;
  format: number;
  decoding: number | null;
  /** 0 or 1. */
  decoded: number;
}

/** What messages say to rules: their payload and their reception are read only where some rule looks at them. */
export function messageValues(db: Db, decoders: Pick<Decoders, 'decode' | 'names'>) {
  const codec = new ReceptionCodec();
  const payloadOf = db.prepare('SELECT user_data FROM message WHERE seq = ?');
  const receptionsOf = db.prepare('SELECT receptions FROM message WHERE seq = ?');
  const lateStations = db.prepare('SELECT station FROM late_reception WHERE message = ?');

  /** Whether the payload may have a value that a rule looks at. */
  const mayMatter = ({ decoded, decoding }: ValuedRow, rules: OrganizationRules): boolean =>
    decoded !== 0 && decoding !== null && rules.speaks(decoding, id => decoders.names(id));

  const radioOf = ({ seq, packet_cnt }: ValuedRow): [string, number][] => {
    const { receptions } = receptionsOf.get(seq) as { receptions: Uint8Array };
    // Whenever it is looked at, it says what it said when it became visible.
    const late = new Set((lateStations.all(seq) as { station: number }[]).map(({ station }) => station));
    const all = genuine(codec.unpack(receptions));
    const first = late.size === 0 ? all : all.filter(({ station }) => !late.has(station));
    const { rssi, snr, eqSnr } = best(first.length > 0 ? first : all);
    const values: readonly (readonly [string, number | undefined])[] = [
      ['rssi', rssi],
      ['snr', snr],
      ['eqSnr', eqSnr],
      ['packetCnt', packet_cnt],
    ];
    return values.flatMap(([key, value]) => (value === undefined || !RADIO_KEYS.has(key) ? [] : [[key, value]]));
  };

  return {
    mayMatter,

    /** By their names. */
    valuesOf(row: ValuedRow, rules: OrganizationRules): Map<string, Scalar> {
      const values = new Map<string, Scalar>();
      if (rules.looksAtRadio) for (const [key, value] of radioOf(row)) values.set(key, value);
      if (!mayMatter(row, rules) || row.decoding === null) return values;
      const { user_data } = payloadOf.get(row.seq) as { user_data: Uint8Array };
      const decoded = decoders.decode(row.decoding, row.format, user_data);
      if (!decoded.ok) return values;
      for (const [name, value] of decoded.values) {
        if (value === null) continue;
        // Digits that a number of JavaScript does not hold say nothing to a limit.
        values.set(name, typeof value === 'bigint' ? Number(value) : value);
      }
      return values;
    },
  };
}
