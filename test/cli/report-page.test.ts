import t from 'tap';
import { reportText } from '../../src/cli/report-text.ts';
import type { SiteReport } from '../../src/domain/statistics/site.ts';
import { reportPage } from '../../src/upkeep/radio-report.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const NASTY = `<script>alert("1")</script>&'`;
const report: SiteReport = {
  fromMs: AT - 86_400_000,
  toMs: AT,
  stations: [
    {
      ...{ eui: '70b3d59cd0000001', name: NASTY, messages: 12, endpoints: 2, onlyMessages: 3, onlyEndpoints: 1 },
      ...{ availability: 0.995, dutyCycle: undefined, downlinksSent: 4 },
    },
  ],
  endpoints: [
    {
      ...{ eui: 'fe00000000000001', name: NASTY, messages: 97, lost: 1, medianSnr: 7.25, margin: 12.5, lastSeenAt: AT },
      stations: [{ eui: '70b3d59cd0000001', name: NASTY, share: 1 }],
    },
    {
      ...{
        eui: 'fe00000000000002',
        name: 'meter',
        messages: 3,
        lost: undefined,
        medianSnr: undefined,
        margin: undefined,
      },
      ...{ stations: [], lastSeenAt: undefined },
    },
  ],
  silent: [{ eui: 'fe00000000000003', name: NASTY, lastSeenAt: undefined }],
};

t.test('the report says in lines what each station is worth and how each endpoint is heard', async t => {
  const lines = reportText(report);
  t.equal(lines[0], 'Radio report, 2026-11-21 12:00 to 2026-11-22 12:00 UTC');
  const text = lines.join('\n');
  t.match(text, /70b3d59cd0000001 .* 12 +2 +3 +1 +99\.5 % +not known +4/);
  t.match(text, /fe00000000000001 .* 97 +1\.0 % +7\.3 dB +12\.5 dB +2026-11-22 12:00 .* 100\.0 %/);
  t.match(text, /fe00000000000002 +meter +3 +not known \(counter reset\) +not known +not known/);
  t.match(text, /fe00000000000003 .* never/);
});

t.test('the page has no script and nothing from outside, and escapes whatever others have written', async t => {
  const page = reportPage(report);
  t.notMatch(page, /<script|<img|<link|https?:|src=|url\(/i);
  t.match(page, '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;');
  t.equal(page.split('&lt;script&gt;').length - 1, 4, 'in every place where it stands');
  t.match(page, '@media print');
  const nothing = reportPage({ ...report, stations: [], endpoints: [], silent: [] });
  t.match(nothing, 'No endpoint has been heard.');
  t.notMatch(nothing, '<table>');
});
