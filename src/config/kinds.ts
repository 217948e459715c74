import { isIP } from 'node:net';
import { type Eui, parseEui } from '../kit/eui.ts';

/** Name of the systemd credential that holds the master key. */
export const MASTER_KEY_CREDENTIAL = 'waystation.master-key';

/** What the defaults may depend on: the machine, never another setting. */
export interface Machine {
  readonly hostName: string;
  /** All own addresses, loopback included, without zone index. */
  readonly addresses: readonly string[];
  /** `linux/x64` */
  readonly platform: string;
  /** Path of a credential handed over by the service manager, undefined when there is none of this name. */
  credential(name: string): string | undefined;
}

/** One key of the configuration: its description, its check and its default. */
export interface Setting<T> {
  readonly about: string;
  /** What a value must be, as the end of the sentence "must be …". */
  readonly kind: string;
  readonly fallback: (machine: Machine) => T;
  /** The default as the example file shows it: YAML, or prose in angle brackets when it is not a constant. */
  readonly shown: string;
  /** Never printed; may be given as a file under the same name with `_file` at its end. */
  readonly secret?: boolean;
  /** A path: relative ones start at the data directory. */
  readonly path?: boolean;
  /** The default is the value of this other key. */
  readonly follows?: string;
  /** The value as it is used, or undefined when it is not of this kind. */
  accept(value: unknown): T | undefined;
  /** What an environment variable says, as the file would say it. */
  fromText(text: string): unknown;
}

const asIs = (text: string): unknown => text;
const asNumber = (text: string): unknown => (/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
const asFlag = (text: string): unknown => {
  const word = text.trim().toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return true;
  return ['false', 'no', 'off', '0'].includes(word) ? false : text;
};
const asList = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');

function constant<T>(value: T): Pick<Setting<T>, 'fallback' | 'shown'> {
  return { fallback: () => value, shown: value === undefined ? '<none>' : JSON.stringify(value) };
}

/** A whole number within bounds, both included. */
export function whole<D extends number | undefined>(
  about: string,
  fallback: D,
  bounds: { min?: number; max?: number } = {},
): Setting<number | D> {
  const { min = 1, max = Number.MAX_SAFE_INTEGER } = bounds;
  return {
    about,
    kind: `a whole number ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`,
    ...constant<number | D>(fallback),
    accept: value =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
    fromText: asNumber,
  };
}

/** A TCP port; 0 asks the system for a free one. */
export function port(about: string, fallback: number): Setting<number> {
  return whole(about, fallback, { min: 0, max: 65_535 });
}

/** A part of a whole, both bounds included. */
export function fraction(about: string, fallback: number, min: number, max: number): Setting<number> {
  return {
    about,
    kind: `a number from ${min} to ${max}`,
    ...constant(fallback),
    accept: value => (typeof value === 'number' && value >= min && value <= max ? value : undefined),
    fromText: asNumber,
  };
}

export function flag(about: string, fallback: boolean): Setting<boolean> {
  return {
    about,
    kind: 'true or false',
    ...constant(fallback),
    accept: value => (typeof value === 'boolean' ? value : undefined),
    fromText: asFlag,
  };
}

/** A switch that may be left to the rest of the configuration. */
export function flagOrAuto(about: string): Setting<boolean | 'auto'> {
  return {
    about,
    kind: 'true, false or auto',
    ...constant<boolean | 'auto'>('auto'),
    accept: value => (typeof value === 'boolean' || value === 'auto' ? value : undefined),
    fromText: text => (text.trim().toLowerCase() === 'auto' ? 'auto' : asFlag(text)),
  };
}

/** One of a few words. */
export function oneOf<const W extends string, D extends W | undefined>(
  about: string,
  words: readonly W[],
  fallback: D,
): Setting<W | D> {
  return {
    about,
    kind: `one of ${words.join(', ')}`,
    ...constant<W | D>(fallback),
    // YAML reads an unquoted 1.2 as a number.
    accept: value => words.find(word => word === (typeof value === 'number' ? String(value) : value)),
    fromText: asIs,
  };
}

/** Any text that is not empty. */
export function text<D extends string | undefined>(about: string, fallback: D): Setting<string | D> {
  return {
    about,
    kind: 'a text',
    ...constant<string | D>(fallback),
    accept: value => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
    fromText: asIs,
  };
}

/** A host name or address to listen on. */
export function host(about: string, fallback: string): Setting<string> {
  return {
    ...text(about, fallback),
    kind: 'a host name or an address, without port',
    accept: value => (typeof value === 'string' && /^[0-9A-Za-z._:%-]+$/.test(value) ? value : undefined),
  };
}

/** A file or folder; arrives absolute. */
export function path<D extends string | undefined>(about: string, fallback: D): Setting<string | D> {
  return { ...text(about, fallback), kind: 'a path', path: true };
}

/** A text that is never shown. */
export function secret(about: string): Setting<string | undefined> {
  return { ...text(about, undefined), secret: true };
}

/** Without anything that means something in a header or in a command of SMTP. */
const MAIL_ADDRESS = /^[^\s\p{Cc}@<>(),;:"[\]\\]+@[^\s\p{Cc}@<>(),;:"[\]\\]+$/u;

/** An e-mail address without a name. */
export function mailAddress<D extends string | undefined>(about: string, fallback: D): Setting<string | D> {
  return {
    ...text(about, fallback),
    kind: 'an e-mail address',
    accept: value => (typeof value === 'string' && MAIL_ADDRESS.test(value) ? value : undefined),
  };
}

/** E-mail addresses without names; in an environment variable they stand between commas. */
export function mailAddresses(about: string): Setting<readonly string[]> {
  return {
    ...list(about, []),
    kind: 'a list of e-mail addresses',
    accept: value =>
      Array.isArray(value) && value.every(part => typeof part === 'string' && MAIL_ADDRESS.test(part))
        ? value
        : undefined,
  };
}

/** A URL of the web that is never shown: its path may be all that it takes to use it. */
export function secretUrl(about: string): Setting<string | undefined> {
  return { ...secret(about), ...ofTheWeb };
}

/** An address of the web. */
export function webAddress(about: string): Setting<string | undefined> {
  return { ...text(about, undefined), ...ofTheWeb };
}

const ofTheWeb = {
  kind: 'a URL that begins with http:// or https://',
  accept: (value: unknown) =>
    typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined,
};

const TIMES_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

/** From a time of day until another one, in hours and minutes. */
export function timesOfDay(about: string): Setting<string | undefined> {
  return {
    ...text(about, undefined),
    kind: 'two times of day such as 02:00-05:00',
    accept: value => {
      if (typeof value !== 'string' || !TIMES_OF_DAY.test(value)) return undefined;
      const [from, until] = value.split('-');
      return from === until ? undefined : value;
    },
  };
}

/** An EUI-64, normalised to 16 lower-case hex digits. */
export function eui(about: string, shown: string): Setting<Eui | undefined> {
  return {
    about,
    kind: 'an EUI-64 of 16 hex digits, in quotes',
    fallback: () => undefined,
    shown: `<${shown}>`,
    fromText: asIs,
    accept: value => (typeof value === 'string' ? parseEui(value) : undefined),
  };
}

/** Texts; in an environment variable they stand between commas. */
export function list(about: string, fallback: readonly string[]): Setting<readonly string[]> {
  return {
    about,
    kind: 'a list of texts',
    ...constant(fallback),
    accept: value =>
      Array.isArray(value) && value.every(part => typeof part === 'string' && part !== '') ? value : undefined,
    fromText: asList,
  };
}

/** Addresses for reports of a weakness (RFC 9116 2.5.3); in an environment variable they stand between commas. */
export function contacts(about: string): Setting<readonly string[]> {
  const fits = (part: unknown) =>
    typeof part === 'string' && /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+|tel:\+?[\d-]+)$/.test(part);
  return {
    ...list(about, []),
    kind: 'a list of addresses such as mailto:security@example.org or https://example.org/report',
    accept: value => (Array.isArray(value) && value.every(fits) ? value : undefined),
  };
}

