import { useState } from 'preact/hooks';
import { compactHex, EUI_DIGITS } from '../../model/text/eui.ts';
import { words } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { TextField } from '../form/field.tsx';
import { hexInWords } from '../form/hex-words.ts';
import { Note } from '../note/note.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for another EUI and says what follows. */
export function EuiDialog({
  text,
  onClose,
  onConfirm,
}: {
  /** What follows. */
  text: string;
  onClose: () => void;
  /** True where it worked. */
  onConfirm: (eui: string) => Promise<boolean>;
}) {
  const { changeEui, newEui, changeIt, cancel, saving } = words.value.parts;
  const [eui, setEui] = useState('');
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const mistake = hexInWords(eui, EUI_DIGITS);
  const confirm = async () => {
    setChecked(true);
    if (mistake !== undefined) return;
    setBusy(true);
    const done = await onConfirm(compactHex(eui));
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={changeEui}
      onClose={onClose}
      onSubmit={() => void confirm()}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? saving : undefined}>
            {changeIt}
          </Button>
        </>
      }
    >
      <div class="form">
        <Note tone="warning" boxed>
          {text}
        </Note>
        <TextField
          label={newEui}
          mistake={checked ? mistake : undefined}
          value={eui}
          onInput={setEui}
          mono
          required
          autoFocus
        />
      </div>
    </Dialog>
  );
}
