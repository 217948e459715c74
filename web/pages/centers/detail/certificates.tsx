import { useMemo, useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import type { ScaciStatus } from '../../../data/centers.ts';
import { type IssuedCertificate, revokeCertificate, useCenterCertificates } from '../../../data/certificates.ts';
import { grouped } from '../../../model/text/eui.ts';
import { Button } from '../../../parts/button.tsx';
import { certificateColumns } from '../../../parts/certificates.tsx';
import { RevokeCertificate } from '../../../parts/dialog/revoke-certificate.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Table } from '../../../parts/table/table.tsx';
import { words } from '../../../words/words.ts';
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
  const { centers: text, certificates } = words.value;
  const query = useCenterCertificates(acEui, reason === undefined);
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<IssuedCertificate | undefined>(undefined);
  const columns = useMemo(() => certificateColumns<IssuedCertificate>(setRevoking), [certificates]);
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
        <Table name={text.certificates} columns={columns} rows={value} keyOf={({ id }) => id} twoLine />
      )}
      {making && <MakeCertificate {...{ acEui, status }} onClose={() => setMaking(false)} />}
      {revoking && (
        <RevokeCertificate
          subject={revoking.subject}
          name={grouped(acEui)}
          inWords={faultOf}
          revoke={why => revokeCertificate(revoking.id, why)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Panel>
  );
}
