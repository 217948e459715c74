import type { EndpointCount } from '../../domain/message/log.ts';
import type { MessageOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import type { Counted } from './thinned.ts';

/** Messages that are counted in one read of the log, in a few milliseconds. */
export const COUNTED = 20_000;
/** Endpoints that are named with how often they were heard. */
const MOST_ENDPOINTS = 500;

/**
 * What stands in a stream in place of the next messages of the log.
 * @param counts of at most `COUNTED` messages behind `after`
 * @param isOfStream chooses those that the stream has
 */
export function countedToWire(
  counts: readonly EndpointCount[],
  isOfStream: (count: EndpointCount) => boolean,
  after: number,
): Counted<MessageOut> {
  const upTo = counts.reduce((last, { lastSeq }) => Math.max(last, lastSeq), after);
  const more = sum(counts) === COUNTED;
  const own = counts.filter(isOfStream);
  if (own.length === 0) return { item: undefined, messages: 0, upTo, more };
  const messages = sum(own);
  const most = own.toSorted((a, b) => b.messages - a.messages).slice(0, MOST_ENDPOINTS);
  const item = {
    seq: upTo,
    counts: {
      messages,
      first_stored_at: timestamp(Math.min(...own.map(one => one.firstStoredAt))),
      last_stored_at: timestamp(Math.max(...own.map(one => one.lastStoredAt))),
      endpoints: most.map(one => ({ ep_eui: one.epEui, ep_name: one.epName, messages: one.messages })),
    },
  };
  return { item, messages, upTo, more };
}

function sum(counts: readonly EndpointCount[]): number {
  return counts.reduce((all, { messages }) => all + messages, 0);
}
