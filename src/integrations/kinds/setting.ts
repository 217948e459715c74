import type { FieldAt } from '../../domain/integration/kind-settings.ts';
import { type Eui, parseEui } from '../../kit/eui.ts';
import { isPrintable } from '../../kit/printable.ts';

/** One setting of a kind: what may be given, and what it is when nothing is. */
export interface Setting<Value> {
  /** Of a value as the API gives it; one that is empty or absent gives the default. */
  check(wire: unknown, at: FieldAt): Value;
  /** What was stored before there was this setting has it so. */
  readonly fallback: Value;
  /** Write-only: kept sealed, and never shown. */
  readonly secret: boolean;
  /** The closed list of which it is one. */
  readonly words?: readonly string[];
  /** Not on the API: made from others. */
  readonly hidden?: true;
}

/** The setting of each name. */
export type SettingsOf<Settings> = { readonly [Name in keyof Settings]: Setting<Settings[Name]> };

/** The values of settings, with secrets in clear: never kept longer than a connection. */
export type ValuesOf<Settings> = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

/** Why a text is refused; a client may show it. */
const UNPRINTABLE = 'a character that cannot be printed';

function setting<Value>(fallback: Value, check: Setting<Value>['check']): Setting<Value> {
  return { check, fallback, secret: false };
}

/** The same, write-only. */
export function secret<Value>(open: Setting<Value>): Setting<Value> {
  return { ...open, secret: true };
}

/** Trimmed text; the length counts characters. */
function textOf(wire: unknown, max: number, at: FieldAt): string {
  if (typeof wire !== 'string')
    return wire === undefined || wire === null ? '' : at.refuse('format', 'InvalidArgument');
  const given = wire.trim();
  if (!isPrintable(given)) at.refuse('format', 'InvalidArgument', { reason: UNPRINTABLE });
  if ([...given].length > max) at.refuse('range', 'FieldTooLong', { limit: max });
  return given;
}

/** One line of text, with what else must hold for one that is not empty. */
export function text(max: number, check: (given: string, at: FieldAt) => void = () => undefined): Setting<string> {
  return textOr('', max, check);
}

export function textOr(
  fallback: string,
  max: number,
  check: (given: string, at: FieldAt) => void = () => undefined,
): Setting<string> {
  return setting(fallback, (wire, at) => {
    const given = textOf(wire, max, at);
    if (given === '') return fallback;
    check(given, at);
    return given;
  });
}

/** The same; empty is undefined. */
export function optionalText(
  max: number,
  check: (given: string, at: FieldAt) => void = () => undefined,
): Setting<string | undefined> {
  return setting(undefined, (wire, at) => {
    const given = textOf(wire, max, at);
    if (given === '') return undefined;
    check(given, at);
    return given;
  });
}

/** A password is taken as it is, blanks at its ends included. */
export function password(max: number): Setting<string | undefined> {
  return secret(
    setting(undefined, (wire, at) => {
      if (wire === undefined || wire === null || wire === '') return undefined;
      if (typeof wire !== 'string' || wire.includes('\0')) return at.refuse('format', 'InvalidArgument');
      if ([...wire].length > max) at.refuse('range', 'FieldTooLong', { limit: max });
      return wire;
    }),
  );
}

/** Text of several lines; the length counts bytes. Empty is undefined. */
export function document(maxBytes: number, check: (given: string, at: FieldAt) => void): Setting<string | undefined> {
  return setting(undefined, (wire, at) => {
    if (wire === undefined || wire === null) return undefined;
    if (typeof wire !== 'string') return at.refuse('format', 'InvalidArgument');
    const given = wire.trim();
    if (given === '') return undefined;
    if (Buffer.byteLength(given) > maxBytes) at.refuse('range', 'FieldTooLong', { limit: maxBytes });
    check(given, at);
    return `${given}\n`;
  });
}

export function flag(fallback = false): Setting<boolean> {
  return setting(fallback, (wire, at) => {
    if (wire === undefined || wire === null) return fallback;
    return typeof wire === 'boolean' ? wire : at.refuse('format', 'InvalidArgument');
  });
}

/** A whole number; the API knows whether one is given, so that 0 is a number like others. */
export function whole(min: number, max: number, fallback: number): Setting<number> {
  return setting(fallback, (wire, at) => {
    if (wire === undefined || wire === null) return fallback;
    if (typeof wire !== 'number') return at.refuse('format', 'InvalidArgument');
    return Number.isInteger(wire) && wire >= min && wire <= max
      ? wire
      : at.refuse('range', 'FieldOutOfRange', { min, max });
  });
}

/** One of a closed list; the first is the default. */
export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]): Setting<Word> {
  const check: Setting<Word>['check'] = (wire, at) => {
    if (wire === undefined || wire === null || wire === '') return words[0];
    return words.find(word => word === wire) ?? at.refuse('format', 'InvalidEnumValue', { allowed: words.join(', ') });
  };
  return { ...setting<Word>(words[0], check), words };
}

/** One of the first numbers from 0 on. */
export function level<const Level extends number>(levels: readonly Level[], fallback: Level): Setting<Level> {
  return setting<Level>(fallback, (wire, at) => {
    if (wire === undefined || wire === null) return fallback;
    const [min = 0, max = 0] = [levels[0], levels.at(-1)];
    return levels.find(each => each === wire) ?? at.refuse('range', 'FieldOutOfRange', { min, max });
  });
}

export const optionalEui: Setting<Eui | undefined> = setting(undefined, (wire, at) => {
  if (wire === undefined || wire === null || wire === '') return undefined;
  if (typeof wire !== 'string') return at.refuse('format', 'InvalidEUIFormat');
  return parseEui(wire) ?? at.refuse('format', 'InvalidEUIFormat', { value: wire.slice(0, 64) });
});

/** A list of texts without doubles, each checked. */
export function texts(
  max: number,
  longest: number,
  check: (given: string, at: FieldAt) => void,
): Setting<readonly string[]> {
  return setting<readonly string[]>([], (wire, at) => {
    if (wire === undefined || wire === null) return [];
    if (!Array.isArray(wire)) return at.refuse('format', 'InvalidArgument');
    if (wire.length > max) at.refuse('range', 'TooManyItems', { limit: max });
    const given = wire.map(each => textOf(each, longest, at));
    for (const each of given) check(each, at);
    return [...new Set(given)];
  });
}
