/** What must have happened in a run that is to mean something. */
export const OFTEN: readonly string[] = [
  ...['downlink.accepted', 'downlink.acknowledged', 'downlink.expired', 'downlink.invalid', 'downlink.requeued'],
  ...['downlink.revoke_requested', 'downlink.revoked', 'downlink.sent', 'dlDataQue', 'dlDataRev', 'attPrp', 'detPrp'],
];
