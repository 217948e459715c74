import type { RowOf } from '../../database/columns.ts';
import type { Eui } from '../../kit/eui.ts';
import type { DownlinkState } from './states.ts';

/** What a downlink was asked for with, as far as its way is decided by it. Times in milliseconds. */
export const asked = {
  org: 'integer',
  endpoint: 'integer',
  packet_cnts: 'text?',
  flags: 'integer',
  expires_at: 'integer',
  ref: 'text',
  created_at: 'integer',
  ac_eui: 'text?',
  ac_que_id: 'text?',
} as const;

/** The rest of it. */
export const carried = {
  entries: 'blob',
  format: 'integer',
  prio: 'integer',
  source: 'text',
  created_by: 'text',
  request_id: 'text?',
} as const;

/** What changes with its steps. */
export const moved = {
  state: 'text',
  station: 'integer?',
  session: 'integer?',
  op_id: 'integer?',
  generation: 'integer?',
  attempts: 'integer',
  missed: 'integer',
  unknown_there: 'integer',
  avoided: 'text',
  last_error: 'text',
  accepted_at: 'integer?',
  acked_at: 'integer?',
  finished_at: 'integer?',
} as const;

/** Its row in the timeline of the endpoint. */
export const timeline = { line: 'integer' } as const;

/** The window it was sent in. */
export const window = { tx_time_ns: 'integer?', tx_packet_cnt: 'integer?' } as const;

/** A downlink in the writer. `eui` and `name` are its endpoint's. */
export type Row = RowOf<typeof asked> &
  RowOf<typeof moved> &
  RowOf<typeof timeline> & { que_id: number; state: DownlinkState; ac_eui: Eui | null; eui: Eui; name: string };