const HOST_NAME = /^(?=.{1,253}$)[0-9A-Za-z_][0-9A-Za-z_-]{0,62}(\.[0-9A-Za-z_][0-9A-Za-z_-]{0,62})*$/;
/** Looks like an address, and is none: a name whose last label is a number is read as an address everywhere. */
const NUMERIC = /(^|\.)(\d+|0[xX][0-9A-Fa-f]*)$/;

/** Host names, addresses and networks in CIDR form; in an environment variable they stand between commas. */
export function targets(about: string): Setting<readonly string[]> {
  const fits = (part: unknown) => {
    if (typeof part !== 'string') return false;
    const [net = '', prefix, ...more] = part.split('/');
    const bits = { 4: 32, 6: 128 }[isIP(net)];
    if (bits === undefined) return prefix === undefined && HOST_NAME.test(net) && !NUMERIC.test(net);
    return prefix === undefined || (more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  };
  return {
    ...list(about, []),
    kind: 'a list of host names, addresses and networks such as 10.1.0.0/16',
    accept: value => (Array.isArray(value) && value.every(fits) ? value : undefined),
  };
}

/** Some of the given words, at least one; in an environment variable they stand between commas. */
export function someOf(about: string, words: readonly string[]): Setting<readonly string[]> {
  return {
    about,
    kind: `a list of some of ${words.join(', ')}`,
    ...constant(words),
    accept: value =>
      Array.isArray(value) && value.length > 0 && value.every(word => words.includes(word)) ? value : undefined,
    fromText: asList,
  };
}

/** Whole numbers within bounds, both included; in an environment variable they stand between commas. */
export function numbers(
  about: string,
  fallback: readonly number[],
  { min, max }: { min: number; max: number },
): Setting<readonly number[]> {
  const fits = (part: unknown) => typeof part === 'number' && Number.isInteger(part) && part >= min && part <= max;
  return {
    about,
    kind: `a list of whole numbers from ${min} to ${max}`,
    ...constant(fallback),
    accept: value => (Array.isArray(value) && value.every(fits) ? value : undefined),
    fromText: text => asList(text).map(asNumber),
  };
}

/** A setting whose default comes from the machine; `shown` says it in words. */
export function computed<T, R extends T>(setting: Setting<T>, shown: string, fallback: (machine: Machine) => R) {
  return { ...setting, shown: `<${shown}>`, fallback } as Setting<Exclude<T, undefined>>;
}

/** A setting without a default value: the code that uses it decides, as `shown` says in words. */
export function withoutDefault<T>(setting: Setting<T | undefined>, shown: string): Setting<T | undefined> {
  return { ...setting, shown: `<${shown}>` };
}

/** A setting whose default is the value of another key. */
export function follows<T>(setting: Setting<T>, key: string): Setting<T> {
  return { ...setting, shown: `<as ${key}>`, follows: key };
}
