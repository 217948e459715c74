import { InvalidArgumentError } from 'commander';
import type { Blueprint } from '../../domain/blueprint/codec/blueprint.ts';
import type { Eui } from '../../kit/eui.ts';
import { MAX_USER_DATA } from '../../scaci/operations.ts';
import { eui, hex } from '../values.ts';

type Values = Readonly<Record<string, unknown>>;

/** A downlink as it is written on a command line. */
export interface WrittenDownlink {
  readonly epEui: Eui;
  /** Bytes, or values that a blueprint makes bytes of. */
  readonly content: { readonly userData: Buffer } | { readonly values: Values };
}

/** The same as it is sent. */
export interface SentDownlink {
  readonly epEui: Eui;
  readonly userData: Buffer;
  readonly format: number;
}

/** How downlinks are made. */
export interface DownlinkSetting {
  readonly blueprint: Blueprint | undefined;
  /** Undefined: 0 for bytes, and for values the first of the blueprint. */
  readonly format: number | undefined;
}

const USER_DATA = hex(0, MAX_USER_DATA);

/** `EUI:HEX` or `EUI:{…}` @throws InvalidArgumentError */
export function downlinkOfOption(text: string): WrittenDownlink {
  // Colons may be in the EUI and in the values.
  const object = text.indexOf(':{');
  const at = object < 0 ? text.lastIndexOf(':') : object;
  if (at < 0) throw new InvalidArgumentError('An EUI-64, a colon and user data in hex, or values.');
  return written(text.slice(0, at), text.slice(at + 1));
}

/** `EUI HEX` or `EUI {…}`; undefined for an empty line. @throws InvalidArgumentError */
export function downlinkOfLine(text: string): WrittenDownlink | undefined {
  const [, epEui = '', content = ''] = /^\s*(\S*)\s*(.*?)\s*$/.exec(text) ?? [];
  if (epEui === '') return undefined;
  if (!content.startsWith('{') && /\s/.test(content)) throw new InvalidArgumentError('An EUI-64 and user data in hex.');
  return written(epEui, content);
}

/** @throws InvalidArgumentError when values make no payload */
export function sentDownlink(
  { epEui, content }: WrittenDownlink,
  { blueprint, format }: DownlinkSetting,
): SentDownlink {
  if ('userData' in content) return { epEui, userData: content.userData, format: format ?? 0 };
  if (!blueprint) throw new InvalidArgumentError('Values need --blueprint.');
  const chosen = format ?? blueprint.downlinkFormats[0];
  if (chosen === undefined) throw new InvalidArgumentError('The blueprint has no downlink format.');
  return { epEui, userData: encoded(blueprint, chosen, content.values), format: chosen };
}

function encoded(blueprint: Blueprint, format: number, values: Values): Buffer {
  const made = blueprint.encode({ format, values });
  if (!made.ok) {
    const { reason, field, detail } = made;
    throw new InvalidArgumentError(`${reason}${field === '' ? '' : ` for ${field}`}: ${detail}`);
  }
  const { length } = made.payload;
  if (length > MAX_USER_DATA) throw new InvalidArgumentError(`${length} bytes are more than ${MAX_USER_DATA}.`);
  return Buffer.from(made.payload);
}

function written(epEui: string, content: string): WrittenDownlink {
  return {
    epEui: eui(epEui),
    content: content.startsWith('{') ? { values: valuesIn(content) } : { userData: USER_DATA(content) },
  };
}

function valuesIn(text: string): Values {
  try {
    return JSON.parse(text) as Values;
  } catch {
    throw new InvalidArgumentError('A JSON object of values.');
  }
}
