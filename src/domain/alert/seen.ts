import type { AlertRuleName } from './rules.ts';

/**
 * What an alert is about: rows by their id, the rest by a text. That is the EUI of an endpoint that is not registered, of a station
 * that is not, or of an application center; of the service center the name of the listener (`bssci`), `ca`, the uuid of the
 * organization, and nothing for what there is once (disk, database, backup, clock, load).
 */
export interface AlertSource {
  readonly type: 'endpoint' | 'base_station' | 'application_center' | 'service_center' | 'integration';
  readonly id: number | string;
  /** Row id of the organization; null is installation-wide. */
  readonly org: number | null;
}

/** Something was seen that a rule judges. What is the same as before may be reported again and again: it costs nothing then. */
export type Observation = {
  readonly rule: AlertRuleName;
  readonly source: AlertSource;
  /** When, milliseconds by the clock of this process. */
  readonly at: number;
  /**
   * What the sentence of the rule is filled with, and what `Alert.data` shows. That of `endpoint_silent` has `intervalSeconds`: so long
   * the endpoint is given to be heard when its only station is back.
   */
  readonly data?: Readonly<Record<string, string | number | boolean>>;
  /** Uuid of the event that shows it. */
  readonly event?: string;
} & (
  | {
      /** How high it is now: the rule's row says from where on it is too much, or too little. */
      readonly level: number;
      /** The limits where they depend on the machine, the mildest first: free room. */
      readonly limits?: readonly number[];
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

export type Observe = (seen: Observation) => void;
