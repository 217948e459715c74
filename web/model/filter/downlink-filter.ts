// What the search box of downlinks asks for.
import { compactHex, EUI_DIGITS } from '../text/eui.ts';
import type { Filter } from './filter-words.ts';

export const DOWNLINK_WORDS = ['endpoint', 'station', 'status', 'ref'] as const;

export interface DownlinkQuestion {
  epEui: string;
  bsEui: string;
  status: string;
  ref: string;
  /** Values that there are not: said, and not asked for. */
  wrong: string[];
}

/** Text without a word is an EUI of an endpoint, or else a reference. */
export function downlinkQuestion({ words, text }: Filter, statuses: readonly string[]): DownlinkQuestion {
  const wrong: string[] = [];
  const eui = (word: string): string => {
    const given = words.get(word);
    if (given === undefined) return '';
    const plain = compactHex(given);
    if (isEui(plain)) return plain;
    wrong.push(`${word}:${given}`);
    return '';
  };
  const status = words.get('status') ?? '';
  if (status !== '' && !statuses.includes(status)) wrong.push(`status:${status}`);
  const free = compactHex(text);
  return {
    epEui: eui('endpoint') || (isEui(free) ? free : ''),
    bsEui: eui('station'),
    status: statuses.includes(status) ? status : '',
    ref: words.get('ref') ?? (isEui(free) ? '' : text),
    wrong,
  };
}

const isEui = (text: string): boolean => text.length === EUI_DIGITS && /^[0-9a-f]+$/i.test(text);
