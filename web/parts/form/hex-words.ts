import { hexMistake } from '../../model/text/eui.ts';
import { words } from '../../words/words.ts';

/** What is wrong with typed hex, in words; undefined where nothing is, or where it is empty and may be. */
export function hexInWords(text: string, digits: number, required = true): string | undefined {
  const mistake = hexMistake(text, digits);
  if (!mistake || (mistake.kind === 'empty' && !required)) return undefined;
  const { hex } = words.value;
  if (mistake.kind === 'empty') return hex.empty;
  if (mistake.kind === 'letter') return hex.letter(mistake.letter);
  return hex[mistake.kind](mistake.by);
}
