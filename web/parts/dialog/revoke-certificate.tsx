import { useState } from 'preact/hooks';
import { words } from '../../words/words.ts';
import { TextField } from '../form/field.tsx';
import { attempt } from '../note/attempt.ts';
import { Question } from './dialog.tsx';

/** Asks before a certificate is revoked, and why: what is revoked does not come back. */
export function RevokeCertificate({
  subject,
  name,
  inWords,
  revoke,
  onClose,
}: {
  subject: string;
  /** Of its peer. */
  name: string;
  inWords: Parameters<typeof attempt>[0];
  revoke: (reason: string) => Promise<void>;
  onClose: () => void;
}) {
  const text = words.value.certificates;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(inWords, async () => {
      await revoke(reason);
      return text.revoked;
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Question
      title={text.revokeTitle(subject)}
      text={text.revokeText(name)}
      verb={text.revoke}
      busy={busy ? text.revoking : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <TextField label={text.reason} value={reason} onInput={setReason} help={text.reasonHelp} optional />
    </Question>
  );
}
