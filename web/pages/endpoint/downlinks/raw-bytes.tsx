import { bytesOf, isBytes, MOST_BYTES } from '../../../model/downlink-form.ts';
import { TextField } from '../../../parts/form/field.tsx';
import { words } from '../../../words/words.ts';

export function RawBytes({
  hex,
  onHex,
  format,
  onFormat,
  checked,
}: {
  hex: string;
  onHex: (hex: string) => void;
  format: string;
  onFormat: (format: string) => void;
  checked: boolean;
}) {
  const text = words.value.downlinks;
  const length = bytesOf(hex).length;
  const mistake = !isBytes(hex) ? text.mistakes.hex : length > MOST_BYTES ? text.mistakes.long(MOST_BYTES) : undefined;
  return (
    <>
      <TextField
        label={text.payload}
        help={text.count(length, MOST_BYTES)}
        mistake={checked || length > MOST_BYTES ? mistake : undefined}
        value={hex}
        onInput={onHex}
        mono
        rows={2}
        apiName="user_data"
      />
      <TextField
        label={text.format}
        type="number"
        min={0}
        max={255}
        value={format}
        onInput={onFormat}
        apiName="format"
      />
    </>
  );
}
