import { type WidgetKind, widgetKinds } from '../../domain/dashboard/dashboard-columns.ts';
import { parseUuid } from '../../kit/uuid.ts';
import { characters, text } from '../../rpc/checks.ts';
import { type At, type Check, type Maybe, saying } from '../../rpc/input.ts';
import type { StructIn } from '../../rpc/schema.gen.ts';
import { jsonOf } from '../../rpc/wire.ts';
import type { WidgetQueryIn } from '../schema.gen.ts';

const MAX_DEVICES = 100;
const MAX_KEYS = 100;
const MAX_KEY = 128;
const [FROM_MIN_S, FROM_MAX_S] = [60, 366 * 86_400];
const [STEP_MIN_S, STEP_MAX_S] = [60, 31 * 86_400];
/** Fifty of them fit into one answer. */
const MAX_SETTINGS_BYTES = 16 * 1024;

const aggregations = ['none', 'avg', 'min', 'max', 'sum', 'count', 'last'] as const;
export type WidgetAggregation = (typeof aggregations)[number];

/** What a widget shows, as it is stored. */
export interface StoredQuery {
  readonly deviceIds: readonly string[];
  readonly keys: readonly string[];
  /** Seconds; what is left out is what most are. */
  readonly from?: number;
  readonly aggregation: WidgetAggregation;
  readonly interval?: number;
}

/** A mistake in what a widget is. @param pointer where */
function refuse(at: At, pointer: string, about: Readonly<Record<string, string | number>> = {}): never {
  return at.refuse('format', 'InvalidWidget', { pointer, ...about });
}

const kind = saying(
  { words: widgetKinds },
  (wire: Maybe<string>, at): WidgetKind =>
    widgetKinds.find(known => known === wire) ?? refuse(at, '/kind', { allowed: widgetKinds.join(', ') }),
);

/** What is left out is decided where the widget is stored; so is what fits. */
const place: Check<Maybe<number>, number | undefined> = wire => wire ?? undefined;

function seconds(value: Maybe<number>, min: number, max: number, pointer: string, at: At): number | undefined {
  if (value === undefined || value === null) return undefined;
  return Number.isInteger(value) && value >= min && value <= max ? value : refuse(at, pointer, { min, max });
}

/** JSON of a query; none is null. */
function queryOf(wire: Maybe<WidgetQueryIn>, at: At): string | null {
  if (!wire) return null;
  const { device_ids, keys, aggregation: named } = wire;
  if (device_ids.length > MAX_DEVICES) refuse(at, '/query/deviceIds', { limit: MAX_DEVICES });
  if (keys.length > MAX_KEYS) refuse(at, '/query/keys', { limit: MAX_KEYS });
  const deviceIds = device_ids.map((id, n) => parseUuid(id) ?? refuse(at, `/query/deviceIds/${n}`));
  for (const [n, key] of keys.entries()) {
    if (key === '' || characters(key) > MAX_KEY) refuse(at, `/query/keys/${n}`, { limit: MAX_KEY });
  }
  const aggregation =
    aggregations.find(known => known === (named || 'none')) ??
    refuse(at, '/query/aggregation', { allowed: aggregations.join(', ') });
  const from = seconds(wire.from, FROM_MIN_S, FROM_MAX_S, '/query/from', at);
  const interval = seconds(wire.interval, STEP_MIN_S, STEP_MAX_S, '/query/interval', at);
  const stored: StoredQuery = {
    ...{ deviceIds: [...new Set(deviceIds)], keys: [...new Set(keys)], aggregation },
    ...(from !== undefined && { from }),
    ...(interval !== undefined && { interval }),
  };
  return JSON.stringify(stored);
}

const query = saying({ inside: { aggregation: { words: aggregations } } }, queryOf);

/** JSON of settings; none are `{}`. */
const settings: Check<Maybe<StructIn>, string> = (wire, at) => {
  const json = JSON.stringify(wire ? jsonOf(wire) : {});
  if (Buffer.byteLength(json) > MAX_SETTINGS_BYTES) refuse(at, '/settings', { limit: MAX_SETTINGS_BYTES });
  return json;
};

/** What is given of a widget. */
export const widgetFields = { kind, title: text(128), x: place, y: place, w: place, h: place, query, settings };
