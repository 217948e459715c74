import { useState } from 'preact/hooks';
import {
  type CenterCertificate,
  revokeCenterCertificate,
  type ScaciStatus,
  useCenterCertificates,
} from '../../../data/centers.ts';
import { faultOf } from '../../../data/faults.ts';
import { attempt } from '../../../parts/attempt.ts';
import { Button } from '../../../parts/button.tsx';
import { Question } from '../../../parts/dialog.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { TextField } from '../../../parts/field.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { type Column, Table } from '../../../parts/table.tsx';
import { format, words } from '../../../words/words.ts';
import { MakeCertificate } from '../make-certificate.tsx';

/** By what it signs in: those that were made here, and another one. */
export function Certificates({
  acEui,
  reason,
  status,
}: {
  acEui: string;
  reason: string | undefined;
  status: ScaciStatus | undefined;
}) {
  const { centers: text } = words.value;
  const query = useCenterCertificates(acEui, reason === undefined);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<CenterCertificate | undefined>(undefined);
  const { value, fault } = query;
  return (
    <Panel
      title={text.certificates}
      end={
        <Button size="compact" popup="dialog" reason={reason} onClick={() => setMaking(true)}>
          {text.make}
        </Button>
      }
      flush
    >
      {reason !== undefined && <p class="panel-body small text-2">{reason}</p>}
      {reason === undefined && !value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {reason === undefined && !value && !fault && <Bones rows={2} />}
      {value?.length === 0 && <Empty icon="certificate" title={text.noCertificates} />}
      {value && value.length > 0 && (
        <Table name={text.certificates} columns={columns(setRevoking)} rows={value} keyOf={({ id }) => id} />
      )}
      {making && <MakeCertificate {...{ acEui, status }} onClose={() => setMaking(false)} />}
      {revoking && <Revoke certificate={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  );
}

function columns(onRevoke: (certificate: CenterCertificate) => void): Column<CenterCertificate>[] {
  const { centers: text, states } = words.value;
  const { certificateColumns: heads } = text;
  return [
    {
      name: 'subject',
      head: heads.subject,
      card: 'name',
      cut: true,
      cell: ({ subject }) => <span class="mono">{subject}</span>,
    },
    {
      name: 'status',
      head: heads.status,
      width: 130,
      card: 'start',
      cell: ({ status }) => states.certificate[status as keyof typeof states.certificate] ?? status,
    },
    {
      name: 'until',
      head: heads.until,
      width: 130,
      end: true,
      card: 'state',
      cell: ({ notAfter }) => format.value.date(Date.parse(notAfter)),
    },
    {
      name: 'revoke',
      head: '',
      width: 110,
      end: true,
      card: 'end',
      cell: certificate =>
        certificate.status === 'revoked' || certificate.status === 'expired' ? null : (
          <Button
            kind="quiet"
            size="compact"
            edge
            name={text.revokeName(certificate.subject)}
            onClick={() => onRevoke(certificate)}
          >
            {text.revoke}
          </Button>
        ),
    },
  ];
}

function Revoke({ certificate, onClose }: { certificate: CenterCertificate; onClose: () => void }) {
  const { centers: text, parts } = words.value;
  const [why, setWhy] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await revokeCenterCertificate(certificate.id, why.trim());
      return text.revoked;
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Question
      title={text.revokeTitle(certificate.subject)}
      text={text.revokeText}
      verb={text.revoke}
      busy={busy ? parts.saving : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <TextField label={text.revokeWhy} value={why} onInput={setWhy} optional />
    </Question>
  );
}
