import { cleaned } from '../kit/printable.ts';

/** Characters of a peer's text that reach a log, an event or a row. */
const MAX_PEER_TEXT = 256;
const MAX_INFO_BYTES = 8192;

/** Text of a peer, fit to be stored (BSSCI 4). */
export function peerText(text: string): string {
  return cleaned(text.slice(0, MAX_PEER_TEXT));
}

/** What a peer says about itself when it connects, as it is stored. Empty texts say nothing. */
export function introduction(introduced: {
  readonly vendor?: string | undefined;
  readonly model?: string | undefined;
  readonly name?: string | undefined;
  readonly swVersion?: string | undefined;
  readonly info?: unknown;
}): { vendor: string; model: string; name: string; swVersion: string; info: string | undefined } {
  const { vendor = '', model = '', name = '', swVersion = '', info } = introduced;
  return {
    vendor: peerText(vendor),
    model: peerText(model),
    name: peerText(name),
    swVersion: peerText(swVersion),
    info: peerJson(info),
  };
}

/** What a peer says freely, as JSON that is fit to be stored; undefined when it says nothing, or too much. */
function peerJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return undefined;
  const text = JSON.stringify(value, (_, value: unknown) => plain(value));
  return Buffer.byteLength(text) <= MAX_INFO_BYTES ? text : undefined;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), inner]));
}
