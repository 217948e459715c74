import t from 'tap';
import {
  type DownlinkState,
  type DownlinkTrigger,
  isFinished,
  isHeld,
  nextState,
} from '../../../src/domain/downlink/states.ts';

/** The columns of the table. Its type has every trigger: one that is added is missed here. */
const column: Readonly<Record<DownlinkTrigger, number>> = {
  ...{ dispatch: 0, accept: 1, postpone: 2, refuse: 3, give_back: 4, revoke: 5, revoke_done: 6, revoke_refused: 7 },
  ...{ expire: 8, result_sent: 9, result_expired: 10, result_invalid: 11, acknowledge: 12 },
};
const triggers = Object.keys(column) as DownlinkTrigger[];

/**
 * Platform API 20.3 and BSSCI 11.3 as one table: a column per trigger, in the order above; `-` changes nothing. Beyond the
 * contract, answers that overtake each other: a result before `dlDataQueRsp`, an answer to `dlDataQue` behind a revocation.
 */
const table = `
                dispatch   accept   postpone refuse  give_back revoke   done    refused expire  sent    expired invalid acknowledge
pending         dispatched -        -        -       -         revoked  -       -       expired -       -       -       -
dispatched      -          queued   pending  invalid pending   revoking -       -       expired sent    expired invalid -
queued          -          queued   pending  invalid pending   revoking -       -       expired sent    expired invalid -
revoking        -          revoking revoked  revoked revoked   -        revoked queued  expired sent    expired invalid -
sent            -          -        -        -       -         -        -       -       -       -       -       -       acknowledged
acknowledged    -          -        -        -       -         -        -       -       -       -       -       -       -
expired         -          -        -        -       -         -        -       -       -       -       -       -       -
invalid         -          -        -        -       -         -        -       -       -       -       -       -       -
revoked         -          -        -        -       -         -        -       -       -       -       -       -       -`;

const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map(line => line.trim().split(/\s+/) as [DownlinkState, ...(DownlinkState | '-')[]]);

t.test('every state and every trigger', async t => {
  for (const [state, ...after] of rows) {
    t.equal(after.length, triggers.length, state);
    for (const trigger of triggers) {
      t.equal(nextState(state, trigger) ?? '-', after[column[trigger]], `${state}: ${trigger}`);
    }
  }
});

t.test('what is held is not finished, and what is finished has exactly one result', async t => {
  const is = (test: (state: DownlinkState) => boolean) => rows.map(([state]) => state).filter(test);
  t.strictSame(is(isHeld), ['dispatched', 'queued', 'revoking']);
  t.strictSame(is(isFinished), ['sent', 'acknowledged', 'expired', 'invalid', 'revoked']);
  for (const state of is(isFinished)) {
    const leaves = triggers.map(trigger => nextState(state, trigger)).filter(next => next !== undefined);
    t.strictSame(leaves, state === 'sent' ? ['acknowledged'] : [], state);
  }
});
