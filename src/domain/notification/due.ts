import type { Moment } from '../../kit/time/clock.ts';
import { HOUR_MS } from '../../kit/units.ts';

/** A clock that was set back by more makes what was sent "in the future" due again. */
const SET_BACK_MS = HOUR_MS;

/** Gives `TO_TELL` and `TO_REPEAT` the time, by both readings: the first parameters of the statement, as `timesOf` has them. */
export const AT_TIME = 'WITH time (now, credible) AS (SELECT ?, ?)';
export const timesOf = ({ now, credible }: Moment): readonly [number, number] => [now, credible];

/** What is silenced or only follows from something else waits until it is neither. */
const TELLABLE = "a.inhibited_by = '' AND coalesce(a.silenced_until, 0) <= (SELECT credible FROM time)";

/** Of a notification `n` and its alert `a`: not told yet. An end is not told before it is known what became of the beginning. */
export const TO_TELL = `n.message IS NULL AND n.sent_at IS NULL AND CASE n.change
  WHEN 'resolved' THEN NOT EXISTS (SELECT 1 FROM notification o WHERE o.alert = n.alert AND o.channel = n.channel AND o.message IS NOT NULL)
  ELSE ${TELLABLE} END`;

/** Likewise: to be told once more. */
export const TO_REPEAT = `n.message IS NULL AND n.again_at IS NOT NULL
  AND (n.again_at <= (SELECT credible FROM time) OR n.sent_at > (SELECT now FROM time) + ${SET_BACK_MS})
  AND a.status = 'new' AND a.opening = n.opening AND ${TELLABLE}`;
