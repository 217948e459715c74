import type { Position } from '../../database/scan.ts';
import { type AttachOrigin, type AttachStatus, SECRETS, type SealedKeys } from '../../domain/attach/attach-records.ts';
import type { Store } from '../../domain/domain.ts';
import {
  type EndpointOrder,
  type EndpointRow,
  UNKNOWN_LOSS,
  UNKNOWN_SNR,
} from '../../domain/endpoint/endpoint-store.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';
import { acting } from '../call/actor.ts';
import { type Call, type Row, rpc } from '../call/define.ts';
import { demand } from '../call/rights.ts';
import { type SendingStations, servingStation } from '../call/serving.ts';
import { endpointClass, eui, flag, located, oneOf, search, tags, uuid } from '../checks.ts';
import { sealKey } from '../endpoint-keys.ts';
import { all, fields, list, masked, nested, optional } from '../input.ts';
import { LARGE_PAGE, orderBy, page } from '../list-input.ts';
import type { EndPointOut } from '../schema.gen.ts';
import { changeEndpoint } from './change.ts';
import { allColumns, endpointToWire, writable } from './endpoint-wire.ts';
import { revealKeys } from './reveal.ts';

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
  /** After a write: the sessions of the stations look whether it left them something to send. */
  tellStations(): void;
}

const MAX_EUIS = 1000;
const HEARD_WITHIN_MS = DAY_MS;
const STATUSES = ['registered', 'active', 'inactive', 'suspended'] as const;
const ATTACH_STATUSES = ['detached', 'attaching', 'attached', 'detaching'] as const;
const KEY = fields({ ep_eui: eui });
/** What is given of an endpoint that is to be registered. */
export const newEndpoint = fields({ endpoint: nested({ ep_eui: eui, ...writable }, located) });

