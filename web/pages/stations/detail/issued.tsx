import { useMemo, useState } from 'preact/hooks';
import { faultOf } from '../../../data/call/faults.ts';
import { useRights } from '../../../data/call/rights.ts';
import { type IssuedCertificate, revokeCertificate, useCertificates } from '../../../data/certificates.ts';
import type { BaseStation } from '../../../data/station.ts';
import { certificateColumns } from '../../../parts/certificates.tsx';
import { RevokeCertificate } from '../../../parts/dialog/revoke-certificate.tsx';
import { Bones, Empty, Failure } from '../../../parts/empty.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Table } from '../../../parts/table/table.tsx';
import { words } from '../../../words/words.ts';

/** Every certificate of a station that is known here, each of which can be revoked. */
export function IssuedCertificates({ station }: { station: BaseStation }) {
  const text = words.value.certificates;
  const refusal = useRights()('B');
  const query = useCertificates(station.bsEui, refusal === undefined);
  const { value, fault } = query;
  const [revoking, setRevoking] = useState<IssuedCertificate | undefined>(undefined);
  const columns = useMemo(() => certificateColumns<IssuedCertificate>(setRevoking), [text]);
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
        <RevokeCertificate
          subject={revoking.subject}
          name={station.name}
          inWords={faultOf}
          revoke={reason => revokeCertificate(revoking.id, reason)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Panel>
  );
}
