import { cleaned } from '../kit/printable.ts';
import { SECOND_MS } from '../kit/units.ts';

/** Of what is no item, a line shows so much: the discovery of Home Assistant is long. */
const LONGEST = 160;

type Item = Readonly<Record<string, unknown>>;

/** What a target got of an integration, in one line: `12:00:01  up  70b3d56770110001 (Room 12)  #7  temperature 21.5 °C`. */
export function itemLine(now: number, item: Item): string {
  const about = item.epEui ?? item.bsEui;
  const name = text(objectOf(item.device).name ?? item.name);
  const who = about === undefined ? '' : `${text(about)}${name === '' ? '' : ` (${name})`}`;
  const parts = [clockTime(now), text(item.event), who, ...details(item)];
  return cleaned(parts.filter(part => part !== '').join('  '));
}

/** What is no item, such as what a box says of itself: `12:00:01  mioty/service-center/70b3d59cd0000009/status  {"online":true}`. */
export function messageLine(now: number, topic: string, payload: string): string {
  const shown = payload.length > LONGEST ? `${payload.slice(0, LONGEST)}…` : payload;
  return cleaned([clockTime(now), topic, shown === '' ? '(empty)' : shown].join('  '));
}

function clockTime(now: number): string {
  return new Date(Math.floor(now / SECOND_MS) * SECOND_MS).toISOString().slice(11, 19);
}

function details(item: Item): string[] {
  if (item.event === 'up') return [counter(item), values(item), radio(item)];
  const said = ['origin', 'result', 'token', 'message', 'queId', 'ref', 'reason', 'title', 'change', 'eventType'];
  return said.flatMap(key => (item[key] === undefined || item[key] === '' ? [] : [`${key} ${text(item[key])}`]));
}

function counter({ packetCnt }: Item): string {
  return packetCnt === undefined ? '' : `#${text(packetCnt)}`;
}

function values({ components, dataHex }: Item): string {
  const named = Object.entries(objectOf(components)).map(([name, component]) => {
    const { value, unit } = objectOf(component);
    return `${name} ${text(value)}${unit === undefined || unit === '' ? '' : ` ${text(unit)}`}`;
  });
  return named.length > 0 ? named.join(', ') : text(dataHex);
}

function radio({ rssi, snr, baseStations }: Item): string {
  const heard = Array.isArray(baseStations) ? baseStations.length : 0;
  const by = heard === 0 ? '' : `${heard} ${heard === 1 ? 'station' : 'stations'}`;
  const strength = [rssi, snr].every(value => typeof value === 'number') ? `${text(rssi)} dBm  ${text(snr)} dB` : '';
  return [strength, by].filter(part => part !== '').join('  ');
}

function objectOf(value: unknown): Item {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}
