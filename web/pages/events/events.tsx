import { useEffect, useMemo, useState } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import {
  type Event,
  eventsAsCsv,
  eventsAsJson,
  eventsAsked,
  newestSeq,
  readEvents,
  useEventNews,
  useEvents,
} from '../../data/events.ts';
import { EVENT_WORDS, eventQuestion } from '../../model/filter/event-filter.ts';
import { parseFilter } from '../../model/filter/filter-words.ts';
import { Button } from '../../parts/button.tsx';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { ExportMenu } from '../../parts/export.tsx';
import { Chips, FilterBox } from '../../parts/filter.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table/table.tsx';
import { words } from '../../words/words.ts';
import { eventColumns } from './columns.tsx';
import { EventDetail } from './detail.tsx';

/** What happened, newest first. What comes meanwhile is counted, and shown when it is asked for: the list does not jump. */
export default function Events() {
  const { events: text, pages } = words.value;
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, EVENT_WORDS);
  const question = eventQuestion(filter);
  const key = JSON.stringify({ ...question, wrong: undefined });
  // the time that a page of a list begins with must stay the same for the next one
  const asked = useMemo(() => eventsAsked(question), [key]);
  const list = useEvents(key, asked);
  const [from, setFrom] = useState<{ key: string; seq: string } | undefined>(undefined);
  const isHere = list.total !== undefined && !list.old;
  const first = list.rows[0]?.seq;
  useEffect(() => {
    if (isHere) setFrom({ key, seq: newestSeq(list.rows.slice(0, 200)) });
  }, [key, isHere, first]);
  const news = useEventNews(key, asked, from?.key === key ? from.seq : undefined);
  const setFilter = (q: string) => setQuery({ q, open: undefined });
  const opened = query.value.get('open') ?? undefined;
  const toggle = ({ id }: Event) => setQuery({ open: id === opened ? undefined : id });
  const columns = useMemo(() => eventColumns({ opened: opened ?? '', toggle }), [opened, words.value]);
  const isEmpty = list.total === 0 && !list.old;
  return (
    <Page title={pages.events}>
      <div class="list-head">
        <FilterBox label={text.filter} value={filterText} onChange={setFilter} />
        {news.count > 0 && (
          <Button size="compact" icon="chevron-up" onClick={list.again}>
            {text.news(news.count)}
          </Button>
        )}
        <span class="end">
          <span role="status">{list.total !== undefined && text.count(list.total)}</span>
          <ExportMenu
            file="events"
            read={(onProgress, signal) => readEvents(asked, onProgress, signal)}
            make={{ csv: eventsAsCsv, ndjson: eventsAsJson }}
            inWords={faultOf}
            exported={text.exported}
          />
        </span>
      </div>
      {filterText === '' ? (
        <p class="meta">{text.filterHelp}</p>
      ) : (
        <Chips filter={filterText} unknown={[...filter.unknown, ...question.wrong]} onChange={setFilter} />
      )}
      <div class="panel">
        {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
        {list.rows.length === 0 && list.loading && <Bones rows={8} />}
        {isEmpty && filterText === '' && <Empty icon="events" title={text.none} />}
        {isEmpty && filterText !== '' && (
          <EmptyFilter title={text.noMatch} filter={filterText} onClear={() => setFilter('')} />
        )}
        {list.rows.length > 0 && (
          <Table
            name={pages.events}
            columns={columns}
            rows={list.rows}
            keyOf={({ id }) => id}
            old={list.old}
            total={list.total ?? list.rows.length}
            onEnd={list.more}
            opened={opened}
            detail={event => <EventDetail event={event} />}
          />
        )}
      </div>
    </Page>
  );
}
