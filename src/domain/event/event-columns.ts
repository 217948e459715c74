import { listed, type RowOf } from '../../database/columns.ts';

/** What readers get of an event. `seq` is the order of storing and the cursor of streams. */
export const shown = {
  seq: 'integer',
  uuid: 'text',
  org: 'integer?',
  event_type: 'text',
  category: 'text',
  severity: 'text',
  source_type: 'text',
  source_id: 'text',
  source_name: 'text',
  ep_eui: 'text?',
  bs_eui: 'text?',
  ac_eui: 'text?',
  user_id: 'text?',
  user_email: 'text?',
  timestamp_at: 'integer',
  stored_at: 'integer',
  title: 'text',
  data: 'text',
} as const;

/** What it is found by: row ids, and the id of an operation. */
export const about = { endpoint: 'integer?', station: 'integer?', op_id: 'integer?' } as const;

/** What joins an audit event to its chain; none in those of before there were chains. */
export const links = { prev_hash: 'blob?', hash: 'blob?' } as const;

/** An event as it is stored. */
export type StoredEvent = RowOf<typeof shown> & {
  /** With its repetitions. */
  count: number;
  description: string;
  /** So far its times were moved since it was stored, by a clock that was wrong; milliseconds. */
  moved_ms: number;
};

export type LinkedEvent = StoredEvent & RowOf<typeof links>;

export const EVENT_COLUMNS = `${listed(shown)}, count, description, moved_ms`;
export const LINKED_COLUMNS = `${EVENT_COLUMNS}, ${listed(links)}`;
