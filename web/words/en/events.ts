// What happened.
import { counting } from '../count.ts';

const { n, plural } = counting('en-GB', 'en');

export const events = {
  filter: 'Filter events',
  filterHelp:
    'Text, or category:endpoint, severity:warning,error, type:endpoint.attached or type:downlink.*, since:24h (1h, 24h, 7d, 30d)',
  count: (count: number) => plural(count, 'event', 'events'),
  news: (count: number) => `${n(count)} new`,
  times: (count: string) => `(${count} ×)`,
  none: 'Nothing happened yet',
  noMatch: 'No event matches',
  failed: 'The events could not be loaded',
  exported: (count: number) => `${plural(count, 'event is', 'events are')} in the file`,
  columns: { time: 'Time', event: 'Event', source: 'Source', category: 'Category' },
  facts: { text: 'What happened', time: 'When', kind: 'Kind', user: 'By', count: 'How often' },
  categories: {
    endpoint: 'Endpoints',
    basestation: 'Base stations',
    message: 'Messages',
    downlink: 'Downlinks',
    scaci: 'Application centers',
    catalog: 'Catalog',
    certificate: 'Certificates',
    integration: 'Integrations',
    audit: 'Audit',
    security: 'Security',
    system: 'System',
  },
};
