import { useState } from 'preact/hooks';
import { useRights } from '../../data/call/rights.ts';
import { isConnected, type ScaciSession, useCenters, useScaciStatistics, useScaciStatus } from '../../data/centers.ts';
import { hostOf } from '../../model/onboarding.ts';
import { grouped } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Button } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Note } from '../../parts/note/note.tsx';
import { Page } from '../../parts/page.tsx';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Tile } from '../../parts/tile.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { Errors } from './errors.tsx';
import { MakeCertificate } from './make-certificate.tsx';
import { Queue } from './queue.tsx';
import { SessionState } from './state.tsx';

const PATHS = { centers: '/centers', errors: '/centers/errors', queue: '/centers/queue' } as const;
type TabName = keyof typeof PATHS;

/** Back ends that speak SCACI: who is connected, what went wrong, what of theirs is under way. */
export default function Centers({ tab }: { tab: TabName }) {
  const { centers: text, pages } = words.value;
  const status = useScaciStatus().value;
  const centers = useCenters();
  const [making, setMaking] = useState(false);
  const reason = useRights()('S');
  const port = String(status?.listenPort ?? 5001);
  return (
    <Page
      title={pages.centers}
      sentence={status && text.sentence(status.activeSessions, port)}
      actions={
        <Button kind="primary" icon="plus" popup="dialog" reason={reason} onClick={() => setMaking(true)}>
          {text.add}
        </Button>
      }
    >
      {status && !(status.enabled && status.serviceOnline) && (
        <Note tone="warning" boxed>
          {status.enabled ? text.notListening : text.off}
        </Note>
      )}
      <Figures />
      <Tabs
        label={pages.centers}
        current={tab}
        tabs={(['centers', 'errors', 'queue'] as const).map(name => ({
          name,
          text: text.tabs[name],
          href: PATHS[name],
          count: name === 'centers' ? (centers.value?.length ?? 0) : 0,
        }))}
      />
      {tab === 'errors' && <Errors acEui="" />}
      {tab === 'queue' && <Queue acEui="" />}
      {tab === 'centers' && (
        <div class="panel">
          {!centers.value && centers.fault && (
            <Failure title={text.failed} fault={centers.fault} onRetry={centers.again} />
          )}
          {!centers.value && !centers.fault && <Bones rows={3} height={52} />}
          {centers.value?.length === 0 && <Empty icon="centers" title={text.emptyTitle} text={text.emptyText(port)} />}
          {centers.value && centers.value.length > 0 && (
            <Table name={pages.centers} columns={columns()} rows={centers.value} keyOf={({ acEui }) => acEui} twoLine />
          )}
        </div>
      )}
      {making && <MakeCertificate status={status} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function Figures() {
  const { centers: text, parts } = words.value;
  const { number, percent, duration } = format.value;
  const figures = useScaciStatistics().value;
  const status = useScaciStatus().value;
  const some = <T,>(value: T | undefined, shown: (value: T) => string) =>
    value === undefined ? parts.none : shown(value);
  const operations = Number(figures?.totalOperations ?? 0);
  return (
    <div class="tiles five">
      <Tile label={text.tiles.connected} note={text.now} value={some(status?.activeSessions, number)} />
      <Tile
        label={text.tiles.delivered}
        note={text.day}
        value={some(figures && Number(figures.uplinksDelivered), number)}
      />
      <Tile
        label={text.tiles.success}
        note={operations > 0 ? text.day : ''}
        value={figures && operations > 0 ? percent(figures.successRate / 100, 1) : parts.none}
      />
      <Tile
        label={text.tiles.time}
        note={text.mean}
        value={some(figures?.avgDeliveryMs, ms => (ms < 1000 ? `${number(ms, 0)} ms` : duration(ms)))}
      />
      <Tile label={text.tiles.held} note={text.now} value={some(status?.pendingOperations, number)} />
    </div>
  );
}

function columns(): Column<ScaciSession>[] {
  const { centers: text, parts } = words.value;
  return [
    { name: 'state', head: text.columns.state, width: 170, card: 'state', cell: one => <SessionState session={one} /> },
    {
      name: 'name',
      head: text.columns.name,
      card: 'name',
      cut: true,
      cell: ({ acEui, name }) => (
        <>
          <a class="name" href={`/centers/${acEui}`}>
            {name || grouped(acEui)}
          </a>
          {name !== '' && (
            <span class="under">
              <EuiText eui={acEui} />
            </span>
          )}
        </>
      ),
    },
    {
      name: 'seen',
      head: text.columns.seen,
      width: 130,
      end: true,
      card: 'start',
      label: text.columns.seen,
      cell: ({ lastActivityAt }) => {
        const at = msOf(lastActivityAt);
        return at === undefined ? parts.none : <Ago at={at} />;
      },
    },
    {
      name: 'open',
      head: text.columns.open,
      width: 100,
      end: true,
      from: 1024,
      cell: ({ pendingOperations }) => format.value.number(pendingOperations),
    },
    {
      name: 'address',
      head: text.columns.address,
      width: 160,
      gap: true,
      from: 1024,
      cell: session => (
        <span class="mono">
          {isConnected(session) && session.remoteAddress !== '' ? hostOf(session.remoteAddress) : parts.none}
        </span>
      ),
    },
    {
      name: 'program',
      head: text.columns.program,
      width: 190,
      from: 1280,
      cut: true,
      cell: ({ vendor, model, swVersion }) => [vendor, model, swVersion].filter(Boolean).join(' ') || parts.none,
    },
  ];
}
