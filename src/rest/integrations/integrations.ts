import type { Integration } from '../../domain/integration/integration-records.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Call } from '../../rpc/call/define.ts';
import { text, time, uuid } from '../../rpc/checks.ts';
import { type At, all, fields, list, type Maybe } from '../../rpc/input.ts';
import { changeInput } from '../../rpc/integrations/integration-input.ts';
import type { IntegrationsOf } from '../../rpc/integrations/integrations.ts';
import { ceilMsOf } from '../../rpc/list-input.ts';
import type { ValueIn } from '../../rpc/schema.gen.ts';
import { timestamp } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { byId, organizationId, restPage } from '../input.ts';
import { listed, removed, type Twin } from '../twin.ts';
import { examples } from './examples.ts';
import { parkedRetry, type Retrying } from './retry.ts';

export interface RestIntegrationsOf extends Pick<IntegrationsOf, 'store' | 'clock' | 'kinds'> {
  readonly twin: Twin;
  byHand(): ByHand;
}

/** What people have done with an integration besides changing it. */
interface ByHand extends Retrying {
  test(row: Integration): Promise<{
    readonly ok: boolean;
    readonly steps: readonly {
      readonly name: string;
      readonly ok: boolean;
      readonly detail: string;
      readonly milliseconds: number;
    }[];
  }>;
  /** What was stored in [from, to), milliseconds; without `to` up to now. Empty types: those of the integration. */
  replay(
    row: Integration,
    wish: { readonly from: number; readonly to: number | undefined; readonly eventTypes: readonly string[] },
    signal: AbortSignal,
  ): Promise<{ readonly id: string; readonly state: string }>;
  /** The oldest first. */
  parked(
    row: Integration,
    most: number,
  ): Promise<
    readonly {
      readonly place: number;
      readonly event: string | undefined;
      readonly reason: string;
      readonly parkedAt: number;
    }[]
  >;
}

const READ = { access: 'org', needs: 'I', scope: 'integrations:read' } as const;
const WRITE = { access: 'org', needs: 'I', scope: 'integrations:write' } as const;
/** What is parked at most, of one integration. */
const MOST_PARKED = 10_000;
const MAX_TYPES = 100;
const TYPE_MAX = 64;

