import { useState } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { type BaseStation, useStationSignals, useStations } from '../../data/stations.ts';
import { parseFilter } from '../../model/filter/filter-words.ts';
import { stationFiles } from '../../model/list-export.ts';
import { filterStations, sortStations, stationCounts } from '../../model/stations.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { ExportMenu } from '../../parts/export.tsx';
import { Chips, FilterBox } from '../../parts/filter.tsx';
import { Page } from '../../parts/page.tsx';
import { type Sort, Table } from '../../parts/table/table.tsx';
import { words } from '../../words/words.ts';
import { stationColumns } from './columns.tsx';
import { DeleteStation } from './delete-station.tsx';

const FILTER_WORDS = ['status', 'certificate', 'model'];

export default function Stations() {
  const text = words.value.stations;
  const stations = useStations();
  const signals = useStationSignals().value;
  const [deleting, setDeleting] = useState<BaseStation | undefined>(undefined);
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, FILTER_WORDS);
  const sort = sortOf(query.value.get('sort'));
  const all = stations.value ?? [];
  const shown = sortStations(filterStations(all, filter), sort.by, sort.descending, eui => signals?.get(eui));
  const setFilter = (q: string) => setQuery({ q });
  return (
    <Page
      title={words.value.pages.stations}
      sentence={all.length > 0 ? <Counts stations={all} /> : undefined}
      actions={
        <LinkButton kind="primary" icon="plus" href="/stations/add" class="head-action" reason={useRights()('B')}>
          <span>{text.add}</span>
        </LinkButton>
      }
    >
      {all.length > 0 && (
        <div class="list-head">
          <FilterBox label={text.filter} value={filterText} onChange={setFilter} />
          <span class="end" role="status">
            {shown.length === all.length ? text.count(all.length) : text.someOf(shown.length, all.length)}
          </span>
          <ExportMenu
            file="base-stations"
            read={async () => shown}
            make={stationFiles}
            exported={text.exported}
            inWords={faultOf}
          />
        </div>
      )}
      <Chips filter={filterText} unknown={filter.unknown} onChange={setFilter} />
      <div class="panel">
        {stations.value === undefined && stations.fault && (
          <Failure title={text.failed} fault={stations.fault} onRetry={stations.again} />
        )}
        {stations.value === undefined && !stations.fault && <Bones rows={4} height={52} />}
        {stations.value?.length === 0 && <NoStation />}
        {all.length > 0 && shown.length === 0 && (
          <EmptyFilter title={text.noMatch} filter={filterText} onClear={() => setFilter('')} />
        )}
        {shown.length > 0 && (
          <Table
            name={words.value.pages.stations}
            columns={stationColumns({ signals, onDelete: setDeleting })}
            rows={shown}
            keyOf={({ bsEui }) => bsEui}
            nameOf={({ name }) => name}
            twoLine
            sort={sort}
            onSort={next => setQuery({ sort: `${next.descending ? '-' : ''}${next.by}` })}
            old={stations.fault !== undefined}
          />
        )}
      </div>
      {deleting && <DeleteStation station={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}

function sortOf(text: string | null): Sort {
  if (text === null) return { by: 'status', descending: false };
  return { by: text.replace(/^-/, ''), descending: text.startsWith('-') };
}

function Counts({ stations }: { stations: readonly BaseStation[] }) {
  const { sentence } = words.value.stations;
  const counts = stationCounts(stations);
  return <>{counts.map(({ state, count }) => sentence[state](count)).join(', ')}</>;
}

function NoStation() {
  const text = words.value.stations;
  return (
    <Empty
      icon="station"
      title={text.emptyTitle}
      text={text.emptyText}
      actions={
        <LinkButton icon="plus" href="/stations/add">
          {text.add}
        </LinkButton>
      }
    />
  );
}
