import { useRights } from '../../../data/call/rights.ts';
import { type ScaciSession, useCenterSessions, useCenters, useScaciStatus } from '../../../data/centers.ts';
import { hostOf } from '../../../model/onboarding.ts';
import { grouped } from '../../../model/text/eui.ts';
import { msOf } from '../../../model/text/time.ts';
import { Bones, Empty } from '../../../parts/empty.tsx';
import { EuiText } from '../../../parts/eui.tsx';
import { Facts, type NamedFact } from '../../../parts/facts.tsx';
import { Page } from '../../../parts/page.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { type Column, Table } from '../../../parts/table/table.tsx';
import { Tabs } from '../../../parts/tabs.tsx';
import { Ago } from '../../../parts/time.tsx';
import { format, words } from '../../../words/words.ts';
import { Errors } from '../errors.tsx';
import { Queue } from '../queue.tsx';
import { SessionState } from '../state.tsx';
import { Certificates } from './certificates.tsx';

const TABS = ['overview', 'errors', 'queue', 'certificate'] as const;

/** One application center: its sessions, what went wrong, what is under way, and by which certificate it signs in. */
export function Center({ acEui, tab }: { acEui: string; tab: string | undefined }) {
  const { centers: text, pages } = words.value;
  const centers = useCenters().value;
  const status = useScaciStatus().value;
  const session = centers?.find(one => one.acEui === acEui);
  const reason = useRights()('S');
  const current = TABS.find(name => name === tab) ?? 'overview';
  const name = session?.name || grouped(acEui);
  return (
    <Page
      title={name}
      crumb={{ href: '/centers', text: pages.centers, here: <EuiText eui={acEui} copy={text.facts.eui} /> }}
      sentence={session && <Sentence session={session} />}
    >
      <Tabs
        label={name}
        current={current}
        tabs={TABS.map(each => ({
          name: each,
          text: text.detailTabs[each],
          href: each === 'overview' ? `/centers/${acEui}` : `/centers/${acEui}/${each}`,
        }))}
      />
      {current === 'overview' &&
        (centers === undefined ? (
          <Bones rows={4} />
        ) : session ? (
          <div class="stack">
            <div class="panel">
              <Facts facts={factsOf(session)} />
            </div>
            <Sessions acEui={acEui} />
          </div>
        ) : (
          <div class="panel">
            <Empty icon="centers" title={text.missing(grouped(acEui))} text={text.missingText} />
          </div>
        ))}
      {current === 'errors' && <Errors acEui={acEui} />}
      {current === 'queue' && <Queue acEui={acEui} />}
      {current === 'certificate' && <Certificates {...{ acEui, reason, status }} />}
    </Page>
  );
}

function Sentence({ session }: { session: ScaciSession }) {
  const { centers: text } = words.value;
  const why = text.reasons[session.closeReason as keyof typeof text.reasons];
  return (
    <>
      <SessionState session={session} />
      {why !== undefined && (
        <>
          <span aria-hidden="true">·</span>
          <span>{why}</span>
        </>
      )}
    </>
  );
}

function factsOf(session: ScaciSession): NamedFact[] {
  const { centers: text } = words.value;
  const { facts } = text;
  const { remoteAddress, tlsVersion, cipherSuite, certificateSubject, protocolVersion, operationsCount } = session;
  const seen = msOf(session.lastActivityAt);
  return [
    ...(seen === undefined ? [] : [[text.columns.seen, <Ago key="seen" at={seen} />] as const]),
    ...(remoteAddress === ''
      ? []
      : [
          [
            facts.address,
            <span key="address" class="mono">
              {hostOf(remoteAddress)}
            </span>,
          ] as const,
        ]),
    ...(tlsVersion === '' ? [] : [[facts.tls, `${tlsVersion}, ${cipherSuite}`] as const]),
    ...(certificateSubject === '' ? [] : [[facts.subject, certificateSubject] as const]),
    ...(protocolVersion === '' ? [] : [[facts.protocol, protocolVersion] as const]),
    [facts.operations, format.value.number(Number(operationsCount))],
    [facts.resume, session.canResume ? text.resumeYes : text.resumeNo],
  ];
}

function Sessions({ acEui }: { acEui: string }) {
  const { centers: text } = words.value;
  const list = useCenterSessions(acEui);
  return (
    <Panel title={text.sessions} note={list.total} flush>
      {list.rows.length === 0 && list.loading && <Bones rows={3} />}
      {list.rows.length > 0 && (
        <Table
          name={text.sessions}
          columns={columns()}
          rows={list.rows}
          keyOf={({ id }) => id}
          total={list.total ?? list.rows.length}
          onEnd={list.more}
        />
      )}
    </Panel>
  );
}

function columns(): Column<ScaciSession>[] {
  const { centers: text, parts } = words.value;
  const when = (at: number | undefined) => (at === undefined ? parts.none : <Ago at={at} style="moment" />);
  return [
    { name: 'state', head: text.columns.state, width: 180, card: 'name', cell: one => <SessionState session={one} /> },
    {
      name: 'since',
      head: text.columns.since,
      width: 120,
      end: true,
      card: 'state',
      cell: ({ connectedAt }) => when(msOf(connectedAt)),
    },
    {
      name: 'until',
      head: text.columns.until,
      width: 120,
      end: true,
      card: 'end',
      label: text.columns.until,
      cell: ({ disconnectedAt }) => when(msOf(disconnectedAt)),
    },
    {
      name: 'why',
      head: text.columns.why,
      gap: true,
      card: 'start',
      cell: ({ closeReason }) => text.reasons[closeReason as keyof typeof text.reasons] ?? closeReason,
    },
    {
      name: 'address',
      head: text.columns.address,
      width: 170,
      from: 1024,
      cell: ({ remoteAddress }) => (
        <span class="mono">{remoteAddress === '' ? parts.none : hostOf(remoteAddress)}</span>
      ),
    },
  ];
}
