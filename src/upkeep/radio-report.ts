import type { SiteEndpoint, SiteReport } from '../domain/statistics/site.ts';
import { escaped, htmlPage } from '../kit/html.ts';

/** A table of the report, the same in text and on the page. */
export interface Section {
  readonly title: string;
  readonly about: string;
  readonly heading: readonly string[];
  /** Columns of numbers. */
  readonly right: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Said when there are no rows. */
  readonly none: string;
}

const NOT_KNOWN = 'not known';

/** The report as one page that needs nothing else: no script, nothing from outside, fit to be printed. */
export function reportPage(report: SiteReport): string {
  const cell = (tag: 'th' | 'td', text: string, isRight: boolean) =>
    `<${tag}${isRight ? ' class="n"' : ''}>${escaped(text)}</${tag}>`;
  const sections = sectionsOf(report).map(({ title, about, heading, right, rows, none }) => {
    const line = (tag: 'th' | 'td', cells: readonly string[]) =>
      `<tr>${cells.map((text, at) => cell(tag, text, right.includes(heading[at] ?? ''))).join('')}</tr>`;
    const table = `<table><thead>${line('th', heading)}</thead><tbody>\n${rows.map(row => line('td', row)).join('\n')}\n</tbody></table>`;
    return `<h2>${escaped(title)}</h2>\n<p>${escaped(about)}</p>\n${rows.length > 0 ? table : `<p>${escaped(none)}</p>`}`;
  });
  const title = titleOf(report);
  return htmlPage({
    title,
    head: `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    style: STYLE,
    body: `<h1>${escaped(title)}</h1>\n${sections.join('\n')}`,
  });
}

const STYLE = `
body { font: 14px/1.4 sans-serif; margin: 2em; color: #111; background: #fff }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #bbb; padding: 2px 8px; text-align: left; vertical-align: top }
.n { text-align: right; font-variant-numeric: tabular-nums }
thead { display: table-header-group }
tr { break-inside: avoid }
@media print { body { margin: 0; font-size: 10px } }
`;

export function titleOf({ fromMs, toMs }: SiteReport): string {
  return `Radio report, ${timeText(fromMs)} to ${timeText(toMs)} UTC`;
}

/** Messages of a site of which the weakest says something about what can still be received. */
const ENOUGH = 100;

export function sectionsOf({ stations, endpoints, silent }: SiteReport): Section[] {
  const heard = endpoints.reduce((sum, { messages }) => sum + messages, 0);
  return [
    {
      title: 'Base stations',
      about: 'what each one hears, and how much of it no other one hears: that would be lost without it',
      heading: [
        'station',
        'name',
        'messages',
        'endpoints',
        'messages only here',
        'endpoints only here',
        'connected',
        'duty cycle',
        'downlinks',
      ],
      right: [
        'messages',
        'endpoints',
        'messages only here',
        'endpoints only here',
        'connected',
        'duty cycle',
        'downlinks',
      ],
      rows: stations.map(station => [
        station.eui,
        station.name,
        String(station.messages),
        String(station.endpoints),
        String(station.onlyMessages),
        String(station.onlyEndpoints),
        percent(station.availability),
        percent(station.dutyCycle),
        String(station.downlinksSent),
      ]),
      none: 'There are no base stations.',
    },
    {
      title: 'Endpoints',
      about: `the least margin first: how far the median SNR is above the weakest telegram received here, from ${ENOUGH} messages on`,
      heading: ['endpoint', 'name', 'messages', 'loss', 'SNR', 'margin', 'last seen', 'heard by'],
      right: ['messages', 'loss', 'SNR', 'margin'],
      rows: endpoints.map(endpoint => [
        endpoint.eui,
        endpoint.name,
        String(endpoint.messages),
        lossText(endpoint),
        decibels(endpoint.medianSnr),
        decibels(heard < ENOUGH ? undefined : endpoint.margin),
        endpoint.lastSeenAt === undefined ? NOT_KNOWN : timeText(endpoint.lastSeenAt),
        endpoint.stations.map(({ eui, name, share }) => `${name || eui} ${percent(share)}`).join(', '),
      ]),
      none: 'No endpoint has been heard.',
    },
    {
      title: 'Silent endpoints',
      about: 'registered, and not heard in this time',
      heading: ['endpoint', 'name', 'last seen'],
      right: [],
      rows: silent.map(({ eui, name, lastSeenAt }) => [
        eui,
        name,
        lastSeenAt === undefined ? 'never' : timeText(lastSeenAt),
      ]),
      none: 'None.',
    },
  ];
}

/** After a reset of the packet counter it is not known what was lost. */
function lossText({ lost, messages }: SiteEndpoint): string {
  return lost === undefined ? `${NOT_KNOWN} (counter reset)` : percent(lost / (lost + messages));
}

function percent(part: number | undefined): string {
  return part === undefined ? NOT_KNOWN : `${(part * 100).toFixed(1)} %`;
}

function decibels(value: number | undefined): string {
  return value === undefined ? NOT_KNOWN : `${value.toFixed(1)} dB`;
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
