/** A command as it came over the air of a broker, or in an answer; nothing of it is checked yet (integrations section 2.2, 2.3). */
export interface Incoming {
  readonly command: 'down' | 'revoke';
  /** As the topic, the subject or the object names it. */
  readonly epEui: string;
  /** Text of a JSON object, or the object. */
  readonly body: Uint8Array | Readonly<Record<string, unknown>>;
  /** Kept by the broker for each new subscriber: a command without `ref` is not carried out. */
  readonly retained: boolean;
}

/**
 * `stored`: it is done or refused, and the answer has its place in the log. `later`: there is no room now. `malformed`: it cannot be
 * answered, and was counted.
 */
export type CommandOutcome = 'stored' | 'later' | 'malformed';
