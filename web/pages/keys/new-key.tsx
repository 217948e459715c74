import { Button, CopyButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog/dialog.tsx';
import { TextField } from '../../parts/form/field.tsx';
import { words } from '../../words/words.ts';

/** Shown once; only *Done* closes it, so that no key is lost by a wrong press. */
export function NewKey({ value, onDone }: { value: string; onDone: () => void }) {
  const text = words.value.keys;
  const curl = `curl -H 'X-API-Key: ${value}' ${location.origin}/api/v2/system/status`;
  return (
    <Dialog
      title={text.newKey}
      foot={
        <Button kind="primary" onClick={onDone}>
          {text.done}
        </Button>
      }
    >
      <div class="form">
        <p>{text.newKeyText}</p>
        <div class="key-value">
          <TextField label={text.key} value={value} onInput={() => undefined} mono readOnly />
          <CopyButton text={value} what={text.key} />
        </div>
        <pre class="mono curl">{curl}</pre>
      </div>
    </Dialog>
  );
}
