import type { EndpointCount } from '../../domain/message/log.ts';
import type { MessageOut } from '../schema.gen.ts';
import { timestamp } from '../wire.ts';
import type { Counts } from './counts.ts';
import type { Counted } from './thinned.ts';

/** Endpoints that are named with how often they were heard. */
const MOST_ENDPOINTS = 500;

/** What stands in a stream in place of messages. @param isOfStream chooses those that the stream has */
export function countedToWire(
  { endpoints, upTo, more }: Counts,
  isOfStream: (count: EndpointCount) => boolean,
): Counted<MessageOut> {
  const own = endpoints.filter(isOfStream);
  if (own.length === 0) return { item: undefined, messages: 0, upTo, more };
  const messages = own.reduce((all, one) => all + one.messages, 0);
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
