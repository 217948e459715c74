import { useMemo, useState } from 'preact/hooks';
import { endOf, type IssuedCertificate, isOver, useCertificates } from '../../../data/certificates.ts';
import { useRights } from '../../../data/rights.ts';
import type { BaseStation } from '../../../data/station.ts';
import type { Tone } from '../../../model/states.ts';
import { Button } from '../../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { State } from '../../../parts/status.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { format, words } from '../../../words/words.ts';
import { RevokeCertificate } from './revoke-certificate.tsx';

/** Every certificate of a station that is known here, each of which can be revoked. */
export function IssuedCertificates({ station }: { station: BaseStation }) {
  const text = words.value.certificates;
  const refusal = useRights()('B');
  const query = useCertificates(station.bsEui, refusal === undefined);
  const { value, fault } = query;
  const [revoking, setRevoking] = useState<IssuedCertificate | undefined>(undefined);
  const columns = useMemo(() => columnsOf(setRevoking), [text]);
  return (
    <Panel title={text.title} note={value && value.length > 0 ? text.note : undefined} flush>
      {refusal !== undefined && <Empty icon="certificate" title={text.mayNot} />}
      {refusal === undefined && !value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {refusal === undefined && !value && !fault && <Bones rows={2} height={52} />}
      {value?.length === 0 && <Empty icon="certificate" title={text.none} text={text.noneText} />}
      {value && value.length > 0 && (
        <Table name={text.title} columns={columns} rows={value} keyOf={({ id }) => id} twoLine />
      )}
      {revoking && (
        <RevokeCertificate certificate={revoking} name={station.name} onClose={() => setRevoking(undefined)} />
      )}
    </Panel>
  );
}

const DAY_MS = 86_400_000;
/** Of a serial number, where a station has several certificates of one name. */
const SHOWN_DIGITS = 8;

const LOOKS: Readonly<Record<IssuedCertificate['status'], { icon: string; tone: Tone }>> = {
  valid: { icon: 'online', tone: 'ok' },
  expiring: { icon: 'warning', tone: 'warning' },
  expired: { icon: 'offline', tone: 'error' },
  not_yet_valid: { icon: 'clock', tone: 'warning' },
  revoked: { icon: 'disable', tone: 'muted' },
};

function columnsOf(onRevoke: (certificate: IssuedCertificate) => void): Column<IssuedCertificate>[] {
  const { certificates: text } = words.value;
  const { date } = format.value;
  return [
    {
      name: 'status',
      head: text.columns.status,
      width: 160,
      card: 'state',
      cell: ({ status }) => <State {...LOOKS[status]}>{text.status[status]}</State>,
    },
    {
      name: 'serial',
      head: text.columns.serial,
      card: 'name',
      cut: true,
      cell: ({ serialNumber, revokedReason }) => (
        <>
          <span class="mono">{serialNumber}</span>
          {revokedReason && <span class="under plain">{text.because(revokedReason)}</span>}
        </>
      ),
    },
    {
      name: 'from',
      head: text.columns.from,
      width: 130,
      end: true,
      from: 1024,
      cell: ({ notBefore }) => date(Date.parse(notBefore)),
    },
    {
      name: 'until',
      head: text.columns.until,
      width: 150,
      end: true,
      card: 'start',
      cell: certificate => (
        <>
          {date(endOf(certificate))}
          {!isOver(certificate) && (
            <span class="under plain">{text.days(format.value.duration(certificate.daysUntilExpiry * DAY_MS))}</span>
          )}
        </>
      ),
    },
    {
      name: 'act',
      head: '',
      width: 120,
      end: true,
      card: 'end',
      cell: certificate =>
        isOver(certificate) ? null : (
          <Button
            size="compact"
            name={text.revokeName(`${certificate.subject} (${certificate.serialNumber.slice(0, SHOWN_DIGITS)})`)}
            onClick={() => onRevoke(certificate)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
}
