import type { Reception } from './reception.ts';

/** What the newest telegrams of an endpoint said. */
export interface Heard {
  /** Highest counter under the present session key; -1 before the first. */
  lastPacketCnt: number;
  /** Radio time of the newest telegram, ns; 0 before the first. */
  lastSeen: bigint;
  messages: number;
  /** Best reception of the newest telegram; undefined when it is not known here. */
  top: Reception | undefined;
}

/**
 * Moves the packet counter on (BSSCI 9.10, 10.4): never backwards.
 * @returns counters skipped since the last telegram, undefined when the counter went backwards
 */
export function count(heard: Heard, packetCnt: number): number | undefined {
  const { lastPacketCnt } = heard;
  if (packetCnt < lastPacketCnt) return undefined;
  heard.lastPacketCnt = packetCnt;
  return lastPacketCnt < 0 ? 0 : Math.max(packetCnt - lastPacketCnt - 1, 0);
}

/** A message has become visible. @returns whether it is the newest by radio time */
export function hear(heard: Heard, rxTime: bigint, top: Reception): boolean {
  heard.messages++;
  if (rxTime < heard.lastSeen) return false;
  heard.lastSeen = rxTime;
  heard.top = top;
  return true;
}
