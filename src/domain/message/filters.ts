import type { SqlValue } from '../../database/driver.ts';
import type { DecodeStatus } from './decode-status.ts';
import { unpackFlags } from './flags.ts';
import { type Keys, keysOf, type Order, type StoredMessage } from './log.ts';

export interface MessageQuery {
  org: number;
  endpoint?: Keys | undefined;
  /** Any receiver. */
  station?: Keys | undefined;
  /** Radio time of the first reception, [from, to). */
  fromNs?: bigint | undefined;
  toNs?: bigint | undefined;
  format?: number | undefined;
  decodeStatus?: DecodeStatus | 'pending' | undefined;
  duplicate?: boolean | undefined;
  dlOpen?: boolean | undefined;
  profile?: string | undefined;
  mode?: string | undefined;
  deviceModel?: string | undefined;
}

/** A part of a statement, and what belongs into it. */
export interface Conditions {
  readonly where: string[];
  readonly values: SqlValue[];
}

/**
 * What of the query an index by time can tell.
 * @param by in what order the rows are read: by their places, an index would only lead away from them
 */
export function timeConditions(
  { org, fromNs, toNs, decodeStatus }: MessageQuery,
  by: Order['by'] = 'time',
): Conditions {
  const found: Conditions = { where: [by === 'seq' ? '+m.org = ?' : 'm.org = ?'], values: [org] };
  add(found, 'm.rx_time_ns >= ?', fromNs);
  add(found, 'm.rx_time_ns < ?', toNs);
  // As it stands in the index of those: with a parameter in its place, that is not used.
  if (decodeStatus === 'failed') found.where.push(`m.decode_status = 'failed'`);
  return found;
}

/** Everything but endpoints, stations and what is inside of the receptions. */
export function rowConditions(query: MessageQuery, by?: Order['by']): Conditions {
  const found = timeConditions(query, by);
  add(found, 'm.format = ?', query.format);
  if (query.decodeStatus !== 'failed') add(found, 'm.decode_status = ?', query.decodeStatus);
  if (query.deviceModel !== undefined) {
    add(found, 'e.device_model = ?', query.deviceModel);
    found.where.push('e.deleted_at IS NULL');
  }
  if (query.duplicate !== undefined) found.where.push(`(m.flags & 8) ${query.duplicate ? '<>' : '='} 0`);
  if (query.dlOpen !== undefined) found.where.push(`(m.flags & 1) ${query.dlOpen ? '<>' : '='} 0`);
  return found;
}

function add({ where, values }: Conditions, condition: string, value: SqlValue | undefined): void {
  if (value === undefined) return;
  where.push(condition);
  values.push(value);
}

export function matchesRadio(message: StoredMessage, { profile, mode }: MessageQuery): boolean {
  if (!profile && !mode) return true;
  return message.receptions.some(r => (!profile || r.profile === profile) && (!mode || r.mode === mode));
}

export function matchesMessage(message: StoredMessage, query: MessageQuery): boolean {
  const { duplicate, dlOpen } = unpackFlags(message.flags);
  const stations = query.station === undefined ? undefined : keysOf(query.station);
  return (
    message.org === query.org &&
    (stations === undefined || message.receptions.some(r => stations.includes(r.station))) &&
    (query.fromNs === undefined || message.rxTime >= query.fromNs) &&
    (query.toNs === undefined || message.rxTime < query.toNs) &&
    (query.format === undefined || message.format === query.format) &&
    (query.decodeStatus === undefined || message.decodeStatus === query.decodeStatus) &&
    (query.duplicate === undefined || duplicate === query.duplicate) &&
    (query.dlOpen === undefined || dlOpen === query.dlOpen) &&
    (query.deviceModel === undefined || message.deviceModel === query.deviceModel) &&
    matchesRadio(message, query)
  );
}
