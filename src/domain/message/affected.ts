import type { Scan } from '../../database/scan.ts';
import { PAGE_MS } from '../../database/scan.ts';
import type { Calibration } from '../blueprint/codec/blueprint.ts';
import type { EndpointDecodings } from '../blueprint/endpoint-decodings.ts';
import type { StoredMessage } from './log.ts';
import { type Messages, MOST_POSTED } from './message-store.ts';

/** A stored message with what decodes it beside a document. */
export interface AffectedMessage {
  readonly message: StoredMessage;
  /** What its endpoint has now in place of the document's own values. */
  readonly calibration: Calibration | undefined;
}

/** Finds the messages that a blueprint speaks for, to see what another one would make of them. */
export function affectedReader({
  messages,
  decodedBy,
  calibrationOf,
}: Pick<EndpointDecodings, 'decodedBy' | 'calibrationOf'> & { readonly messages: Pick<Messages, 'select'> }) {
  return {
    /**
     * The newest messages of the endpoints that a blueprint decodes now, newest first. Of very many messages of others, only those of the
     * last second of searching.
     * @param blueprint its uuid
     */
    *newestDecodedBy(org: number, blueprint: string, most: number): Scan<AffectedMessage[]> {
      const endpoints = new Set(decodedBy(org, blueprint));
      const found: AffectedMessage[] = [];
      if (endpoints.size === 0) return found;
      const posted = endpoints.size <= MOST_POSTED;
      const query = { org, endpoint: posted ? [...endpoints] : undefined };
      for (const { item: message } of messages.select(query, { by: 'time', descending: true })) {
        if (message && endpoints.has(message.endpoint)) {
          found.push({ message, calibration: calibrationOf(message.endpoint) });
        }
        if (found.length === most || (yield) > PAGE_MS) break;
      }
      return found;
    },
  };
}
