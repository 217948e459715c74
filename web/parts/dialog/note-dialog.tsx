import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../../words/words.ts';
import { Button } from '../button.tsx';
import { TextField } from '../form/field.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for a note to what is about to be done, which may stay empty. */
export function NoteDialog({
  title,
  about,
  lang,
  label,
  help,
  verb,
  children,
  onClose,
  onConfirm,
}: {
  title: string;
  /** What it is done to. */
  about: string;
  lang?: string | undefined;
  label: string;
  help: string;
  verb: string;
  /** What to know before. */
  children?: ComponentChildren;
  onClose: () => void;
  /** True where it worked. */
  onConfirm: (note: string) => Promise<boolean>;
}) {
  const { cancel, saving } = words.value.parts;
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const done = await onConfirm(note.trim());
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => void confirm()}
      foot={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button kind="primary" type="submit" busy={busy ? saving : undefined}>
            {verb}
          </Button>
        </>
      }
    >
      <div class="form">
        <p class="strong" lang={lang}>
          {about}
        </p>
        {children}
        <TextField label={label} help={help} value={note} onInput={setNote} rows={2} optional autoFocus />
      </div>
    </Dialog>
  );
}
