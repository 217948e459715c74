import { cleaned } from '../../../kit/printable.ts';
import type { Item } from '../../driver.ts';
import type { SeriesTypes } from './series.ts';

/** What of a payload becomes a point. */
interface Options {
  readonly measurement: string;
  /** Also rssi, snr, eqSnr and packetCnt. */
  readonly includeRadio: boolean;
}

const RADIO = ['rssi', 'snr', 'eqSnr', 'packetCnt'] as const;

/**
 * One line of the line protocol for an uplink; undefined when there is nothing in it to store. Numbers are floats always: a field that was
 * once an integer could never be anything else. The same series and time overwrites itself, so that a repetition changes nothing.
 * @param series learns the types of what is new in it
 */
export function lineOf(
  { payload, values = new Map() }: Pick<Item, 'payload' | 'values'>,
  { measurement, includeRadio }: Options,
  series: SeriesTypes,
): string | undefined {
  const radio = includeRadio ? RADIO.map(name => [name, payload[name]] as const) : [];
  // What the endpoint says goes before what was heard of it.
  const fields = new Map(
    [...radio, ...values].flatMap(([name, value]) => {
      const field = series.fit(name, value);
      return field ? [[keyOf(field[0]), fieldOf(field[1])] as const] : [];
    }),
  );
  if (fields.size === 0 || typeof payload.rxTime !== 'string') return undefined;
  const device = entriesOf(payload.device);
  const tags = Object.entries({
    ep: payload.epEui,
    bs: payload.bsEui,
    model: device.find(([name]) => name === 'deviceModel')?.[1],
    name: device.find(([name]) => name === 'name')?.[1],
  }).flatMap(([name, value]) => (typeof value === 'string' && value !== '' ? [`,${name}=${keyOf(value)}`] : []));
  return `${measurementOf(measurement)}${tags.join('')} ${[...fields].map(field => field.join('=')).join()} ${payload.rxTime}`;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function fieldOf(value: number | boolean | string): string {
  if (typeof value !== 'string') return String(value);
  return `"${cleaned(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A tag's value, or the name of a tag or field. A backslash at its end would take the separator with it. */
function keyOf(text: string): string {
  return cleaned(text).replace(/\\+$/, '').replace(/[,= ]/g, '\\$&') || '-';
}

function measurementOf(text: string): string {
  return cleaned(text).replace(/\\+$/, '').replace(/[, ]/g, '\\$&');
}
