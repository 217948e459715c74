import { useMemo, useState } from 'preact/hooks';
import { query, setQuery } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { readEndpoints, useEndpoints, useLastValues, useModels } from '../../data/endpoints.ts';
import { parseFilter } from '../../model/filter/filter-words.ts';
import { endpointFiles } from '../../model/list-export.ts';
import { LinkButton } from '../../parts/button.tsx';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { ExportMenu } from '../../parts/export.tsx';
import { Chips, FilterBox } from '../../parts/filter.tsx';
import { Page } from '../../parts/page.tsx';
import { useSelection } from '../../parts/table/selection.ts';
import { Table } from '../../parts/table/table.tsx';
import { words } from '../../words/words.ts';
import { endpointColumns } from './columns.tsx';
import { DeleteEndpoints } from './delete-endpoints.tsx';
import { SelectionBar } from './selection-bar.tsx';

const FILTER_WORDS = ['status', 'class', 'model', 'station', 'attached'];
const NO_MODELS: readonly never[] = [];

export default function Endpoints() {
  const text = words.value.endpoints;
  const [deleting, setDeleting] = useState(false);
  const filterText = query.value.get('q') ?? '';
  const filter = parseFilter(filterText, FILTER_WORDS);
  const sort = query.value.get('sort') ?? 'name';
  const models = useModels().value ?? NO_MODELS;
  const named = filter.words.get('model')?.toLowerCase();
  const modelId =
    named === undefined ? '' : (models.find(({ name }) => name.toLowerCase().includes(named))?.id ?? named);
  const question = { filter, sort: orderOf(sort), modelId };
  const list = useEndpoints(question);
  const values = useLastValues();
  const columns = useMemo(() => endpointColumns({ values: values.of, models }), [values, models, text]);
  const selection = useSelection(list.rows.map(({ epEui }) => epEui));
  const selected = list.rows.filter(({ epEui }) => selection.has(epEui));
  const isEmpty = list.total === 0 && !list.old;
  const setFilter = (q: string) => {
    selection.clear();
    setQuery({ q });
  };
  return (
    <Page
      title={words.value.pages.endpoints}
      actions={
        <LinkButton kind="primary" icon="plus" href="/endpoints/add" class="head-action" reason={useRights()('E')}>
          <span>{text.add}</span>
        </LinkButton>
      }
    >
      {(filterText !== '' || !isEmpty) && (
        <div class="list-head">
          <FilterBox label={text.filter} value={filterText} onChange={setFilter} />
          <span class="end" role="status">
            {list.total !== undefined && text.count(list.total)}
            {selection.size > 0 && <b class="strong">{text.selected(selection.size)}</b>}
          </span>
          <ExportMenu
            file="endpoints"
            read={(onProgress, signal) => readEndpoints(question, onProgress, signal)}
            make={endpointFiles(id => models.find(model => model.id === id)?.name)}
            exported={text.exported}
            inWords={faultOf}
          />
        </div>
      )}
      <Chips filter={filterText} unknown={filter.unknown} onChange={setFilter} />
      <div class="panel">
        {list.fault && <Failure title={text.failed} fault={list.fault} onRetry={list.again} />}
        {list.rows.length === 0 && list.loading && <Bones rows={8} />}
        {isEmpty && filterText === '' && <NoEndpoint />}
        {isEmpty && filterText !== '' && (
          <EmptyFilter title={text.noMatch} filter={filterText} onClear={() => setFilter('')} />
        )}
        {list.rows.length > 0 && (
          <Table
            name={words.value.pages.endpoints}
            columns={columns}
            rows={list.rows}
            keyOf={({ epEui }) => epEui}
            nameOf={({ name }) => name}
            sort={{ by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }}
            onSort={next => setQuery({ sort: `${next.descending ? '-' : ''}${next.by}` })}
            selection={selection}
            old={list.old}
            {...(list.total === undefined ? {} : { total: list.total })}
            onEnd={list.more}
            onShown={values.show}
          />
        )}
      </div>
      {selection.size > 0 && (
        <SelectionBar
          selected={selected}
          onClear={selection.clear}
          onDelete={() => setDeleting(true)}
          onDone={list.again}
        />
      )}
      {deleting && (
        <DeleteEndpoints
          endpoints={selected}
          onClose={() => setDeleting(false)}
          onDone={() => {
            setDeleting(false);
            selection.clear();
            list.again();
          }}
        />
      )}
    </Page>
  );
}

/** `-last_seen_at` of the address as the API has it. */
function orderOf(sort: string): string {
  return sort.startsWith('-') ? `${sort.slice(1)} desc` : sort;
}

function NoEndpoint() {
  const text = words.value.endpoints;
  return (
    <Empty
      icon="endpoint"
      title={text.emptyTitle}
      text={text.emptyText}
      actions={
        <LinkButton icon="plus" href="/endpoints/add">
          {text.add}
        </LinkButton>
      }
    />
  );
}
