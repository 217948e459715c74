import type { NoticeMessage } from '../domain/notification/outbox.ts';

/** What became of a message. */
export type Outcome =
  | { readonly sent: true }
  | {
      readonly sent: false;
      /** `perhaps`: it was handed over, and the connection ended before its answer. */
      readonly accepted: 'no' | 'perhaps';
      /** For a person, without anything secret. */
      readonly reason: string;
      /** `message`: others may go all the same. */
      readonly about: 'message' | 'channel';
    };

/** A way to tell people something. A new one is a driver here and a name in what `setChannels` is given. */
export interface Channel {
  readonly name: string;
  /** An id for a message, unique in the world; the same message keeps it. */
  messageId(): string;
  /** Never rejects. @param signal ends it early */
  send(message: NoticeMessage, signal: AbortSignal): Promise<Outcome>;
  /**
   * Tells that this is a test.
   * @param say gets a line for everything that happens, without anything secret
   * @param to whom, in place of those that are told
   */
  test(say: (line: string) => void, signal: AbortSignal, to?: readonly string[]): Promise<Outcome>;
}
