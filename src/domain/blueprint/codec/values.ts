import type { DecodedValues, Value } from './blueprint.ts';

/** JSON text of a value: digits of a large whole number are a string, so that no reader makes a double of them. */
export function valueJson(value: Value): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'bigint' ? `"${value}"` : JSON.stringify(value);
}

/** The values as the text of a JSON object, in the order of the layout. Names such as `__proto__` are names. */
export function decodedJson({ values, shown }: Pick<DecodedValues, 'values' | 'shown'>): string {
  let text = '';
  let at = 0;
  for (const value of values.values()) text += `${at === 0 ? '' : ','}${shown[at++]?.key}:${valueJson(value)}`;
  return `{${text}}`;
}

/** What is said about each of the values, as the text of a JSON object: name → unit and label; what is empty is left out. */
export function metaJson({ shown }: DecodedValues): string {
  const entries = shown.map(({ key, unit, label }) => {
    const said = { ...(unit !== '' && { unit }), ...(label !== '' && { label }) };
    return `${key}:${JSON.stringify(said)}`;
  });
  return `{${entries.join(',')}}`;
}

/** A finite number as it is shown: a whole one that a double may have lost digits of is a bigint, and −0 is 0. */
export function shownNumber(value: number): number | bigint {
  if (value <= Number.MAX_SAFE_INTEGER && value >= -Number.MAX_SAFE_INTEGER) return value + 0;
  return BigInt(value);
}
