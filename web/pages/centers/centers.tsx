import { useMemo, useState } from 'preact/hooks';
import { type IssuedCertificate, revokeCertificate, useCenterCertificates } from '../../data/certificates.ts';
import { faultOf } from '../../data/faults.ts';
import { useRights } from '../../data/rights.ts';
import { grouped } from '../../model/eui.ts';
import { Button } from '../../parts/button.tsx';
import { certificateColumns } from '../../parts/certificates.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RevokeCertificate } from '../../parts/revoke-certificate.tsx';
import { Table } from '../../parts/table.tsx';
import { words } from '../../words/words.ts';
import { AddCenter } from './add-center.tsx';

/** Back ends that speak SCACI: the certificates by which they are let in. */
export default function Centers() {
  const { centers: text, certificates, pages } = words.value;
  const reason = useRights()('S');
  const query = useCenterCertificates(reason === undefined);
  const { value, fault } = query;
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<IssuedCertificate | undefined>(undefined);
  const columns = useMemo(() => certificateColumns<IssuedCertificate>(setRevoking, true), [certificates]);
  const open = () => setAdding(true);
  return (
    <Page
      title={pages.centers}
      sentence={text.sentence}
      actions={
        <Button kind="primary" icon="plus" class="head-action" popup="dialog" reason={reason} onClick={open}>
          <span>{text.add}</span>
        </Button>
      }
    >
      {reason !== undefined && (
        <div class="panel">
          <Empty icon="centers" title={text.mayNot} />
        </div>
      )}
      {reason === undefined && (
        <Panel title={certificates.title} note={value && value.length > 0 ? certificates.note : undefined} flush>
          {!value && fault && <Failure title={certificates.failed} fault={fault} onRetry={query.again} />}
          {!value && !fault && <Bones rows={2} height={52} />}
          {value?.length === 0 && (
            <Empty
              icon="centers"
              title={text.emptyTitle}
              text={text.emptyText}
              actions={
                <Button icon="plus" popup="dialog" onClick={open}>
                  {text.add}
                </Button>
              }
            />
          )}
          {value && value.length > 0 && (
            <Table name={certificates.title} columns={columns} rows={value} keyOf={({ id }) => id} twoLine />
          )}
        </Panel>
      )}
      {adding && <AddCenter onClose={() => setAdding(false)} />}
      {revoking && (
        <RevokeCertificate
          subject={revoking.subject}
          name={grouped(revoking.eui ?? '')}
          inWords={faultOf}
          revoke={why => revokeCertificate(revoking.id, why)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Page>
  );
}
