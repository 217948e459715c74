import type { ListPosition } from '../../database/listing.ts';
import { SECRETS, type SealedKeys, type Secret } from '../../domain/attach/keys.ts';
import type { AttachOrigin, AttachStatus } from '../../domain/attach/records.ts';
import type { EndpointChange } from '../../domain/endpoint/changes.ts';
import type { EndpointOrder, EndpointRow } from '../../domain/endpoint/store.ts';
import { Fault, fault } from '../../kit/faults.ts';
import { acting } from '../actor.ts';
import { eui, located, oneOf, search, tags, uuid } from '../checks.ts';
import { type Call, type Row, rpc } from '../define.ts';
import { all, fields, list, masked, nested, optional } from '../input.ts';
import { LARGE_PAGE, orderBy, page } from '../list-input.ts';
import type { PageKey } from '../page-token.ts';
import type { EndPointOut } from '../schema.gen.ts';
import {
  allColumns,
  type Changes,
  CLASSES,
  checkCatalog,
  endpointToWire,
  openKey,
  resealKeys,
  sealKey,
  toColumns,
  writable,
} from './endpoint-wire.ts';
import { servingStation } from './serving.ts';

/** What an attach or detach decision came to, station by station. */
export interface AttachResult {
  readonly operationId: string;
  readonly status: AttachStatus;
  readonly propagations: readonly {
    readonly bsEui: string;
    readonly state: 'sent' | 'confirmed' | 'deferred' | 'failed';
    readonly opId: number;
    readonly error: string;
  }[];
}

/** Attach decisions and their way to the stations (BSSCI 9.8, 9.9). */
export interface AttachControl {
  attachEndPoint(endpoint: number, origin: AttachOrigin, actor: string, epEui: string): Promise<AttachResult>;
  detachEndPoint(endpoint: number, origin: AttachOrigin, actor: string, epEui: string): Promise<AttachResult>;
  /** Wakes the sessions of the stations after a write that left them something to be told. */
  tellStations(): void;
}

const MAX_EUIS = 1000;
const HEARD_WITHIN_MS = 86_400_000;
/** A change is worked out again this often when somebody else changes the keys meanwhile. */
const ATTEMPTS = 3;
const STATUSES = ['registered', 'active', 'inactive', 'suspended'] as const;
const ATTACH_STATUSES = ['detached', 'attaching', 'attached', 'detaching'] as const;
const KEY = fields({ ep_eui: eui });