export function endpoints({
  store,
  clock,
  sealer,
  attach,
  stations,
  activityWindowMs,
  limit,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly attach: AttachControl;
  readonly stations: SendingStations;
  /** An endpoint heard within this time is active. */
  readonly activityWindowMs: number;
  /** Most endpoints of the installation; undefined is no limit. */
  readonly limit: number | undefined;
}): readonly Row[] {
  const activeSince = (now = clock.now()) => now - activityWindowMs;

  const found = (ep_eui: string, { org }: Call): EndpointRow => {
    const row = store.read.endpoints.find(org, ep_eui, activeSince());
    if (!row) throw fault('EndPointNotFound', { ep_eui });
    return row;
  };

  /** An endpoint as it is after a change of it, under whatever EUI. */
  const stored = (id: number): EndpointRow => {
    const row = store.read.endpoints.row(id, activeSince());
    if (!row) throw new Error(`endpoint ${id} has no row`);
    return row;
  };

  const toDetail = async (row: EndpointRow, call: Call) => {
    const sends = row.ep_class === 'A' && row.suspended === 0;
    const serving = sends ? await servingStation({ store, stations }, call, row) : undefined;
    return {
      ...endpointToWire(row, call.organizationId),
      serving_bs_eui: serving?.bsEui ?? '',
      message_count: row.message_count,
    } satisfies EndPointOut;
  };

  return [
    rpc('CreateEndPoint', {
      access: 'org',
      needs: 'E',
      scope: 'endpoints:write',
      input: newEndpoint,
      async handle({ endpoint: { ep_eui, ...given } }, call) {
        if (given.pre_attach && !given.nwk_key && !given.nwk_sn_key) throw fault('EndPointKeyRequired');
        const keys = Object.fromEntries(SECRETS.map(s => [s, sealKey(sealer, ep_eui, s, given[s])])) as SealedKeys;
        const columns = { ...allColumns(given, ep_eui), ...keys };
        const endpoint = { org: call.org, eui: ep_eui, columns, limit };
        const id = await store.write.endpoints.insert(endpoint, acting(call, clock));
        if (given.pre_attach) attach.tellStations();
        return toDetail(stored(id), call);
      },
    }),
    rpc('GetEndPoint', {
      access: 'org',
      needs: 'R',
      scope: 'endpoints:read',
      demands({ reveal_keys }, by) {
        if (reveal_keys?.length) demand(by, { needs: 'K', scope: 'endpoints:write', writes: true });
      },
      input: fields({ ep_eui: eui, reveal_keys: list(oneOf(SECRETS), SECRETS.length) }),
      async handle({ ep_eui, reveal_keys }, call) {
        const row = found(ep_eui, call);
        const revealed =
          reveal_keys.length > 0 ? await revealKeys({ store, clock, sealer }, row, reveal_keys, call) : {};
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
        const newEui = new_ep_eui === ep_eui ? undefined : new_ep_eui;
        const { id, concerned } = await changeEndpoint({ store, clock, sealer }, ep_eui, changes, newEui, call);
        if (concerned) attach.tellStations();
        return toDetail(stored(id), call);
      },
    }),
    rpc('DeleteEndPoint', {
      access: 'org',
      needs: 'E',
      scope: 'endpoints:write',
      input: all(KEY, fields({ force: flag })),
      async handle({ ep_eui, force }, call) {
        const row = found(ep_eui, call);
        await store.write.endpoints.remove(row.id, acting(call, clock), ep_eui, force);
        attach.tellStations();
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
          statuses: list(oneOf(STATUSES), STATUSES.length),
          attach_status: optional(oneOf(ATTACH_STATUSES)),
          ep_class: optional(endpointClass),
          device_model_id: optional(uuid),
          bs_eui: optional(eui),
          tags,
          ep_euis: list(eui, MAX_EUIS),
          order_by: orderBy(['ep_eui', 'name', 'last_seen_at', 'created_at', 'status', 'last_snr', 'loss_rate'], 'asc'),
        }),
      ),
      async handle(filter, call) {
        const { page: asked, order_by: order } = filter;
        const [asOf] = asked.carried;
        // What is active depends on the time, so all pages of one listing are judged by the time of its first.
        const now = typeof asOf === 'number' ? asOf : clock.now();
        const query = {
          org: call.org,
          activeSince: activeSince(now),
          search: filter.search,
          status: filter.status,
          statuses: filter.statuses,
          attachStatus: filter.attach_status,
          epClass: filter.ep_class,
          deviceModel: filter.device_model_id,
          heardBy: filter.bs_eui && { bsEui: filter.bs_eui, since: now - HEARD_WITHIN_MS },
          tags: filter.tags,
          euis: filter.ep_euis,
          orderBy: order.by,
          descending: order.direction === 'desc',
          after: asked.after,
          size: asked.size,
        };
        const { rows, total, more } = await store.scan.endpoints.list(query);
        const last = more ? rows.at(-1) : undefined;
        return {
          endpoints: rows.map(row => endpointToWire(row, call.organizationId)),
          total_count: total,
          next_page_token: asked.next(last && positionOf(order.by, last), now),
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
        return toDecision(await attach.attachEndPoint(row.id, 'api', acting(call, clock).actor, ep_eui));
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
        return toDecision(await attach.detachEndPoint(row.id, 'api', acting(call, clock).actor, ep_eui));
      },
    }),
  ];
}

function toDecision({ operationId, status, propagations }: AttachResult) {
  return {
    operation_id: operationId,
    attach_status: status,
    propagations: propagations.map(({ bsEui, state, opId, error }) => ({ bs_eui: bsEui, state, op_id: opId, error })),
  };
}

function positionOf(order: EndpointOrder, row: EndpointRow): Position<string | number> {
  switch (order) {
    case 'ep_eui':
      return [row.eui, row.id];
    case 'last_seen_at':
      return [row.seen_ns, row.id];
    case 'last_snr':
      return [row.last_snr ?? UNKNOWN_SNR, row.id];
    case 'loss_rate':
      return [row.loss_rate ?? UNKNOWN_LOSS, row.id];
    default:
      return [row[order], row.id];
  }
}
