import { SECRETS, type Secret } from '../../domain/attach/attach-records.ts';
import type { Store } from '../../domain/domain.ts';
import type { EndpointRow } from '../../domain/endpoint/endpoint-store.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { acting } from '../call/actor.ts';
import type { Call } from '../call/define.ts';
import { openKey } from '../endpoint-keys.ts';

/** The keys that are asked for and set, in hex. That they were shown is stored before they leave. @throws fault `AuditRecordFailed` */
export async function revealKeys(
  { store, clock, sealer }: { readonly store: Store; readonly clock: Clock; readonly sealer: Sealer },
  row: EndpointRow,
  asked: readonly Secret[],
  call: Call,
): Promise<Partial<Record<Secret, string>>> {
  const sealed = store.read.endpoints.sealedKeys(row.id);
  const keys = SECRETS.filter(secret => asked.includes(secret));
  // The endpoint may have got another EUI since it was looked up, and its keys are bound to that.
  if (sealed?.eui !== row.eui) throw fault('EndPointNotFound', { ep_eui: row.eui });
  const opened = keys.map(secret => {
    const value = sealed[secret];
    return [secret, value ? Buffer.from(openKey(sealer, sealed.eui, secret, value)).toString('hex') : ''];
  });
  const { now, userId, userEmail } = acting(call, clock);
  const about = { org: call.org, endpoint: row.id, epEui: row.eui, sourceName: row.name, userId, userEmail };
  const data = { epEui: row.eui, keys };
  try {
    await store.write.events.raise({ type: 'endpoint.keys_revealed', ...about, at: now, storedAt: now, data });
  } catch (cause) {
    call.log.error({ err: cause }, 'audit record failed');
    throw fault('AuditRecordFailed');
  }
  return Object.fromEntries(opened);
}
