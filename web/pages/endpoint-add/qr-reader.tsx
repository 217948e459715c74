import { useRef, useState } from 'preact/hooks';
import { type Labelled, labelledOf } from '../../model/text/qr-text.ts';
import { Button } from '../../parts/button.tsx';
import { announce } from '../../parts/note/announce.ts';
import { qrTextOf } from '../../parts/qr-image.ts';
import { words } from '../../words/words.ts';

/**
 * Reads the code on a label from a picture. A phone opens its camera for that, at any address: what shows the camera in the page is there
 * over https alone.
 */
export function QrReader({ onRead }: { onRead: (read: Labelled) => void }) {
  const text = words.value.endpointAdd;
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const read = async (picture: File) => {
    setBusy(true);
    // a picture that cannot be read has no code in it
    const said = await qrTextOf(picture).catch(() => undefined);
    setBusy(false);
    const found = said === undefined ? undefined : labelledOf(said);
    if (found) {
      onRead(found);
      announce({ text: text.qrRead(found.epEui !== '', found.key !== ''), tone: 'ok' });
    } else announce({ text: said === undefined ? text.qrNone : text.qrOther, tone: 'error' });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={text.qrPicture}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          // the same picture may be chosen again
          if (picture) void read(picture).then(() => Object.assign(currentTarget, { value: '' }));
        }}
      />
      <Button kind="quiet" icon="qr" busy={busy ? text.qrReading : undefined} onClick={() => input.current?.click()}>
        {text.qr}
      </Button>
    </>
  );
}
