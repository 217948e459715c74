import type { SqlValue } from './driver.ts';

export type SealedRow = Readonly<Record<string, SqlValue>>;

/** A column whose values are encrypted under the master key; stands in the store file of what it belongs to. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: readonly string[];
  /** Further columns that `about` and `words` need. */
  readonly reads?: readonly string[];
  /** Which rows have a sealed value in it, besides that it is not null. */
  readonly where?: string;
  /** Kept as base64 in a text. */
  readonly base64?: true;
  /** What the value is bound to, as the place that seals it says. */
  about(row: SealedRow): string;
  /** How a person calls the secret. */
  words(row: SealedRow): string;
}
