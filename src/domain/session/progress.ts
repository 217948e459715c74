/** How far a session has come on the station's side; stored in the same transaction as the effect of an operation. */
export interface Progress {
  /** Row id of the session. */
  readonly session: number;
  /** Highest operation id the station has used. */
  readonly lastBs: number;
  /** Every station operation up to this id is closed. */
  readonly doneBs: number;
}
