import { useMemo } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { type DownlinkRow, revokeDownlink, useAllDone, useAllWaiting } from '../../data/downlinks.ts';
import { useStations } from '../../data/stations.ts';
import { waitOf } from '../../model/downlink-wait.ts';
import { DOWNLINK_WORDS, downlinkQuestion } from '../../model/filter/downlink-filter.ts';
import { parseFilter } from '../../model/filter/filter-words.ts';
import { grouped } from '../../model/text/eui.ts';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { Chips, FilterBox } from '../../parts/filter.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { words } from '../../words/words.ts';
import { doneColumns, type WaitingRow, waitingColumns } from './columns.tsx';

const WAITING = ['pending', 'queued', 'revoking'];
const DONE = ['sent', 'acknowledged', 'expired', 'invalid', 'revoked'];
/** What stands still comes first: nothing moves it but another. */
const STILL = ['offline', 'unheard'];

/** Downlinks of the whole box: why each waits, and what became of the others. */
export default function Downlinks({ params }: { params: Readonly<Record<string, string>> }) {
  const { allDownlinks: text, downlinks, pages } = words.value;
  const tab = params.tab === 'done' ? 'done' : 'waiting';
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, DOWNLINK_WORDS);
  const question = downlinkQuestion(filter, tab === 'waiting' ? WAITING : DONE);
  const setFilter = (q: string) => setQuery({ q });
  const unknown = [...filter.unknown, ...question.wrong];
  return (
    <Page title={pages.downlinks}>
      <Tabs
        label={pages.downlinks}
        current={tab}
        tabs={[
          { name: 'waiting', text: downlinks.waiting, href: '/downlinks' },
          { name: 'done', text: downlinks.done, href: '/downlinks/done' },
        ]}
      />
      <div class="list-head">
        <FilterBox label={text.filter} value={filterText} onChange={setFilter} />
      </div>
      {filterText === '' ? (
        <p class="meta">{text.filterHelp[tab]}</p>
      ) : (
        <Chips filter={filterText} unknown={unknown} onChange={setFilter} />
      )}
      {tab === 'waiting' ? (
        <Waiting key="waiting" asked={question} filterText={filterText} />
      ) : (
        <Done key="done" asked={question} filterText={filterText} />
      )}
    </Page>
  );
}

type Asked = ReturnType<typeof downlinkQuestion>;

function useStationNames() {
  const stations = useStations().value;
  return useMemo(() => {
    const find = (eui: string) => stations?.find(({ bsEui }) => bsEui === eui);
    return {
      nameOf: (eui: string) => find(eui)?.name ?? grouped(eui),
      // until it is known, none is called offline
      isOnline: (eui: string) => stations === undefined || find(eui)?.status === 'online',
    };
  }, [stations]);
}

function Waiting({ asked: { epEui, bsEui, status, ref }, filterText }: { asked: Asked; filterText: string }) {
  const { allDownlinks: text, downlinks } = words.value;
  const list = useAllWaiting({ epEui, bsEui, status, ref });
  const { nameOf, isOnline } = useStationNames();
  const reason = useRights()('E');
  const rows = useMemo(() => {
    const waiting = list.rows.map(row => waitingRow(row, list.rows, isOnline));
    // only of what is whole: rows do not jump while the next ones come
    if (list.rows.length !== list.total) return waiting;
    const isMoving = ({ wait }: WaitingRow) => Number(!STILL.includes(wait.kind));
    return waiting.sort((a, b) => isMoving(a) - isMoving(b));
  }, [list.rows, list.total, isOnline]);
  const revoke = async ({ downlink }: DownlinkRow) => {
    await attempt(faultOf, async () => {
      await revokeDownlink(downlink.epEui, downlink.queId);
      return downlinks.revoked;
    });
    list.again();
  };
  const columns = useMemo(
    () => waitingColumns({ nameOf, reason, onRevoke: row => void revoke(row) }),
    [nameOf, reason, words.value],
  );
  return (
    <List
      {...{ list, rows, columns, filterText }}
      name={downlinks.waiting}
      empty={<Empty icon="download" title={downlinks.nothingWaits} text={text.nothingText} />}
    />
  );
}

function waitingRow(row: DownlinkRow, all: readonly DownlinkRow[], isOnline: (bsEui: string) => boolean): WaitingRow {
  const { epEui } = row.downlink;
  const queue = all.filter(({ downlink }) => downlink.epEui === epEui).map(({ downlink }) => downlink);
  return { ...row, wait: waitOf(row.downlink, queue, { servingBsEui: row.endpoint?.servingBsEui ?? '', isOnline }) };
}

function Done({ asked: { epEui, status, ref }, filterText }: { asked: Asked; filterText: string }) {
  const { downlinks } = words.value;
  const list = useAllDone({ epEui, status, ref });
  const { nameOf } = useStationNames();
  const columns = useMemo(() => doneColumns(nameOf), [nameOf, words.value]);
  return (
    <List
      {...{ list, columns, filterText }}
      rows={list.rows}
      name={downlinks.done}
      empty={<Empty icon="download" title={downlinks.nothingDone} />}
    />
  );
}

function List<Row extends DownlinkRow>({
  list,
  rows,
  columns,
  name,
  empty,
  filterText,
}: {
  list: ReturnType<typeof useAllDone>;
  rows: readonly Row[];
  columns: Parameters<typeof Table<Row>>[0]['columns'];
  name: string;
  empty: preact.ComponentChildren;
  filterText: string;
}) {
  const { allDownlinks: text, downlinks } = words.value;
  const isEmpty = list.total === 0 && !list.old;
  return (
    <div class="panel">
      {list.fault && <Failure title={downlinks.failed} fault={list.fault} onRetry={list.again} />}
      {rows.length === 0 && list.loading && <Bones rows={5} height={52} />}
      {isEmpty && filterText === '' && empty}
      {isEmpty && filterText !== '' && (
        <EmptyFilter title={text.noMatch} filter={filterText} onClear={() => setQuery({ q: undefined })} />
      )}
      {rows.length > 0 && (
        <Table
          name={name}
          columns={columns}
          rows={rows}
          keyOf={({ downlink }) => downlink.queId}
          twoLine
          old={list.old}
          total={list.total ?? rows.length}
          onEnd={list.more}
        />
      )}
    </div>
  );
}
