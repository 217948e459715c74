import { counting } from '../count.ts';
import type { Words } from '../en.ts';

const { n, plural } = counting('de-DE', 'de');

export const endpointRadio: Words['endpointRadio'] = {
  perStation: 'SNR nach Station',
  rssi: 'RSSI nach Station',
  measure: 'Messgröße',
  noReceptions: 'In dieser Zeit wurde nichts gehört.',
  failed: 'Die Funkwerte konnten nicht geladen werden',
  coverage: 'Stationen, die ihn hören',
  lost: 'Verlust',
  lostOf: (lost, all) => `${n(lost)} von ${n(all)}`,
  lostUnknown: 'Der Zähler begann neu',
  perMessage: 'Stationen je Nachricht',
  best: 'Beste Station',
  margin: 'Reserve',
  marginHelp: 'Mittel über dem schwächsten Telegramm dieser Zeit',
  ifFails: (station, share) => `Fällt ${station} aus, gehen bis zu ${share} verloren.`,
  onlyOne: station => `Nur ${station} hört ihn: Fällt sie aus, geht alles verloren.`,
  overTime: 'Nachrichten und Verlust über die Zeit',
  slot: 'Zeit',
  messages: 'Nachrichten',
  count: count => plural(count, 'Nachricht', 'Nachrichten'),
  filter: 'Nachrichten filtern',
  exported: count => `${plural(count, 'Nachricht', 'Nachrichten')} exportiert`,
  noMatch: 'Keine Nachricht passt',
  filterHelp: 'Wörter: decoded:yes, decoded:no, decoded:failed, format:1, since:24h',
};
