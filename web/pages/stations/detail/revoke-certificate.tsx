import { useState } from 'preact/hooks';
import { type IssuedCertificate, revokeCertificate } from '../../../data/certificates.ts';
import { faultOf } from '../../../data/faults.ts';
import { attempt } from '../../../parts/attempt.ts';
import { Question } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { words } from '../../../words/words.ts';

/** Asks before a certificate is revoked, and why: what is revoked does not come back. */
export function RevokeCertificate({
  certificate,
  name,
  onClose,
}: {
  certificate: IssuedCertificate;
  /** Of its station. */
  name: string;
  onClose: () => void;
}) {
  const text = words.value.certificates;
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      await revokeCertificate(certificate.id, reason);
      return text.revoked;
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Question
      title={text.revokeTitle(certificate.subject)}
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
