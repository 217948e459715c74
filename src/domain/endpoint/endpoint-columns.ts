import { listed, namesOf, type RowOf } from '../../database/columns.ts';
import type { Secret } from '../attach/attach-records.ts';
import { SPAN } from '../uplink/last-counters.ts';

/** What an operator sets, in the order in which events list it: flags 0 or 1, keys sealed, tags as JSON text. */
export const operated = {
  name: 'text',
  ep_class: 'text',
  description: 'text',
  nwk_key: 'blob?',
  nwk_sn_key: 'blob?',
  app_key: 'blob?',
  sh_addr: 'integer?',
  pre_attach: 'integer',
  dual_chan: 'integer',
  repetition: 'integer',
  wide_carr_off: 'integer',
  long_blk_dist: 'integer',
  attach_cnt: 'integer?',
  type_eui: 'text?',
  device_model: 'text?',
  blueprint: 'text?',
  calibration: 'text?',
  uplink_interval_s: 'integer',
  tags: 'text',
  latitude: 'real?',
  longitude: 'real?',
  altitude: 'real?',
  suspended: 'integer',
  skip_attach_check: 'integer',
} as const;

/** What an endpoint is registered with; the packet counter is stored with what is heard of it. */
export type EndpointColumns = RowOf<typeof operated> & { last_packet_cnt: number | null };
export type EndpointColumn = keyof EndpointColumns;

/** What an endpoint has where nothing was said. */
export const unsaid: EndpointColumns = {
  ...{ name: '', ep_class: 'Z', description: '', nwk_key: null, nwk_sn_key: null, app_key: null, sh_addr: null },
  ...{ pre_attach: 0, dual_chan: 0, repetition: 0, wide_carr_off: 0, long_blk_dist: 0 },
  ...{
    attach_cnt: null,
    last_packet_cnt: null,
    type_eui: null,
    device_model: null,
    blueprint: null,
    calibration: null,
  },
  ...{ uplink_interval_s: 0, tags: '{}', latitude: null, longitude: null, altitude: null },
  ...{ suspended: 0, skip_attach_check: 0 },
};

/** What the service center adds to it. */
const facts = {
  id: 'integer',
  org: 'integer',
  eui: 'text',
  attach_sh_addr: 'integer?',
  attach_status: 'text',
  attach_station: 'integer?',
  attached_at: 'integer?',
  detached_at: 'integer?',
  reattach_pending: 'integer',
  created_at: 'integer',
  updated_at: 'integer',
} as const;

/** Of its newest telegram. */
const heard = {
  last_packet_cnt: 'integer?',
  last_rssi: 'real?',
  last_snr: 'real?',
  last_eq_snr: 'real?',
  last_profile: 'text?',
  last_mode: 'text?',
  last_station: 'integer?',
} as const;

/** What a statement works out. */
const workedOut = {
  status: 'text',
  nwk_key_set: 'integer',
  nwk_sn_key_set: 'integer',
  app_key_set: 'integer',
  seen_ns: 'text',
  last_bs_eui: 'text?',
  message_count: 'integer',
  loss_rate: 'real?',
} as const;

export type EndpointStatus = 'registered' | 'active' | 'inactive' | 'suspended';

const { nwk_key: _nwk, nwk_sn_key: _sn, app_key: _app, ...shown } = operated;

/** A registered endpoint as one statement gives it; flags are 0 or 1, times milliseconds unless the name says otherwise. */
export type SelectedEndpoint = Omit<RowOf<typeof operated>, Secret> &
  RowOf<typeof facts> &
  RowOf<typeof heard> &
  RowOf<typeof workedOut> & {
    status: EndpointStatus;
    /** Radio time of the newest uplink or attach in nanoseconds, as text; `0` when it was never heard. */
    seen_ns: string;
  };

export const SEEN = 'max(coalesce(h.last_seen_ns, 0), coalesce(e.attach_rx_time_ns, 0))';

/** As `lossOf` of the last counters has it: ones are counted two, four and eight bits at a time, since SQLite knows no such function. */
const LOSS = `CASE WHEN h.counters >= ${2 ** SPAN} THEN 1 - (
  SELECT (f + (f >> 8)) & 255 FROM (SELECT e + (e >> 16) AS f FROM (SELECT d + (d >> 32) AS e FROM (
  SELECT (c + (c >> 4)) & ${0x0f0f_0f0f_0f0f_0f0fn} AS d FROM (SELECT (b & ${0x3333_3333_3333_3333n}) + ((b >> 2) & ${0x3333_3333_3333_3333n}) AS c FROM (
  SELECT a - ((a >> 1) & ${0x5555_5555_5555_5555n}) AS b FROM (SELECT h.counters - ${2 ** SPAN} AS a))))))) / ${SPAN}.0 END`;

/** One `?`: nanoseconds since when an endpoint is active. */
export const EVERY_ENDPOINT = `
  SELECT ${listed({ ...facts, ...shown }, 'e')}, ${listed(heard, 'h')}, ${SEEN} AS seen,
    e.nwk_key IS NOT NULL AS nwk_key_set, e.nwk_sn_key IS NOT NULL AS nwk_sn_key_set, e.app_key IS NOT NULL AS app_key_set,
    coalesce(h.message_count, 0) AS message_count, s.eui AS last_bs_eui, ${LOSS} AS loss_rate,
    CASE WHEN e.suspended <> 0 THEN 'suspended' WHEN ${SEEN} = 0 THEN 'registered' WHEN ${SEEN} >= ? THEN 'active'
      ELSE 'inactive' END AS status
  FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id LEFT JOIN base_station s ON s.id = h.last_station`;

/** What is taken of it for `SelectedEndpoint`. */
export const SELECTED = namesOf({ ...facts, ...shown, ...heard, ...workedOut })
  .map(name => (name === 'seen_ns' ? 'CAST(seen AS TEXT) AS seen_ns' : name))
  .join(', ');
