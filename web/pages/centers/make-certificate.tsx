import { useState } from 'preact/hooks';
import { faultOf } from '../../data/call/faults.ts';
import type { ScaciStatus } from '../../data/centers.ts';
import { centerBundle } from '../../data/certificates.ts';
import { compactHex, EUI_DIGITS, grouped } from '../../model/text/eui.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { Choice, TextField } from '../../parts/form/field.tsx';
import { hexInWords } from '../../parts/form/hex-words.ts';
import { attempt } from '../../parts/note/attempt.ts';
import { saveBlob } from '../../parts/save-file.ts';
import { words } from '../../words/words.ts';

const SHORTEST = 8;
type CenterFile = 'zip' | 'p12';

/** Makes the file by which a center signs in; its key is in that file alone. */
export function MakeCertificate({
  acEui,
  status,
  onClose,
}: {
  /** Of a center that is known; else it is asked for. */
  acEui?: string;
  status: ScaciStatus | undefined;
  onClose: () => void;
}) {
  const { centers: text, parts } = words.value;
  const [eui, setEui] = useState(acEui ?? '');
  const [file, setFile] = useState<CenterFile>('zip');
  const [passphrase, setPassphrase] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const euiMistake = hexInWords(eui, EUI_DIGITS);
  const short = file === 'p12' && passphrase.length < SHORTEST ? text.passphraseShort : undefined;
  const submit = async () => {
    setChecked(true);
    if (euiMistake !== undefined || short !== undefined) return;
    setBusy(true);
    const done = await attempt(faultOf, async () => {
      const plain = compactHex(eui);
      const name = `center-${plain}.${file}`;
      saveBlob(name, await centerBundle(plain, file === 'p12' ? passphrase : ''));
      return text.made(name);
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={text.makeTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      foot={
        <>
          {status && <span class="meta">{text.dial(String(status.listenPort), grouped(status.scEui))}</span>}
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? text.making : undefined}>
            {text.makeIt}
          </Button>
        </>
      }
    >
      <div class="form">
        <p class="small text-2">{text.makeText}</p>
        {acEui === undefined && (
          <TextField
            label={text.eui}
            help={text.euiHelp}
            mistake={checked ? euiMistake : undefined}
            value={eui}
            onInput={setEui}
            mono
            required
            autoFocus
          />
        )}
        <Choice
          label={text.file}
          value={file}
          options={(['zip', 'p12'] as const).map(value => ({ value, text: text.files[value] }))}
          onChange={value => setFile(value as CenterFile)}
        />
        {file === 'p12' && (
          <TextField
            label={text.passphrase}
            help={text.passphraseHelp}
            mistake={checked ? short : undefined}
            type="password"
            autocomplete="new-password"
            value={passphrase}
            onInput={setPassphrase}
            required
          />
        )}
      </div>
    </Dialog>
  );
}
