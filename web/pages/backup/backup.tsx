import { useState } from 'preact/hooks';
import { bugReport, type Snapshot, useLastDownload, useSnapshots } from '../../data/backups.ts';
import { faultOf } from '../../data/call/faults.ts';
import { useRights } from '../../data/call/rights.ts';
import { now } from '../../model/text/clock.ts';
import { Button } from '../../parts/button.tsx';
import { Command } from '../../parts/command.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { attempt } from '../../parts/note/attempt.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { saveBlob } from '../../parts/save-file.ts';
import { type Column, Table } from '../../parts/table/table.tsx';
import { Ago } from '../../parts/time.tsx';
import { format, words } from '../../words/words.ts';
import { DownloadForm } from './download-form.tsx';

/** As docs/backup.md has it. */
const RESTORE =
  'sudo systemctl stop waystation\nsudo waystation restore /media/usb/waystation.tar.gz --data-dir /var/lib/waystation\nsudo systemctl start waystation';

/** The file for the safe, the copies on the box, and the report for support. */
export default function Backup() {
  const text = words.value.backup;
  const reason = useRights()('S');
  const last = useLastDownload(reason === undefined).value;
  return (
    <Page
      title={words.value.pages.backup}
      sentence={
        <>
          <span>{text.sentence}</span>
          {last !== undefined && <span aria-hidden="true">·</span>}
          {last === 'never' && <span class="is-warning">{text.never}</span>}
          {typeof last === 'number' && <span>{text.last(format.value.ago(last, now()))}</span>}
        </>
      }
    >
      <div class="stack">
        <DownloadForm reason={reason} />
        <Snapshots mayRead={reason === undefined} />
        <Panel title={text.restore} class="narrow">
          <p>{text.restoreText}</p>
          <Command text={RESTORE} what={text.restoreCommand} />
        </Panel>
        <Support reason={reason} />
      </div>
    </Page>
  );
}

function Snapshots({ mayRead }: { mayRead: boolean }) {
  const text = words.value.backup;
  const query = useSnapshots(mayRead);
  const { value, fault } = query;
  if (!mayRead) return null;
  return (
    <Panel title={text.snapshots} flush>
      <p class="panel-text text-2">{text.snapshotsText}</p>
      {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
      {!value && !fault && <Bones rows={2} />}
      {value?.length === 0 && <Empty icon="backup" title={text.noSnapshots} text={text.noSnapshotsText} />}
      {value && value.length > 0 && (
        <Table name={text.snapshots} columns={columns()} rows={value} keyOf={({ name }) => name} />
      )}
    </Panel>
  );
}

function columns(): Column<Snapshot>[] {
  const text = words.value.backup;
  return [
    {
      ...{ name: 'taken', head: text.taken, width: 160, card: 'name' },
      cell: ({ createdAt }) => <Ago at={Date.parse(createdAt)} style="moment" />,
    },
    {
      ...{ name: 'size', head: text.size, width: 104, end: true, card: 'end' },
      cell: ({ bytes }) => format.value.bytes(bytes),
    },
    {
      ...{ name: 'kind', head: text.kind, width: 160, gap: true, card: 'start' },
      cell: ({ beforeUpgrade }) => (beforeUpgrade ? text.beforeUpgrade : text.daily),
    },
    {
      ...{ name: 'file', head: text.file, cut: true, from: 1024 },
      cell: ({ name }) => <span class="mono text-2">{name}</span>,
    },
  ];
}

function Support({ reason }: { reason: string | undefined }) {
  const text = words.value.backup;
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await attempt(faultOf, async () => {
      const day = new Date(now()).toISOString().slice(0, 10);
      saveBlob(`waystation-bugreport-${day}.zip`, await bugReport());
      return undefined;
    });
    setBusy(false);
  };
  return (
    <Panel title={text.support} class="narrow">
      <div class="stack">
        <p>{text.supportText}</p>
        <div>
          <Button icon="download" reason={reason} busy={busy ? text.supportBusy : undefined} onClick={download}>
            {text.supportDownload}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
