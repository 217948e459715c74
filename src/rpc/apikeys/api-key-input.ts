import { mayExpire } from '../../domain/apikey/limits.ts';
import { scopes as known } from '../../domain/apikey/scopes.ts';
import type { WireTime } from '../checks.ts';
import { type Check, list, type Maybe } from '../input.ts';

const MAX_SCOPES = 100;

export const scope: Check<string, string> = (wire, at) =>
  known.has(wire) ? wire : at.refuse('format', 'InvalidScope', { scope: wire.slice(0, 64) });

/** At least one, each once. */
export const scopes: Check<Maybe<readonly string[]>, readonly string[]> = (wire, at) => {
  if (!wire || wire.length === 0) at.refuse('presence', 'InvalidScope', { scope: '' });
  return [...new Set(list(scope, MAX_SCOPES)(wire, at))];
};

/** Milliseconds; absent is null: never. */
export const expiry: Check<Maybe<WireTime>, number | null> = (wire, at) => {
  if (!wire) return null;
  const { nowMs } = at.context;
  const ms = Number(wire.seconds ?? 0) * 1000 + Math.floor(Number(wire.nanos ?? 0) / 1_000_000);
  return mayExpire(ms, nowMs) ? ms : at.refuse('range', 'InvalidExpiry');
};
