import type { Words } from '../en.ts';

export const allDownlinks: Words['allDownlinks'] = {
  filter: 'Downlinks filtern',
  filterHelp: {
    waiting:
      'EUI eines Endpunkts oder eine Referenz, oder endpoint:, station:, ref:, status:pending (pending, queued, revoking)',
    done: 'EUI eines Endpunkts oder eine Referenz, oder endpoint:, ref:, status:expired (sent, acknowledged, expired, invalid, revoked)',
  },
  endpoint: 'Endpunkt',
  noMatch: 'Kein Downlink passt',
  nothingText: 'Ein Downlink wird von der Seite eines Endpunkts gesendet.',
  goTo: name => `Zu ${name}`,
};
