// How an endpoint is heard, and its messages as a list.
import { counting } from '../count.ts';

const { n, plural } = counting('en-GB', 'en');

export const endpointRadio = {
  perStation: 'SNR by station',
  rssi: 'RSSI by station',
  measure: 'Measure',
  noReceptions: 'Nothing was heard in this time.',
  failed: 'The radio values could not be loaded',
  coverage: 'Stations that hear it',
  lost: 'Loss',
  lostOf: (lost: number, all: number) => `${n(lost)} of ${n(all)}`,
  lostUnknown: 'The counter began anew',
  perMessage: 'Stations a message',
  best: 'Best station',
  margin: 'Margin',
  marginHelp: 'Average over the weakest telegram of this time',
  ifFails: (station: string, share: string) => `If ${station} fails, up to ${share} are lost.`,
  onlyOne: (station: string) => `Only ${station} hears it: if that fails, everything is lost.`,
  overTime: 'Messages and loss over time',
  slot: 'Time',
  messages: 'Messages',
  count: (count: number) => plural(count, 'message', 'messages'),
  filter: 'Filter messages',
  exported: (count: number) => `${plural(count, 'message', 'messages')} exported`,
  noMatch: 'No message matches',
  filterHelp: 'Words: decoded:yes, decoded:no, decoded:failed, format:1, since:24h',
};
