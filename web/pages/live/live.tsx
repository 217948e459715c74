import { useMemo } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import { useLiveMessages } from '../../data/live-messages.ts';
import { parseFilter } from '../../model/filter/filter-words.ts';
import { matchesMessage } from '../../model/filter/live-filter.ts';
import { FAST_PER_SECOND, MOST_ROWS, rateOf } from '../../model/live-list.ts';
import { Button } from '../../parts/button.tsx';
import { EmptyFilter } from '../../parts/empty.tsx';
import { Chips, FilterBox } from '../../parts/filter.tsx';
import { Note } from '../../parts/note/note.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table/table.tsx';
import { ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { liveColumns } from './columns.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { Rates } from './rates.tsx';
import { Sentence } from './sentence.tsx';

const FILTER_WORDS = ['station'];

/** What comes now, newest on top. */
export default function Live() {
  const text = words.value.live;
  const live = useLiveMessages();
  const { list } = live;
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, FILTER_WORDS);
  const rows = list.rows.filter(message => matchesMessage(message, filter));
  const fast = rateOf(list, ticking.value) > FAST_PER_SECOND;
  const isEmpty = list.rows.length === 0 && !fast;
  const setFilter = (q: string) => setQuery({ q });
  const clear = () => setFilter('');
  const columns = useMemo(() => liveColumns(format.value), [format.value]);
  const first = BigInt(live.firstSeq);
  return (
    <Page
      title={words.value.pages.live}
      sentence={<Sentence live={live} />}
      actions={
        <>
          {list.paused && (
            <span class="small text-2 number" role="status">
              {text.new(list.new)}
            </span>
          )}
          <Button icon={list.paused ? 'play' : 'pause'} onClick={list.paused ? live.resume : live.pause}>
            {list.paused ? text.resume : text.pause}
          </Button>
        </>
      }
    >
      {!isEmpty && (
        <div class="list-head">
          <FilterBox label={text.filter} value={filterText} onChange={setFilter} />
          <span class="end">
            {text.kept(MOST_ROWS)}
            {list.dropped > 0 && `, ${text.notShown(list.dropped)}`}
          </span>
        </div>
      )}
      <Chips filter={filterText} unknown={filter.unknown} onChange={setFilter} />
      {fast && (
        <Note tone="info" boxed>
          {text.fast}
        </Note>
      )}
      <div class="panel">
        {isEmpty && <NothingYet />}
        {!isEmpty && !fast && rows.length === 0 && (
          <EmptyFilter title={text.noMatch} filter={filterText} onClear={clear} />
        )}
        {fast && <Rates live={live} filter={filter} filterText={filterText} onClear={clear} />}
        {rows.length > 0 && !fast && (
          <Table
            name={text.table}
            columns={columns}
            rows={rows}
            keyOf={({ seq }) => seq}
            isNew={({ seq }) => BigInt(seq) > first}
          />
        )}
      </div>
    </Page>
  );
}