export const endpoints: readonly Row[] = [
  rpc('CreateEndPoint', {
    access: 'org',
    needs: 'E',
    scope: 'endpoints:write',
    input: fields({ endpoint: nested({ ep_eui: eui, ...writable }, located) }),
    async handle({ endpoint: { ep_eui, ...given } }, call) {
      const { store, sealer, attach, settings } = call.deps;
      if (given.pre_attach && !given.nwk_key && !given.nwk_sn_key) throw fault('EndPointKeyRequired');
      checkCatalog(given);
      const keys = Object.fromEntries(SECRETS.map(s => [s, sealKey(sealer, ep_eui, s, given[s])])) as SealedKeys;
      const columns = { ...allColumns(given, ep_eui), ...keys };
      const endpoint = { org: call.org, eui: ep_eui, columns, limit: settings.maxEndpoints };
      const id = await store.write.endpoints.insert(endpoint, acting(call));
      if (given.pre_attach) attach.tellStations();
      return toDetail(stored(id, call), call);
    },
  }),
  rpc('GetEndPoint', {
    access: 'org',
    needs: 'R',
    scope: 'endpoints:read',
    input: fields({ ep_eui: eui, reveal_keys: list(oneOf(SECRETS), SECRETS.length) }),
    async handle({ ep_eui, reveal_keys }, call) {
      const row = found(ep_eui, call);
      const revealed = reveal_keys.length > 0 ? await reveal(row, reveal_keys, call) : {};
      return { ...(await toDetail(row, call)), ...revealed };
    },
  }),
  rpc('UpdateEndPoint', {
    access: 'org',
    needs: 'E',
    scope: 'endpoints:write',
    input: all(
      masked('endpoint', { ep_eui: eui }, writable, { unless: 'new_ep_eui', check: located }),
      fields({ new_ep_eui: optional(eui) }),
    ),
    async handle({ id: { ep_eui }, changes, new_ep_eui }, call) {
      checkCatalog(changes);
      const { id, concerned } = await change(ep_eui, changes, new_ep_eui === ep_eui ? undefined : new_ep_eui, call);
      if (concerned) call.deps.attach.tellStations();
      return toDetail(stored(id, call), call);
    },
  }),
  rpc('DeleteEndPoint', {
    access: 'org',
    needs: 'E',
    scope: 'endpoints:write',
    input: KEY,
    async handle({ ep_eui }, call) {
      const row = found(ep_eui, call);
      await call.deps.store.write.endpoints.remove(row.id, acting(call), ep_eui);
      call.deps.attach.tellStations();
      return {};
    },
  }),
  rpc('ListEndPoints', {
    access: 'org',
    needs: 'R',
    scope: 'endpoints:read',
    input: all(
      page(LARGE_PAGE),
      fields({
        search,
        status: optional(oneOf(STATUSES)),
        attach_status: optional(oneOf(ATTACH_STATUSES)),
        ep_class: optional(oneOf(CLASSES, 'InvalidEndPointClass')),
        device_model_id: optional(uuid),
        bs_eui: optional(eui),
        tags,
        ep_euis: list(eui, MAX_EUIS),
        order_by: orderBy(['ep_eui', 'name', 'last_seen_at', 'created_at', 'status'], 'asc'),
      }),
    ),
    async handle(filter, call) {
      const { clock, store } = call.deps;
      const { page: asked, order_by: order } = filter;
      const [value, id, asOf] = asked.after ?? [];
      // What is active depends on the time, so all pages of one listing are judged by the time of its first.
      const now = typeof asOf === 'number' ? asOf : clock.now();
      const query = {
        org: call.org,
        activeSince: activeSince(call, now),
        search: filter.search,
        status: filter.status,
        attachStatus: filter.attach_status,
        epClass: filter.ep_class,
        deviceModel: filter.device_model_id,
        heardBy: filter.bs_eui && { bsEui: filter.bs_eui, since: now - HEARD_WITHIN_MS },
        tags: filter.tags,
        euis: filter.ep_euis,
        orderBy: order.by,
        descending: order.direction === 'desc',
        after: asked.after && position(order.by, value, id),
        size: asked.size,
      };
      const { rows, total, more } = await store.scan.endpoints.list(query);
      const last = more ? rows.at(-1) : undefined;
      return {
        endpoints: rows.map(row => endpointToWire(row, call.organizationId)),
        total_count: total,
        next_page_token: asked.next(last && [...pageKey(order.by, last), now]),
      };
    },
  }),
  rpc('AttachEndPoint', {
    access: 'org',
    needs: 'E',
    scope: 'endpoints:write',
    input: KEY,
    async handle({ ep_eui }, call) {
      const row = found(ep_eui, call);
      if (row.suspended !== 0) throw fault('EndPointSuspended', { ep_eui });
      if (row.nwk_key_set === 0 && row.nwk_sn_key_set === 0) throw fault('EndPointSessionKeyMissing', { ep_eui });
      return toDecision(await call.deps.attach.attachEndPoint(row.id, 'api', acting(call).actor, ep_eui));
    },
  }),
  rpc('DetachEndPoint', {
    access: 'org',
    needs: 'E',
    scope: 'endpoints:write',
    input: KEY,
    async handle({ ep_eui }, call) {
      const row = found(ep_eui, call);
      if (row.attach_status === 'detached') return { attach_status: 'detached' };
      return toDecision(await call.deps.attach.detachEndPoint(row.id, 'api', acting(call).actor, ep_eui));
    },
  }),
];

function activeSince({ deps }: Call, now = deps.clock.now()): number {
  return now - deps.settings.activityWindowMs;
}

/** An endpoint of the caller; `EndPointNotFound` without one. */
export function found(ep_eui: string, call: Call): EndpointRow {
  const { store } = call.deps;
  const row = store.read.endpoints.find(call.org, ep_eui, activeSince(call));
  if (!row) throw fault('EndPointNotFound', { ep_eui });
  return row;
}

/** An endpoint as it is after a change of it, under whatever EUI. */
function stored(id: number, call: Call): EndpointRow {
  const row = call.deps.store.read.endpoints.row(id, activeSince(call));
  if (!row) throw new Error(`endpoint ${id} has no row`);
  return row;
}

async function toDetail(row: EndpointRow, call: Call) {
  const serving = row.ep_class === 'A' && row.suspended === 0 ? await servingStation(row, call) : undefined;
  return {
    ...endpointToWire(row, call.organizationId),
    serving_bs_eui: serving?.bsEui ?? '',
    message_count: row.message_count,
  } satisfies EndPointOut;
}

