import { digitsOf, type NamedValue, withUnit } from '../model/values.ts';
import { format } from '../words/words.ts';

/** A decoded value with its unit, in the digits it deserves. */
export function ValueText({ value }: { value: NamedValue }) {
  return <>{valueText(value)}</>;
}

export function valueText({ value, unit }: NamedValue): string {
  if (typeof value === 'number') return withUnit(format.value.number(value, digitsOf(value)), unit);
  return withUnit(String(value), unit);
}
