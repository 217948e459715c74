/** What the parts of a service center have done since its start. */
export class WorkDone {
  uplinks = 0;
  /** When the writer has last ended a transaction, stored or failed: monotonic milliseconds. */
  lastOutcomeAt = 0;
}
