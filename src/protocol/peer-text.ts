import { cleaned } from '../kit/printable.ts';

/** Characters of a peer's text that reach a log, an event or a row. */
const MAX_PEER_TEXT = 256;
const MAX_INFO_BYTES = 8192;

/** Text of a peer, fit to be kept (BSSCI 4). */
export function peerText(text: string): string {
  return cleaned(text.slice(0, MAX_PEER_TEXT));
}

/** What a peer says about itself when it connects, as it is kept. Empty texts say nothing. */
export function introduction(said: {
  readonly vendor?: string | undefined;
  readonly model?: string | undefined;
  readonly name?: string | undefined;
  readonly swVersion?: string | undefined;
  readonly info?: unknown;
}): { vendor: string; model: string; name: string; swVersion: string; info: string | undefined } {
  const { vendor = '', model = '', name = '', swVersion = '', info } = said;
  return {
    vendor: peerText(vendor),
    model: peerText(model),
    name: peerText(name),
    swVersion: peerText(swVersion),
    info: peerJson(info),
  };
}

/** What a peer says freely, as JSON that is fit to be kept; undefined when it says nothing, or too much. */
function peerJson(said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null || Array.isArray(said) || Object.keys(said).length === 0)
    return undefined;
  const text = JSON.stringify(said, (_, value: unknown) => plain(value));
  return Buffer.byteLength(text) <= MAX_INFO_BYTES ? text : undefined;
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return cleaned(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), inner]));
}
