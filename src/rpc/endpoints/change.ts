import { SECRETS, type SealedKeys, type Secret } from '../../domain/attach/attach-records.ts';
import type { Store } from '../../domain/domain.ts';
import type { EndpointChange } from '../../domain/endpoint/changes.ts';
import { Fault, fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import type { Call } from '../call/define.ts';
import { untilWritten } from '../call/until-written.ts';
import { openKey, resealKeys, sealKey } from '../endpoint-keys.ts';
import { findEndpoint } from '../find.ts';
import { type Changes, toColumns } from './endpoint-wire.ts';

/**
 * What is written says which of its keys were equal to the stored ones, so that the write decides what changes. Only a new EUI is worked out
 * from all of the stored keys: with others by now it begins anew.
 * @returns the row id, and whether stations must hear of it
 */
export async function changeEndpoint(
  { store, clock, sealer }: { readonly store: Store; readonly clock: Clock; readonly sealer: Sealer },
  ep_eui: string,
  changes: Changes,
  newEui: string | undefined,
  call: Call,
): Promise<{ id: number; concerned: boolean }> {
  return untilWritten(call.signal, async () => {
    const { id } = findEndpoint(store, call, ep_eui);
    const seen = store.read.endpoints.sealedKeys(id);
    // Renamed or deleted since it was looked up, which takes no more than the time between two reads.
    if (seen?.eui !== ep_eui) throw fault('EndPointNotFound', { ep_eui });
    try {
      const wanted = { id, ...workedOut(sealer, ep_eui, changes, newEui, seen) };
      return { id, concerned: await store.write.endpoints.update(wanted, acting(call, clock)) };
    } catch (error) {
      if (!(error instanceof Fault) || error.fault !== 'ConcurrentModification') throw error;
      return undefined;
    }
  });
}

/** The change with its keys sealed, and which of the stored ones say the same. */
function workedOut(
  sealer: Sealer,
  eui: string,
  changes: Changes,
  newEui: string | undefined,
  seen: SealedKeys,
): Omit<EndpointChange, 'id'> {
  const sealedFor = newEui ?? eui;
  const keys: Partial<SealedKeys> = {};
  const equal: Partial<SealedKeys> = {};
  for (const secret of SECRETS) {
    if (!(secret in changes)) continue;
    const isSame = isKey(sealer, eui, secret, seen[secret], changes[secret]);
    if (isSame && newEui !== undefined) continue;
    if (isSame) equal[secret] = seen[secret];
    keys[secret] = sealKey(sealer, sealedFor, secret, changes[secret]);
  }
  const resealed = newEui === undefined ? undefined : resealKeys(sealer, eui, newEui, { ...seen, ...cleared(keys) });
  return {
    eui,
    changes: { ...toColumns(changes, sealedFor), ...keys },
    equal,
    ...(newEui !== undefined && { newEui, resealed, seen }),
  };
}

/** Keys that are replaced need not be readable under the old EUI. */
function cleared(keys: Partial<SealedKeys>): Partial<SealedKeys> {
  return Object.fromEntries(Object.keys(keys).map(secret => [secret, null]));
}

function isKey(
  sealer: Sealer,
  eui: string,
  secret: Secret,
  sealed: Uint8Array | null,
  key: Uint8Array | undefined,
): boolean {
  if (!sealed || !key) return !sealed && !key;
  try {
    return Buffer.compare(openKey(sealer, eui, secret, sealed), key) === 0;
  } catch (error) {
    // A key that cannot be read any more is replaced by the given key.
    if (error instanceof Fault && error.fault === 'KeyMaterialUnavailable') return false;
    throw error;
  }
}
