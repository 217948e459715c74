// What the QR code of a sensor says: its EUI alone, `EUI;KEY`, or a JSON object that has either.
import { compactHex, EUI_DIGITS, KEY_DIGITS } from './eui.ts';

export interface Labelled {
  /** Without separators, in lower case; empty: the code has none. */
  epEui: string;
  key: string;
}

const PARTS = /[;|\n\r\t]/;
const HEX = /^[0-9a-f]+$/;
/** Names of fields, as makers write them: `epEui`, `EP-EUI`, `devEui`. */
const EUI_NAME = /eui$/;
const KEY_NAME = /key$/;

/** Undefined: it is of something else. */
export function labelledOf(text: string): Labelled | undefined {
  const { euis, keys } = fieldsOf(text) ?? partsOf(text);
  // two of them say nothing: which is the endpoint's?
  if (euis.length > 1 || keys.length > 1) return undefined;
  const [epEui = '', key = ''] = [euis[0], keys[0]];
  return epEui === '' && key === '' ? undefined : { epEui, key };
}

interface Found {
  euis: readonly string[];
  keys: readonly string[];
}

function partsOf(text: string): Found {
  const parts = text.split(PARTS).map(compactHex);
  return { euis: parts.filter(part => isHex(part, EUI_DIGITS)), keys: parts.filter(part => isHex(part, KEY_DIGITS)) };
}

function fieldsOf(text: string): Found | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // a code that is no JSON
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value).map(
    ([name, field]) => [name.replace(/[^a-z]/gi, '').toLowerCase(), compactHex(String(field))] as const,
  );
  const of = (name: RegExp, digits: number) =>
    fields.flatMap(([called, hex]) => (name.test(called) && isHex(hex, digits) ? [hex] : []));
  // the EUI of a base station or a type stands beside that of the endpoint at times
  const named = fields.filter(([called]) => /^(ep|endpoint|dev|device)?eui$/.test(called));
  const euis =
    named.length > 0 ? named.flatMap(([, hex]) => (isHex(hex, EUI_DIGITS) ? [hex] : [])) : of(EUI_NAME, EUI_DIGITS);
  return { euis, keys: of(KEY_NAME, KEY_DIGITS) };
}

const isHex = (text: string, digits: number): boolean => text.length === digits && HEX.test(text);
