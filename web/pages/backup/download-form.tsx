import { useRef, useState } from 'preact/hooks';
import { offerBackup } from '../../data/backups.ts';
import { faultOf } from '../../data/call/faults.ts';
import { Button } from '../../parts/button.tsx';
import { TextField } from '../../parts/form/field.tsx';
import { focusMistake } from '../../parts/form/form.ts';
import { attempt } from '../../parts/note/attempt.ts';
import { Panel } from '../../parts/panel.tsx';
import { saveFrom } from '../../parts/save-file.ts';
import { words } from '../../words/words.ts';

/** As the service center demands it. */
const LEAST = 8;

/** Asks for the passphrase twice, since nobody can find it again. */
export function DownloadForm({ reason }: { reason: string | undefined }) {
  const text = words.value.backup;
  const form = useRef<HTMLFormElement>(null);
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const tooShort = first.length < LEAST ? text.tooShort(LEAST - first.length) : undefined;
  const differ = tooShort === undefined && first !== second ? text.differ : undefined;
  const send = async () => {
    setChecked(true);
    if (tooShort ?? differ) {
      if (form.current) focusMistake(form.current);
      return;
    }
    setBusy(true);
    const begun = await attempt(faultOf, async () => {
      saveFrom(await offerBackup(first));
      return text.begun;
    });
    setBusy(false);
    if (!begun) return;
    setChecked(false);
    setFirst('');
    setSecond('');
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (reason === undefined && !busy) void send();
      }}
    >
      <Panel
        title={text.title}
        class="narrow"
        foot={
          <span class="end">
            <Button
              kind="primary"
              type="submit"
              icon="download"
              reason={reason}
              busy={busy ? text.preparing : undefined}
            >
              {text.download}
            </Button>
          </span>
        }
      >
        <div class="form">
          <p>{text.text}</p>
          <TextField
            label={text.passphrase}
            help={text.passphraseHelp(LEAST)}
            mistake={checked ? tooShort : undefined}
            type="password"
            value={first}
            onInput={setFirst}
            autocomplete="new-password"
            apiName="passphrase"
            required
          />
          <TextField
            label={text.again}
            mistake={checked ? differ : undefined}
            type="password"
            value={second}
            onInput={setSecond}
            autocomplete="new-password"
            required
          />
        </div>
      </Panel>
    </form>
  );
}
