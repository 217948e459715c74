import type { RuleName } from './rules.ts';

/** What an alert is about: rows by their id, the rest by a text (the EUI of an endpoint that is not registered, a listener, a file). */
export interface AlertSource {
  readonly type: 'endpoint' | 'base_station' | 'application_center' | 'service_center' | 'integration';
  readonly id: number | string;
  /** Row id of the organization; null is installation-wide. */
  readonly org: number | null;
}

/** Something was seen that a rule judges. What is the same as before may be reported again and again: it costs nothing then. */
export type Seen = {
  readonly rule: RuleName;
  readonly source: AlertSource;
  /** When, milliseconds by the clock of this process. */
  readonly at: number;
  /** What the sentence of the rule is filled with, and what `Alert.data` shows. */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** Uuid of the event that shows it. */
  readonly event?: string;
} & (
  | {
      /** How high it is now: the rule's row says from where on it is too much, or too little. */
      readonly level: number;
    }
  | {
      /** It happened once more, where so many within a time are too many. */
      readonly happened: true;
    }
  | {
      /** It is over for sure: the endpoint attached, sent again, or is registered now. */
      readonly over: true;
    }
);

export type Observe = (seen: Seen) => void;
