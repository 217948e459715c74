import { query, setQuery } from '../../data/call/address.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { useStations } from '../../data/stations.ts';
import { ignoreEndpoint, type UnknownEndpoint, useUnknownEndpoints } from '../../data/unknown.ts';
import { compactHex, grouped } from '../../model/text/eui.ts';
import { Bones, Empty, EmptyFilter, Failure } from '../../parts/empty.tsx';
import { FilterBox } from '../../parts/filter.tsx';
import { Checkbox } from '../../parts/form/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { announce } from '../../parts/note/announce.ts';
import { attempt } from '../../parts/note/attempt.ts';
import { Table } from '../../parts/table/table.tsx';
import { words } from '../../words/words.ts';
import { endpointColumns } from './endpoint-columns.tsx';
import { Hints } from './hints.tsx';

export function UnknownEndpoints({ since }: { since: number }) {
  const text = words.value.unknown;
  const search = query.value.get('q') ?? '';
  const ignored = query.value.get('ignored') === 'yes';
  const sort = query.value.get('sort') ?? '-lastSeenAt';
  const list = useUnknownEndpoints({ search: compactHex(search), ignored, sort });
  const stations = useStations().value;
  const refuses = useRights();
  const { value, fault } = list;
  const ignore = async ({ epEui }: UnknownEndpoint, yes: boolean) => {
    const done = await attempt(faultOf, async () => {
      await ignoreEndpoint(epEui, yes);
      return undefined;
    });
    if (!done) return;
    const undo = () => void ignore({ epEui } as UnknownEndpoint, !yes);
    announce({ text: yes ? text.ignored(grouped(epEui)) : text.shownAgain(grouped(epEui)), tone: 'ok', undo });
  };
  const isEmpty = value?.endpoints.length === 0;
  return (
    <>
      <div class="list-head">
        <FilterBox label={text.filter} value={search} onChange={q => setQuery({ q })} />
        {(ignored || (value?.ignored ?? 0) > 0) && (
          <Checkbox checked={ignored} onChange={yes => setQuery({ ignored: yes ? 'yes' : undefined })}>
            {text.showIgnored(value?.ignored ?? 0)}
          </Checkbox>
        )}
        <span class="end" role="status">
          {value && (ignored ? text.totalIgnored(value.total) : text.total(value.total))}
        </span>
      </div>
      <div class="panel">
        {!value && fault && <Failure title={text.failed} fault={fault} onRetry={list.again} />}
        {!value && !fault && <Bones rows={6} />}
        {isEmpty && search !== '' && (
          <EmptyFilter title={text.noMatch} filter={search} onClear={() => setQuery({ q: undefined })} />
        )}
        {isEmpty && search === '' && (
          <Empty
            icon="unknown"
            title={ignored ? text.noIgnored : text.noEndpoints}
            text={ignored ? undefined : text.noEndpointsText}
          />
        )}
        {value && value.endpoints.length > 0 && (
          <Table
            name={text.endpointTable}
            columns={endpointColumns({
              since,
              stationName: eui => stations?.find(({ bsEui }) => bsEui === eui)?.name ?? grouped(eui),
              reason: refuses('E'),
              onIgnore: (endpoint, yes) => void ignore(endpoint, yes),
            })}
            rows={value.endpoints}
            keyOf={({ epEui }) => epEui}
            sort={{ by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }}
            onSort={next => setQuery({ sort: `${next.descending ? '-' : ''}${next.by}` })}
            total={value.total}
          />
        )}
        {value && value.endpoints.length > 0 && !ignored && (
          <div class="panel-foot phone-hide">
            <span class="foot-line text-2">
              <Icon name="key" />
              <span>
                <b class="strong">{text.adopt}</b> {text.adoptText}
              </span>
            </span>
          </div>
        )}
      </div>
      <Hints />
    </>
  );
}
