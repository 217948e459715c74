const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const DIGITS = /^-?\d{1,15}$/;
/** Of the years 1 and 9999. */
const MIN_MS = -62_135_596_800_000;
const MAX_MS = 253_402_300_799_999;

/** A google.protobuf.Timestamp as handlers get it. */
export interface ReadTime {
  readonly seconds: string;
  readonly nanos: number;
}

/** Of RFC 3339, or of milliseconds since 1970; undefined for anything else. */
export function timeOf(given: string | number): ReadTime | undefined {
  if (typeof given === 'number' || DIGITS.test(given)) return ofMilliseconds(Number(given));
  const match = RFC3339.exec(given);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDate = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
  const isOffset = Number(offsetHours) < 24 && Number(offsetMinutes) < 60;
  if (!isDate || !isTime || !isOffset) return undefined;
  const aheadS = (sign === '-' ? -60 : 60) * (Number(offsetHours) * 60 + Number(offsetMinutes));
  const inDayS = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  const seconds = date.getTime() / 1000 + inDayS - aheadS;
  if (seconds * 1000 < MIN_MS || seconds * 1000 > MAX_MS) return undefined;
  return { seconds: String(seconds), nanos: Number(fraction.padEnd(9, '0')) };
}

function ofMilliseconds(ms: number): ReadTime | undefined {
  if (!(ms >= MIN_MS && ms <= MAX_MS)) return undefined;
  const seconds = Math.floor(ms / 1000);
  return { seconds: String(seconds), nanos: Math.round((ms - seconds * 1000) * 1_000_000) };
}