/** The keys that are asked for and set, written down before they leave. */
async function reveal(
  row: EndpointRow,
  asked: readonly Secret[],
  call: Call,
): Promise<Partial<Record<Secret, string>>> {
  const { store, sealer } = call.deps;
  const sealed = store.read.endpoints.sealedKeys(row.id);
  const keys = SECRETS.filter(secret => asked.includes(secret));
  // The endpoint may have got another EUI since it was looked up, and its keys are bound to that.
  if (sealed?.eui !== row.eui) throw fault('EndPointNotFound', { ep_eui: row.eui });
  const opened = keys.map(secret => {
    const value = sealed[secret];
    return [secret, value ? Buffer.from(openKey(sealer, sealed.eui, secret, value)).toString('hex') : ''];
  });
  const { now, userId, userEmail } = acting(call);
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

/** Works the change out from what is there and lets the writer decide whether that is still so; else all of it begins anew. */
async function change(
  ep_eui: string,
  changes: Changes,
  newEui: string | undefined,
  call: Call,
): Promise<{ id: number; concerned: boolean }> {
  const { store } = call.deps;
  for (let attempt = 1; ; attempt++) {
    const { id } = found(ep_eui, call);
    const seen = store.read.endpoints.sealedKeys(id);
    // Renamed or deleted since it was looked up, which takes no more than the time between two reads.
    if (seen?.eui !== ep_eui) throw fault('EndPointNotFound', { ep_eui });
    try {
      const wanted = { id, ...worked(ep_eui, changes, newEui, seen, call) };
      return { id, concerned: await store.write.endpoints.update(wanted, acting(call)) };
    } catch (error) {
      if (!(error instanceof Fault) || error.fault !== 'ConcurrentModification' || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The change with its keys sealed. A key that is set to what it is already is no change. */
function worked(
  eui: string,
  changes: Changes,
  newEui: string | undefined,
  seen: SealedKeys,
  { deps: { sealer } }: Call,
): Omit<EndpointChange, 'id'> {
  const sealedFor = newEui ?? eui;
  const keys: Partial<SealedKeys> = {};
  for (const secret of SECRETS) {
    if (!(secret in changes) || isKey(sealer, eui, secret, seen[secret], changes[secret])) continue;
    keys[secret] = sealKey(sealer, sealedFor, secret, changes[secret]);
  }
  const touched = newEui !== undefined || Object.keys(keys).length > 0;
  const kept = newEui === undefined ? undefined : resealKeys(sealer, eui, newEui, { ...seen, ...unkept(keys) });
  return {
    eui,
    changes: { ...toColumns(changes, sealedFor), ...keys },
    ...(touched && { seen }),
    ...(newEui !== undefined && { newEui, resealed: kept }),
  };
}

/** Keys that are replaced need not be readable under the old EUI. */
function unkept(keys: Partial<SealedKeys>): Partial<SealedKeys> {
  return Object.fromEntries(Object.keys(keys).map(secret => [secret, null]));
}

function isKey(
  sealer: Call['deps']['sealer'],
  eui: string,
  secret: Secret,
  sealed: Uint8Array | null,
  key: Uint8Array | undefined,
): boolean {
  if (!sealed || !key) return !sealed && !key;
  try {
    return Buffer.compare(openKey(sealer, eui, secret, sealed), key) === 0;
  } catch (error) {
    // A key that cannot be read any more is replaced by the one that is given.
    if (error instanceof Fault && error.fault === 'KeyMaterialUnavailable') return false;
    throw error;
  }
}

function toDecision({ operationId, status, propagations }: AttachResult) {
  return {
    operation_id: operationId,
    attach_status: status,
    propagations: propagations.map(({ bsEui, state, opId, error }) => ({ bs_eui: bsEui, state, op_id: opId, error })),
  };
}

function pageKey(order: EndpointOrder, row: EndpointRow): (string | number)[] {
  switch (order) {
    case 'ep_eui':
      return [row.eui, row.id];
    case 'last_seen_at':
      return [row.seen_ns, row.id];
    default:
      return [row[order], row.id];
  }
}

function position(order: EndpointOrder, value: PageKey[number] | undefined, id: PageKey[number] | undefined) {
  return [order === 'last_seen_at' ? BigInt(value ?? 0) : (value ?? ''), Number(id)] satisfies ListPosition;
}