/** Targets to which data is passed on (REST section 14.14): what PlatformService does, and what is done by hand. */
export function integrations({ store, clock, kinds, byHand, twin }: RestIntegrationsOf): Group {
  const found = (id: string, { org }: Call): Integration => {
    const row = store.read.integrations.find(org, id);
    if (!row) throw fault('IntegrationNotFound', { id });
    return row;
  };

  const retry = parkedRetry({ store, clock, byHand });

  return group('Integrations', [
    twin('rest.v1.RestService/FindIntegrations', {
      http: {
        at: 'GET /api/v2/integrations',
        id: 'listIntegrations',
        summary: 'The targets to which data is passed on',
      },
      ...READ,
      of: 'ListIntegrations',
      paged: true,
      answer: ({ integrations, ...page }) => ({ integrations, ...listed(page) }),
    }),
    twin('rest.v1.RestService/ReadIntegration', {
      http: {
        at: 'GET /api/v2/integrations/{id}',
        id: 'getIntegration',
        summary: 'One target',
      },
      ...READ,
      of: 'GetIntegration',
      byId: true,
    }),
    twin('rest.v1.RestService/MakeIntegration', {
      http: {
        at: 'POST /api/v2/integrations',
        id: 'createIntegration',
        summary: 'Pass data on to a further target',
        body: 'integration',
        example: examples.createIntegration,
      },
      ...WRITE,
      of: 'CreateIntegration',
    }),
    twin('rest.v1.RestService/ChangeIntegration', {
      http: {
        at: 'PATCH /api/v2/integrations/{id}',
        id: 'updateIntegration',
        summary: 'Change a target',
        body: 'integration',
        example: examples.updateIntegration,
      },
      ...WRITE,
      of: 'UpdateIntegration',
      // What is in the mask is what was in the body, one level deep.
      input: changeInput(kinds, { mayBeEmpty: true }),
    }),
    twin('rest.v1.RestService/RemoveIntegration', {
      http: {
        at: 'DELETE /api/v2/integrations/{id}',
        id: 'deleteIntegration',
        summary: 'Remove a target, with what waits for it',
        example: examples.deleteIntegration,
      },
      ...WRITE,
      of: 'DeleteIntegration',
      byId: true,
      answer: removed,
    }),
    method('rest.v1.RestService/TestIntegration', {
      http: {
        at: 'POST /api/v2/integrations/{id}/test',
        id: 'testIntegration',
        summary: 'Deliver one item and tell of each step',
        example: examples.testIntegration,
      },
      ...WRITE,
      input: byId,
      async handle({ id }, call) {
        const { ok, steps } = await byHand().test(found(id, call));
        return {
          ok,
          steps: steps.map(({ name, ok: done, detail, milliseconds }) => ({ name, ok: done, detail, milliseconds })),
        };
      },
    }),
    method('rest.v1.RestService/ReplayIntegration', {
      http: {
        at: 'POST /api/v2/integrations/{id}/replay',
        id: 'replayIntegration',
        summary: 'Send once more what was stored in some time',
        body: '*',
        example: examples.replayIntegration,
      },
      ...WRITE,
      input: fields({
        organization_id: organizationId,
        id: uuid,
        from: time,
        to: time,
        event_types: list(text(TYPE_MAX), MAX_TYPES),
      }),
      async handle({ id, from, to, event_types: eventTypes }, call) {
        const fromMs = ceilMsOf(from);
        if (fromMs === undefined) throw fault('InvalidTimeRange', { field: 'from' });
        const wish = { from: fromMs, to: ceilMsOf(to), eventTypes, once: call.once };
        const { id: replay, state } = await byHand().replay(found(id, call), wish, call.signal);
        return { id: replay, state };
      },
    }),
    method('rest.v1.RestService/ListParked', {
      http: {
        at: 'GET /api/v2/integrations/{id}/parked',
        id: 'listParked',
        summary: 'What the target refused for good',
        example: examples.listParked,
      },
      ...READ,
      input: all(fields({ id: uuid }), restPage),
      async handle({ id, limit, offset }, call) {
        const row = found(id, call);
        const parked = await byHand().parked(row, Math.min(offset + limit, MOST_PARKED));
        return {
          parked: parked.slice(offset).map(({ place, event, reason, parkedAt }) => ({
            ...{ place, reason, parked_at: timestamp(parkedAt) },
            ...(event !== undefined && { event }),
          })),
          total: row.parked,
        };
      },
    }),
    method('rest.v1.RestService/RetryParked', {
      http: {
        at: 'POST /api/v2/integrations/{id}/parked/retry',
        id: 'retryParked',
        summary: 'Send parked items once more',
        body: '*',
        example: examples.retryParked,
      },
      ...WRITE,
      input: fields({ organization_id: organizationId, id: uuid, places: placesOf }),
      handle: async ({ id, places }, call) => ({ sent: await retry(() => found(id, call), places, call) }),
    }),
  ]);
}

/** The numbers of a list, or undefined where there is none. */
function placesOf(wire: Maybe<ValueIn>, at: At): readonly number[] | undefined {
  if (!wire || wire.nullValue !== undefined) return undefined;
  const values = wire.listValue?.values ?? at.refuse('format', 'InvalidArgument', { reason: 'no list' });
  if (values.length > MOST_PARKED) at.refuse('range', 'TooManyItems', { limit: MOST_PARKED });
  return values.map(({ numberValue }) => {
    if (!Number.isSafeInteger(numberValue))
      return at.refuse('format', 'InvalidArgument', { reason: 'no whole number' });
    return Number(numberValue);
  });
}
