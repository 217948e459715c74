/**
 * Where a downlink is (BSSCI 11.3, platform API 20.3). `dispatched` is written to a station that has not answered yet; clients
 * see it as `pending`.
 */
export type DownlinkState =
  | 'pending'
  | 'dispatched'
  | 'queued'
  | 'revoking'
  | 'sent'
  | 'acknowledged'
  | 'expired'
  | 'invalid'
  | 'revoked';

/** What can happen to a downlink. */
export type DownlinkTrigger =
  /** `dlDataQue` is stored for a station, and `dlDataQueRsp` came. */
  | 'dispatch'
  | 'accept'
  /** `error` to `dlDataQue`: for now, or for good. */
  | 'postpone'
  | 'refuse'
  /** The holder lost it: its session, or its memory of the endpoint. */
  | 'give_back'
  /** Asked to revoke; the station did, or does not hold it; the station will not. */
  | 'revoke'
  | 'revoke_done'
  | 'revoke_refused'
  /** The lifetime is over. */
  | 'expire'
  /** `dlDataRes`. */
  | 'result_sent'
  | 'result_expired'
  | 'result_invalid'
  /** The endpoint acknowledged the window. */
  | 'acknowledge';

/** Another one whenever clients see something else of it. */
export function downlinkVersion(downlink: { readonly state: DownlinkState; readonly last_error: string }): string {
  const { state, last_error } = downlink;
  return `${state === 'dispatched' ? 'pending' : state} ${last_error}`.trim();
}

const RESULTS = {
  result_sent: 'sent',
  result_expired: 'expired',
  result_invalid: 'invalid',
  expire: 'expired',
} as const;

/** Every step there is; what is not here changes nothing. */
const STEPS: Readonly<Record<DownlinkState, Readonly<Partial<Record<DownlinkTrigger, DownlinkState>>>>> = {
  pending: { dispatch: 'dispatched', revoke: 'revoked', expire: 'expired' },
  // A result may overtake the answer to `dlDataQue`.
  dispatched: {
    ...RESULTS,
    accept: 'queued',
    postpone: 'pending',
    refuse: 'invalid',
    give_back: 'pending',
    revoke: 'revoking',
  },
  // A refused revocation may overtake the answer to `dlDataQue` too.
  queued: {
    ...RESULTS,
    accept: 'queued',
    postpone: 'pending',
    refuse: 'invalid',
    give_back: 'pending',
    revoke: 'revoking',
  },
  // A station that does not take it, or has lost it, does not hold it: that is what was asked for.
  revoking: {
    ...RESULTS,
    accept: 'revoking',
    postpone: 'revoked',
    refuse: 'revoked',
    give_back: 'revoked',
    revoke_done: 'revoked',
    revoke_refused: 'queued',
  },
  sent: { acknowledge: 'acknowledged' },
  acknowledged: {},
  expired: {},
  invalid: {},
  revoked: {},
};

/** The state after a trigger, or undefined when it changes nothing there. */
export function nextState(state: DownlinkState, trigger: DownlinkTrigger): DownlinkState | undefined {
  return STEPS[state][trigger];
}

/** Whether a station has it, or may have it. */
export function isHeld(state: DownlinkState): boolean {
  return state === 'dispatched' || state === 'queued' || state === 'revoking';
}

/** Whether its fate is known. `sent` may still become `acknowledged`. */
export function isFinished(state: DownlinkState): boolean {
  return state !== 'pending' && !isHeld(state);
}
