/** What became of a downlink, and how that looks. */
export const OUTCOMES = {
  acknowledged: { icon: 'done', tone: 'ok' },
  sent: { icon: 'send', tone: 'info' },
  expired: { icon: 'clock', tone: 'warning' },
  invalid: { icon: 'error', tone: 'error' },
  revoked: { icon: 'minus', tone: 'muted' },
} as const;
export type DownlinkOutcome = keyof typeof OUTCOMES;

export const outcomeOf = (status: string): DownlinkOutcome =>
  Object.hasOwn(OUTCOMES, status) ? (status as DownlinkOutcome) : 'sent';
