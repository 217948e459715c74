import { useState } from 'preact/hooks';
import { centerBundle } from '../../data/certificates.ts';
import { faultOf } from '../../data/faults.ts';
import { compactHex, EUI_DIGITS } from '../../model/eui.ts';
import { attempt } from '../../parts/attempt.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Choice, TextField } from '../../parts/field.tsx';
import { hexInWords } from '../../parts/hex-words.ts';
import { saveBlob } from '../../parts/save-file.ts';
import { words } from '../../words/words.ts';

const LEAST = 8;

/** Makes the certificate of a back end and saves it with its key, which is nowhere else then. */
export function AddCenter({ onClose }: { onClose: () => void }) {
  const { centers: text, stationAdd, parts } = words.value;
  const [eui, setEui] = useState('');
  const [kind, setKind] = useState<'zip' | 'p12'>('zip');
  const [passphrase, setPassphrase] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const euiMistake = hexInWords(eui, EUI_DIGITS);
  const passphraseMistake = kind === 'p12' && passphrase.length < LEAST ? stationAdd.passphraseShort : undefined;
  const make = async () => {
    setChecked(true);
    if (euiMistake ?? passphraseMistake) return;
    setBusy(true);
    const acEui = compactHex(eui);
    const done = await attempt(faultOf, async () => {
      saveBlob(`center-${acEui}.${kind}`, await centerBundle(acEui, kind === 'p12' ? passphrase : ''));
      return text.made;
    });
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={text.add}
      onClose={onClose}
      onSubmit={() => void make()}
      foot={
        <>
          <span class="meta">{text.once}</span>
          <Button onClick={onClose}>{parts.cancel}</Button>
          <Button kind="primary" type="submit" icon="download" busy={busy ? stationAdd.making : undefined}>
            {stationAdd.make}
          </Button>
        </>
      }
    >
      <div class="form">
        <TextField
          label={text.eui}
          help={text.euiHelp}
          mistake={checked ? euiMistake : undefined}
          value={eui}
          onInput={setEui}
          mono
          required
          autoFocus
          apiName="ac_eui"
        />
        <Choice
          label={stationAdd.key}
          value={kind}
          onChange={value => setKind(value === 'p12' ? 'p12' : 'zip')}
          options={[
            { value: 'zip', text: stationAdd.zip, help: stationAdd.zipHelp },
            { value: 'p12', text: stationAdd.p12, help: stationAdd.p12Help },
          ]}
        />
        {kind === 'p12' && (
          <TextField
            label={stationAdd.passphrase}
            help={text.passphraseHelp}
            mistake={checked ? passphraseMistake : undefined}
            value={passphrase}
            onInput={setPassphrase}
            autocomplete="new-password"
            mono
            required
          />
        )}
      </div>
    </Dialog>
  );
}
