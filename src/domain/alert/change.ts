import type { Severity } from '../event/catalog.ts';

/** Something became of an alert that people want to be told of. */
export interface AlertChange {
  /** Row id. */
  readonly alert: number;
  /** Counts how often the alert was opened: a change happens once per opening, except that severities may rise several times. */
  readonly opening: number;
  readonly kind: 'opened' | 'raised' | 'resolved' | 'flapping';
  readonly severity: Severity;
  /** Milliseconds. */
  readonly at: number;
}

/** Called inside the transaction in which the alert changes. Not called for what is inhibited or silenced. */
export type AlertChanged = (change: AlertChange) => void;
