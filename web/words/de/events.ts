import { counting } from '../count.ts';
import type { Words } from '../en.ts';

const { plural } = counting('de-DE', 'de');

export const events: Words['events'] = {
  filter: 'Ereignisse filtern',
  filterHelp:
    'Text, oder category:endpoint, severity:warning,error, type:endpoint.attached oder type:downlink.*, since:24h (1h, 24h, 7d, 30d)',
  count: count => plural(count, 'Ereignis', 'Ereignisse'),
  news: count => plural(count, 'neues', 'neue'),
  times: count => `(${count} ×)`,
  none: 'Noch ist nichts geschehen',
  noMatch: 'Kein Ereignis passt',
  failed: 'Die Ereignisse konnten nicht geladen werden',
  exported: count => `${plural(count, 'Ereignis ist', 'Ereignisse sind')} in der Datei`,
  columns: { time: 'Zeit', event: 'Ereignis', source: 'Quelle', category: 'Bereich' },
  facts: { text: 'Was geschah', time: 'Wann', kind: 'Art', user: 'Von', count: 'Wie oft' },
  categories: {
    endpoint: 'Endpunkte',
    basestation: 'Basisstationen',
    message: 'Nachrichten',
    downlink: 'Downlinks',
    scaci: 'Anwendungszentren',
    catalog: 'Katalog',
    certificate: 'Zertifikate',
    integration: 'Integrationen',
    audit: 'Audit',
    security: 'Sicherheit',
    system: 'System',
  },
};
