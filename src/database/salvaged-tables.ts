/** What means something only together: registrations, the log, downlinks. */
export type SalvageGroup = 'registrations' | 'log' | 'downlinks';

/**
 * Tables of a noun that are salvaged only with the others of their group; stands in the store file of the noun. A table that
 * nobody names stands for itself.
 */
export interface SalvagedTables {
  readonly group: SalvageGroup;
  readonly tables: readonly string[];
  /** Derived from the log, and built anew from what is left of it. */
  readonly derived?: true;
}
