import { useState } from 'preact/hooks';
import { go } from '../../../data/call/address.ts';
import { faultOf } from '../../../data/call/faults.ts';
import { deleteIntegration, type Integration } from '../../../data/integrations.ts';
import { Question } from '../../../parts/dialog/dialog.tsx';
import { attempt } from '../../../parts/note/attempt.ts';
import { words } from '../../../words/words.ts';

export function DeleteIntegration({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { integrations: text, parts } = words.value;
  const { id, name, queued, parked } = integration;
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await deleteIntegration(id);
      return text.deleted(name);
    });
    setBusy(false);
    if (!done) return;
    onClose();
    go('/integrations', { replace: true });
  };
  return (
    <Question
      title={text.deleteTitle(name)}
      text={text.deleteText(Number(queued), Number(parked))}
      verb={parts.delete}
      busy={busy ? parts.deleting : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  );
}
