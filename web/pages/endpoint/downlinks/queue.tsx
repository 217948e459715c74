import { useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { useRights } from '../../../data/call/rights.ts';
import { type Downlink, revokeDownlink, useQueue, useResults } from '../../../data/downlinks.ts';
import type { EndPoint } from '../../../data/endpoint.ts';
import { useStations } from '../../../data/stations.ts';
import { OUTCOMES, outcomeOf } from '../../../model/downlink-outcome.ts';
import { waitOf } from '../../../model/downlink-wait.ts';
import { bytesInHex, grouped } from '../../../model/text/eui.ts';
import { msOf } from '../../../model/text/time.ts';
import { Button } from '../../../parts/button.tsx';
import { DownlinkContent } from '../../../parts/downlink-content.tsx';
import { Bones, Failure } from '../../../parts/empty.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { Panel } from '../../../parts/panel.tsx';
import { State } from '../../../parts/status.tsx';
import { type Column, Table } from '../../../parts/table/table.tsx';
import { Ago, ticking } from '../../../parts/time.tsx';
import { format, words } from '../../../words/words.ts';

type StationName = (bsEui: string) => string;

function useStationNames(): { nameOf: StationName; isOnline: (bsEui: string) => boolean } {
  const stations = useStations().value;
  const find = (eui: string) => stations?.find(({ bsEui }) => bsEui === eui);
  return {
    nameOf: eui => find(eui)?.name ?? grouped(eui),
    // until it is known, none is called offline
    isOnline: eui => stations === undefined || find(eui)?.status === 'online',
  };
}

/** Each with the reason why it has not gone. */
export function Waiting({ endpoint }: { endpoint: EndPoint }) {
  const { downlinks: text, parts } = words.value;
  const queue = useQueue(endpoint.epEui);
  const { nameOf, isOnline } = useStationNames();
  const reason = useRights()('E');
  const { value, fault } = queue;
  const revoke = (queId: string) =>
    void attempt(faultOf, async () => {
      await revokeDownlink(endpoint.epEui, queId);
      return text.revoked;
    });
  const whyOf = (downlink: Downlink) => {
    const wait = waitOf(downlink, value ?? [], { servingBsEui: endpoint.servingBsEui, isOnline });
    return 'station' in wait ? text.waits[wait.kind](nameOf(wait.station)) : text.waits[wait.kind];
  };
  const columns: Column<Downlink>[] = [
    contentColumn(),
    {
      name: 'why',
      head: text.columns.why,
      card: 'start',
      cell: downlink => (
        <span class="wait-why">
          {whyOf(downlink)}
          {downlink.lastError !== '' && (
            <span class="meta" lang="en">
              {text.refused(downlink.lastError)}
            </span>
          )}
        </span>
      ),
    },
    {
      name: 'until',
      head: text.columns.until,
      width: 108,
      end: true,
      card: 'state',
      cell: ({ expiresAt }) => {
        const at = msOf(expiresAt);
        const { moment, full } = format.value;
        return at === undefined ? parts.none : <span data-tip={full(at)}>{moment(at, ticking.value)}</span>;
      },
    },
    {
      name: 'revoke',
      head: '',
      width: 96,
      end: true,
      card: 'end',
      cell: ({ queId, status }) =>
        status === 'revoking' ? null : (
          <Button
            kind="quiet"
            size="compact"
            edge
            name={text.revokeName(queId)}
            reason={reason}
            onClick={() => revoke(queId)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
  return (
    <Panel title={text.waiting} note={value && value.length > 0 ? value.length : undefined} flush>
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={queue.again} />}
      {!value && !fault && <Bones rows={2} />}
      {value?.length === 0 && <p class="panel-body small text-2">{text.nothingWaits}</p>}
      {value && value.length > 0 && (
        <Table name={text.waiting} columns={columns} rows={value} keyOf={({ queId }) => queId} twoLine />
      )}
    </Panel>
  );
}

const SHORT = 10;
const LONG = 200;

export function Done({ eui }: { eui: string }) {
  const { downlinks: text, parts } = words.value;
  const [most, setMost] = useState(SHORT);
  const results = useResults(eui, most);
  const { nameOf } = useStationNames();
  const { fault } = results;
  const value = results.value?.downlinks;
  const more = (results.value?.total ?? 0) > most && most === SHORT;
  const columns: Column<Downlink>[] = [
    contentColumn(),
    {
      name: 'outcome',
      head: text.columns.outcome,
      card: 'start',
      cell: ({ status, lastError }) => {
        const known = outcomeOf(status);
        return (
          <span data-tip={lastError === '' ? undefined : lastError}>
            <State {...OUTCOMES[known]}>{text.outcomes[known]}</State>
          </span>
        );
      },
    },
    {
      name: 'station',
      head: text.columns.station,
      width: 160,
      cut: true,
      card: 'end',
      cell: ({ bsEui }) => (bsEui === '' ? parts.none : nameOf(bsEui)),
    },
    {
      name: 'when',
      head: text.columns.when,
      width: 108,
      end: true,
      card: 'state',
      cell: ({ finishedAt, sentAt }) => {
        const at = msOf(sentAt ?? finishedAt);
        return at === undefined ? parts.none : <Ago at={at} style="moment" />;
      },
    },
  ];
  return (
    <Panel
      title={text.done}
      flush
      foot={
        more && (
          <Button size="compact" onClick={() => setMost(LONG)}>
            {text.more}
          </Button>
        )
      }
    >
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={results.again} />}
      {!value && !fault && <Bones rows={3} />}
      {value?.length === 0 && <p class="panel-body small text-2">{text.nothingDone}</p>}
      {value && value.length > 0 && (
        <Table name={text.done} columns={columns} rows={value} keyOf={({ queId }) => queId} />
      )}
    </Panel>
  );
}

function contentColumn(): Column<Downlink> {
  const text = words.value.downlinks;
  return {
    name: 'content',
    head: text.columns.content,
    width: 200,
    cut: true,
    card: 'name',
    cell: ({ userData, ref, createdBy }) => (
      <DownlinkContent
        payload={userData.map(bytesInHex).filter(Boolean).join(', ')}
        reference={ref}
        tip={createdBy === '' ? undefined : `${text.columns.by} ${createdBy}`}
      />
    ),
  };
}
