/** Tables that are salvaged only with the others of their group. A table that no group names stands for itself. */
export interface SalvagedTables {
  readonly group: string;
  readonly tables: readonly string[];
  /** Without this group nothing is taken: everything else refers to its rows. */
  readonly required?: true;
  /** Made of other tables, and made anew from what is left of those. */
  readonly derived?: true;
}
