import { bareHead } from './lean-uplink.ts';

/** The parts of a `ulData` of the service center that are the same in every one, as it writes them. */
const COMMAND = Buffer.concat([text('command'), text('ulData'), text('opId')]);
const RX_TIME = text('rxTime');

export const DELIVERY_ANSWER = bareHead('ulDataRsp');
const COMPLETION = bareHead('ulDataCmp');

/** What a measurement wants of an uplink that was delivered. */
export interface LeanDelivery {
  readonly opId: number;
  /** Nanoseconds: when the first station of its list has received it. */
  readonly rxTime: bigint;
}

/** Reads an `ulData` in its usual form without building it; undefined when the payload is anything else. */
export function leanDelivery(payload: Buffer): LeanDelivery | undefined {
  if (payload.compare(COMMAND, 0, COMMAND.length, 1, 1 + COMMAND.length) !== 0) return undefined;
  const opId = negativeAt(payload, 1 + COMMAND.length);
  const at = payload.indexOf(RX_TIME);
  if (opId === undefined || at < 0 || payload[at + RX_TIME.length] !== 0xcf) return undefined;
  return { opId, rxTime: payload.readBigUInt64BE(at + RX_TIME.length + 1) };
}

/** Whether this is the completion of an uplink. */
export function isLeanCompletion(payload: Buffer): boolean {
  return payload.compare(COMPLETION, 0, COMPLETION.length, 0, COMPLETION.length) === 0;
}

function negativeAt(payload: Buffer, at: number): number | undefined {
  const format = payload[at] ?? 0;
  if (format >= 0xe0) return format - 0x100;
  if (format === 0xd0) return payload.readInt8(at + 1);
  if (format === 0xd1) return payload.readInt16BE(at + 1);
  if (format === 0xd2) return payload.readInt32BE(at + 1);
  return undefined;
}

function text(word: string): Buffer {
  return Buffer.from([0xa0 | word.length, ...Buffer.from(word)]);
}
