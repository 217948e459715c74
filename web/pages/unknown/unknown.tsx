import { useEffect, useState } from 'preact/hooks';
import { lastVisit, useUnknownEndpoints, useUnknownStations, visitedAt } from '../../data/unknown.ts';
import { now } from '../../model/text/clock.ts';
import { Page } from '../../parts/page.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { words } from '../../words/words.ts';
import { UnknownEndpoints } from './endpoints.tsx';
import { UnknownStations } from './stations.tsx';

const PATHS = { endpoints: '/unknown', stations: '/unknown/stations' } as const;
const ALL = { search: '', ignored: false, sort: '-lastSeenAt' };

/** What knocks and is not registered. */
export default function Unknown({ params }: { params: Readonly<Record<string, string>> }) {
  const { unknown: text, pages } = words.value;
  const tab = params.tab === 'stations' ? 'stations' : 'endpoints';
  const endpoints = useUnknownEndpoints(ALL).value;
  const stations = useUnknownStations();
  // what is new stays marked as long as the page is looked at
  const [since] = useState(lastVisit);
  useEffect(() => {
    const leave = () => visitedAt(now());
    return leave;
  }, []);
  const fresh = endpoints?.endpoints.filter(({ firstAt }) => firstAt > since).length ?? 0;
  return (
    <Page
      title={pages.unknown}
      sentence={
        endpoints && (
          <>
            {text.sentence(endpoints.total, stations.value?.length ?? 0)}
            {fresh > 0 && fresh < endpoints.total && `, ${text.fresh(fresh)}`}
          </>
        )
      }
    >
      <Tabs
        label={pages.unknown}
        current={tab}
        tabs={(['endpoints', 'stations'] as const).map(name => ({
          name,
          text: text.tabs[name],
          href: PATHS[name],
          count: name === 'endpoints' ? (endpoints?.total ?? 0) : (stations.value?.length ?? 0),
        }))}
      />
      {tab === 'endpoints' ? <UnknownEndpoints since={since} /> : <UnknownStations stations={stations} />}
    </Page>
  );
}
