import type { Eui } from '../../kit/eui.ts';
import type { AttachState } from './attach-records.ts';
import { attachSignatureFits } from './signature.ts';

/** Just before the end of its 24 bits the attach counter may begin anew. */
const ROLLOVER_FROM = 0xffff00;
const ROLLOVER_TO = 0x100;
const KEY_BYTES = 16;
/** POSIX numbers of the answer: every refusal is alike, a missing key is our own fault (BSSCI 9.3). */
const EPROTO = 71;
const EIO = 5;

export type AttachRefusal = 'unknown_endpoint' | 'suspended' | 'no_key' | 'counter_replay' | 'bad_signature';
export type AttachVerdict =
  | { readonly kind: 'accept' | 'repeat' }
  | { readonly kind: 'refuse'; readonly code: number; readonly reason: AttachRefusal };

export interface AttachTelegram {
  readonly epEui: Eui;
  readonly attachCnt: number;
  readonly nonce: Uint8Array;
  readonly sign: Uint8Array;
}

/**
 * Judges an attach (BSSCI 9.3, steps 2 to 6).
 * @param nwkKey the network key in clear
 * @param stillOpen the station repeats an operation that it has not completed
 */
export function judgeAttach(
  endpoint: AttachState | undefined,
  nwkKey: Uint8Array | undefined,
  telegram: AttachTelegram,
  stillOpen: boolean,
  now: number,
  repeatMs: number,
): AttachVerdict {
  if (!endpoint) return refuse('unknown_endpoint');
  if (endpoint.suspended) return refuse('suspended');
  if (nwkKey?.length !== KEY_BYTES) return refuse('no_key', EIO);
  const { attachCnt, sign } = telegram;
  if (isLast(endpoint, telegram)) {
    const recent = endpoint.answeredAt !== null && now - endpoint.answeredAt < repeatMs;
    if (recent || stillOpen) return { kind: 'repeat' };
  }
  if (!newer(attachCnt, endpoint.attachCnt)) return refuse('counter_replay');
  if (!endpoint.skipCheck && !attachSignatureFits(nwkKey, telegram.epEui, attachCnt, sign))
    return refuse('bad_signature');
  return { kind: 'accept' };
}

/** Whether this is the telegram that was accepted last. */
export function isLast(endpoint: AttachState, { attachCnt, nonce, sign }: AttachTelegram): boolean {
  return (
    endpoint.attachCnt === attachCnt &&
    endpoint.nonce !== null &&
    endpoint.sign !== null &&
    Buffer.compare(endpoint.nonce, nonce) === 0 &&
    Buffer.compare(endpoint.sign, sign) === 0
  );
}

function newer(attachCnt: number, stored: number | null): boolean {
  if (stored === null || attachCnt > stored) return true;
  return stored > ROLLOVER_FROM && attachCnt < ROLLOVER_TO;
}

function refuse(reason: AttachRefusal, code: number = EPROTO): AttachVerdict {
  return { kind: 'refuse', code, reason };
}
