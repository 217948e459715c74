// Numbers, times and durations as a language writes them.

import { lazy } from './count.ts';

export type Language = 'en' | 'de';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365.25 * DAY;

export interface Format {
  language: Language;
  /** `1,284.36`; at most `digits` after the point. */
  number(value: number, digits?: number): string;
  /** Always with so many digits after the point. */
  fixed(value: number, digits: number): string;
  /** `3 min ago`, and from a day on the date. */
  ago(at: number, now: number): string;
  /** `2 h 48 min`; the two largest parts, and from two years on `9.5 years`. */
  duration(ms: number): string;
  /** `14:02` */
  time(at: number): string;
  /** `14:02:11` */
  clock(at: number): string;
  /** `14:02` today, `Sat 10:02` within six days, else the date. */
  moment(at: number, now: number): string;
  /** `23 Nov 2026` */
  date(at: number): string;
  /** `23 Nov 2026, 14:02:11 CET`: what a tooltip says. */
  full(at: number): string;
  /** `Monday 23 November, 14:26` */
  today(at: number): string;
  /** `Wed 18 Nov, 03:00` */
  dayTime(at: number): string;
  /** `Tue 17` */
  day(at: number): string;
  /** `roof east, barn west and dairy` */
  list(items: readonly string[]): string;
  /** `41 %` of a share from 0 to 1. */
  percent(share: number, digits?: number): string;
  bytes(count: number): string;
}

/** Narrow no-break space between a number and its unit. */
const GAP = '\u00a0';

export function formatFor(language: Language): Format {
  const locale = LOCALES[language];
  const numbers = new Map<string, Intl.NumberFormat>();
  const numberFormat = (least: number, most: number): Intl.NumberFormat => {
    const key = `${least}.${most}`;
    const known = numbers.get(key);
    if (known) return known;
    const made = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
    numbers.set(key, made);
    return made;
  };
  const dates = (options: Intl.DateTimeFormatOptions) => lazy(() => new Intl.DateTimeFormat(locale, options));
  const lists = lazy(() => new Intl.ListFormat(locale, { type: 'conjunction' }));
  const time = dates({ hour: '2-digit', minute: '2-digit', hour12: false });
  const clock = dates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
  const date = dates({ day: 'numeric', month: 'short', year: 'numeric' });
  const shortDate = dates({ day: 'numeric', month: 'short' });
  const weekday = dates({ weekday: 'short' });
  const dayOfMonth = dates({ weekday: 'short', day: 'numeric' });
  const dayMonth = dates({ weekday: 'short', day: 'numeric', month: 'short' });
  const zone = dates({ timeZoneName: 'short' });
  const long = dates({ weekday: 'long', day: 'numeric', month: 'long' });
  const words = UNITS[language];
  const minus = (text: string) => text.replace(/^-/, '\u2212');

  const number = (value: number, digits = 2) => minus(numberFormat(0, digits).format(value));
  const shortDuration = (ms: number): string => {
    if (ms < MINUTE) return `${Math.max(0, Math.round(ms / 1000))}${GAP}s`;
    if (ms < HOUR) return `${Math.floor(ms / MINUTE)}${GAP}min`;
    if (ms < DAY) return `${Math.floor(ms / HOUR)}${GAP}h`;
    return words.days(Math.floor(ms / DAY), number(Math.floor(ms / DAY)));
  };
  return {
    language,
    number,
    fixed: (value, digits) => minus(numberFormat(digits, digits).format(value)),
    ago(at, now) {
      const ms = now - at;
      if (ms < -5 * MINUTE) return date().format(at);
      if (ms < DAY) return words.ago(shortDuration(Math.max(0, ms)));
      return sameYear(at, now) ? shortDate().format(at) : date().format(at);
    },
    duration(ms) {
      if (ms >= 2 * YEAR) return words.years(number(ms / YEAR, 1));
      if (ms >= DAY) {
        const days = Math.floor(ms / DAY);
        const hours = Math.floor((ms % DAY) / HOUR);
        return [words.days(days, number(days)), ...(hours > 0 && days < 10 ? [`${hours}${GAP}h`] : [])].join(' ');
      }
      if (ms >= HOUR) {
        const minutes = Math.floor((ms % HOUR) / MINUTE);
        return [`${Math.floor(ms / HOUR)}${GAP}h`, ...(minutes > 0 ? [`${minutes}${GAP}min`] : [])].join(' ');
      }
      return shortDuration(ms);
    },
    time: at => time().format(at),
    clock: at => clock().format(at),
    moment(at, now) {
      if (isSameDay(at, now)) return time().format(at);
      if (Math.abs(now - at) < 6 * DAY) return `${weekday().format(at)} ${time().format(at)}`;
      return sameYear(at, now) ? shortDate().format(at) : date().format(at);
    },
    date: at => date().format(at),
    full(at) {
      const name =
        zone()
          .formatToParts(at)
          .find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return `${date().format(at)}, ${clock().format(at)} ${name}`;
    },
    today: at => `${long().format(at).replace(',', '')}, ${time().format(at)}`,
    dayTime: at => `${dayMonth().format(at).replace(',', '')}, ${time().format(at)}`,
    day: at => dayOfMonth().format(at).replace(',', ''),
    list: items => lists().format(items),
    percent: (share, digits = 0) => `${numberFormat(digits, digits).format(share * 100)}${GAP}%`,
    bytes(count) {
      const steps = ['B', 'KB', 'MB', 'GB', 'TB'];
      let value = count;
      let step = 0;
      while (value >= 1000 && step < steps.length - 1) {
        value /= 1000;
        step++;
      }
      return `${number(value, step === 0 || value >= 100 ? 0 : 1)}${GAP}${steps[step] ?? ''}`;
    },
  };
}

const UNITS = {
  en: {
    ago: (text: string) => `${text} ago`,
    days: (count: number, text: string) => `${text}${GAP}${count === 1 ? 'day' : 'days'}`,
    years: (text: string) => `${text}${GAP}years`,
  },
  de: {
    ago: (text: string) => `vor ${text}`,
    days: (count: number, text: string) => `${text}${GAP}${count === 1 ? 'Tag' : 'Tage'}`,
    years: (text: string) => `${text}${GAP}Jahre`,
  },
};

function isSameDay(a: number, b: number): boolean {
  const [left, right] = [new Date(a), new Date(b)];
  return left.toDateString() === right.toDateString();
}

function sameYear(a: number, b: number): boolean {
  return new Date(a).getFullYear() === new Date(b).getFullYear();
}
