// Whether Waystation answers. Two failures within five seconds mean that it does not; then it is asked again after 1, 2, 4 … 15 s.

import { Code, ConnectError } from '@connectrpc/connect';
import { signal } from '@preact/signals';
import { nextWait } from '../../model/patience.ts';
import { now } from '../../model/text/clock.ts';

export type Presence =
  | { state: 'here' }
  | { state: 'away'; since: number; again: number }
  /** For a moment after it came back. */
  | { state: 'back' };

export const presence = signal<Presence>({ state: 'here' });

const TWICE_WITHIN_MS = 5000;
const BACK_SHOWN_MS = 3000;
let failedAt = Number.NEGATIVE_INFINITY;
let lastAnswer = now();
let wait = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let probe: (() => Promise<unknown>) | undefined;
const returns = new Set<() => void>();

/** How it is asked whether it is back; given by `data/session.ts`, which knows a call that needs nothing. */
export function probeWith(call: () => Promise<unknown>): void {
  probe = call;
}

/** Calls back when Waystation answers again; gives the function that ends this. */
export function onReturn(then: () => void): () => void {
  returns.add(then);
  return () => returns.delete(then);
}

/** Whether a failure means that there was no answer: no connection, half an answer, 502, 503 or 504. */
export function isAway(cause: unknown): boolean {
  if (!(cause instanceof ConnectError)) return cause instanceof TypeError;
  if (cause.code === Code.Unavailable) return true;
  // without the name of an error of ours it comes from the browser or from what stands between
  return cause.code === Code.Unknown && !cause.rawMessage.startsWith('ErrToken');
}

export function answered(): void {
  lastAnswer = now();
  failedAt = Number.NEGATIVE_INFINITY;
  if (presence.value.state !== 'away') return;
  clearTimeout(timer);
  wait = 0;
  presence.value = { state: 'back' };
  setTimeout(() => {
    if (presence.value.state === 'back') presence.value = { state: 'here' };
  }, BACK_SHOWN_MS);
  for (const then of returns) then();
}

export function unanswered(): void {
  if (presence.value.state === 'away') return;
  const second = now() - failedAt < TWICE_WITHIN_MS;
  failedAt = now();
  if (second) schedule();
  else setTimeout(tryNow, 1000);
}

/** Asks at once. */
export function tryNow(): void {
  clearTimeout(timer);
  probe?.().then(answered, () => (presence.value.state === 'away' ? schedule() : unanswered()));
}

function schedule(): void {
  wait = nextWait(wait);
  presence.value = { state: 'away', since: lastAnswer, again: now() + wait };
  clearTimeout(timer);
  timer = setTimeout(tryNow, wait);
}
