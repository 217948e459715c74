import type { ItemStream } from './integration-records.ts';

type Places = Readonly<Record<ItemStream, number>>;

/** Where the streams end, and where a time is in them. */
export interface LogEnds {
  /** The newest place of each. */
  newest(): Places;
  /** The places before what was stored at or after a time (milliseconds). */
  before(at: number): Places;
}

interface Stream {
  edges(): { readonly newest: number };
  seqBefore(at: number): number;
}

export function logEnds({ messages, eventLog }: { readonly messages: Stream; readonly eventLog: Stream }): LogEnds {
  return {
    newest: () => ({ log: messages.edges().newest, events: eventLog.edges().newest }),
    before: at => ({ log: messages.seqBefore(at), events: eventLog.seqBefore(at) }),
  };
}
