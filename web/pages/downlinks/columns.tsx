import type { DownlinkRow } from '../../data/downlinks.ts';
import { OUTCOMES, outcomeOf } from '../../model/downlink-outcome.ts';
import type { Wait } from '../../model/downlink-wait.ts';
import { bytesInHex } from '../../model/text/eui.ts';
import { msOf } from '../../model/text/time.ts';
import { Button } from '../../parts/button.tsx';
import { DownlinkContent } from '../../parts/downlink-content.tsx';
import { EuiText } from '../../parts/eui.tsx';
import { Icon } from '../../parts/icon.tsx';
import { State } from '../../parts/status.tsx';
import type { Column } from '../../parts/table/table.tsx';
import { Ago, ticking } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';

export interface WaitingRow extends DownlinkRow {
  wait: Wait;
}

type NameOf = (bsEui: string) => string;

const LOOKS: Readonly<Record<Wait['kind'], { icon: string; tone: string }>> = {
  unheard: { icon: 'unknown', tone: 'warning' },
  offline: { icon: 'offline', tone: 'error' },
  behind: { icon: 'events', tone: 'muted' },
  window: { icon: 'clock', tone: 'muted' },
  handed: { icon: 'send', tone: 'info' },
  revoking: { icon: 'refresh', tone: 'muted' },
};

export function waitingColumns({
  nameOf,
  reason,
  onRevoke,
}: {
  nameOf: NameOf;
  reason: string | undefined;
  onRevoke: (row: DownlinkRow) => void;
}): Column<WaitingRow>[] {
  const { downlinks: text, parts } = words.value;
  return [
    endpointColumn(),
    contentColumn(),
    {
      name: 'why',
      head: text.columns.why,
      card: 'start',
      cell: row => <Why row={row} nameOf={nameOf} />,
    },
    byColumn(),
    {
      name: 'until',
      head: text.columns.until,
      width: 112,
      end: true,
      card: 'state',
      cell: ({ downlink }) => {
        const at = msOf(downlink.expiresAt);
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
      cell: row =>
        row.downlink.status === 'revoking' ? null : (
          <Button
            kind="quiet"
            size="compact"
            edge
            name={text.revokeName(row.downlink.queId)}
            reason={reason}
            onClick={() => onRevoke(row)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
}

function Why({ row: { wait, downlink }, nameOf }: { row: WaitingRow; nameOf: NameOf }) {
  const { downlinks: text, allDownlinks } = words.value;
  const { icon, tone } = LOOKS[wait.kind];
  const station = 'station' in wait ? wait.station : '';
  return (
    <span class="wait-why">
      <span class="wait-line">
        <Icon name={icon} class={`is-${tone}`} />
        <span>
          {'station' in wait ? text.waits[wait.kind](nameOf(wait.station)) : text.waits[wait.kind]}{' '}
          {wait.kind === 'offline' && (
            <a class="link" href={`/stations/${station}`}>
              {allDownlinks.goTo(nameOf(station))}
            </a>
          )}
        </span>
      </span>
      {downlink.lastError !== '' && (
        <span class="meta" lang="en">
          {text.refused(downlink.lastError)}
        </span>
      )}
    </span>
  );
}

export function doneColumns(nameOf: NameOf): Column<DownlinkRow>[] {
  const { downlinks: text, parts } = words.value;
  return [
    endpointColumn(),
    contentColumn(),
    {
      name: 'outcome',
      head: text.columns.outcome,
      card: 'start',
      cell: ({ downlink: { status, lastError } }) => {
        const known = outcomeOf(status);
        return (
          <span class="wait-why">
            <State {...OUTCOMES[known]}>{text.outcomes[known]}</State>
            {lastError !== '' && (
              <span class="meta" lang="en">
                {lastError}
              </span>
            )}
          </span>
        );
      },
    },
    {
      name: 'station',
      head: text.columns.station,
      width: 160,
      cut: true,
      from: 1024,
      cell: ({ downlink: { bsEui } }) => (bsEui === '' ? parts.none : nameOf(bsEui)),
    },
    byColumn(),
    {
      name: 'when',
      head: text.columns.when,
      width: 108,
      end: true,
      card: 'state',
      cell: ({ downlink: { sentAt, finishedAt } }) => {
        const at = msOf(sentAt ?? finishedAt);
        return at === undefined ? parts.none : <Ago at={at} style="moment" />;
      },
    },
  ];
}

function endpointColumn(): Column<DownlinkRow> {
  const { allDownlinks: text } = words.value;
  return {
    name: 'endpoint',
    head: text.endpoint,
    width: 190,
    card: 'name',
    cut: true,
    cell: ({ downlink: { epEui }, endpoint }) => (
      <>
        <a class="name" href={`/endpoints/${epEui}/downlinks`}>
          {endpoint?.name || <EuiText eui={epEui} />}
        </a>
        {endpoint && endpoint.name !== '' && (
          <span class="under">
            <EuiText eui={epEui} />
          </span>
        )}
      </>
    ),
  };
}

function contentColumn(): Column<DownlinkRow> {
  return {
    name: 'content',
    head: words.value.downlinks.columns.content,
    width: 170,
    cut: true,
    from: 1024,
    cell: ({ downlink: { userData, ref } }) => (
      <DownlinkContent payload={userData.map(bytesInHex).filter(Boolean).join(', ')} reference={ref} />
    ),
  };
}

function byColumn(): Column<DownlinkRow> {
  return {
    name: 'by',
    head: words.value.downlinks.columns.by,
    width: 150,
    cut: true,
    from: 1280,
    cell: ({ downlink: { createdBy, source } }) => createdBy || source,
  };
}
