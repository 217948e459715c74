/** Characters of a peer's text that reach a log, an event or a row. */
const MAX_PEER_TEXT = 256;
const CONTROL = /[\u0000-\u001f\u007f]/g;

/** Text of a peer, fit to be kept (BSSCI 4). */
export function peerText(text: string): string {
  return text.slice(0, MAX_PEER_TEXT).replace(CONTROL, '');
}
