import { useState } from 'preact/hooks';
import { useRights } from '../../data/call/rights.ts';
import { type ApiKey, useKeys } from '../../data/keys.ts';
import { Button } from '../../parts/button.tsx';
import { Bones, Empty, Failure } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Table } from '../../parts/table/table.tsx';
import { words } from '../../words/words.ts';
import { keyColumns } from './columns.tsx';
import { CreateKey } from './create-key.tsx';
import { DeleteKey } from './delete-key.tsx';
import { NewKey } from './new-key.tsx';

export default function Keys() {
  const text = words.value.keys;
  const query = useKeys();
  const { value, fault } = query;
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<string | undefined>(undefined);
  const [deleting, setDeleting] = useState<ApiKey | undefined>(undefined);
  return (
    <Page
      title={words.value.pages.keys}
      sentence={value && value.length > 0 ? text.sentence(value.length) : undefined}
      actions={
        <Button kind="primary" icon="plus" popup="dialog" reason={useRights()('A')} onClick={() => setCreating(true)}>
          {text.create}
        </Button>
      }
    >
      <div class="panel">
        {!value && fault && <Failure title={text.failed} fault={fault} onRetry={query.again} />}
        {!value && !fault && <Bones rows={3} height={52} />}
        {value?.length === 0 && <Empty icon="key" title={text.emptyTitle} text={text.emptyText} />}
        {value && value.length > 0 && (
          <Table
            name={words.value.pages.keys}
            columns={keyColumns(setDeleting)}
            rows={value}
            keyOf={({ id }) => id}
            twoLine
          />
        )}
      </div>
      {creating && (
        <CreateKey
          onClose={() => setCreating(false)}
          onCreated={key => {
            setCreating(false);
            setMade(key);
          }}
        />
      )}
      {made !== undefined && <NewKey value={made} onDone={() => setMade(undefined)} />}
      {deleting && <DeleteKey of={deleting} onClose={() => setDeleting(undefined)} />}
    </Page>
  );
}
