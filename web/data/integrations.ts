// Targets that data is passed on to.
import { Code, ConnectError } from '@connectrpc/connect';
import type { Event, Integration } from '../gen/platform/api/v1/core_pb.ts';
import { type IntegrationWish, pathsOf } from '../model/integration/integration-form.ts';
import { type TargetKind, targetKind } from '../model/integration/integration-kinds.ts';
import { upPreview } from '../model/integration/item-preview.ts';
import { client } from './call/client.ts';
import { outdate, type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

export type { Event, Integration };

const LIST_MS = 10_000;
const ONE_MS = 5000;
const MOST = 200;

export const kindOf = ({ kind, mqtt }: Integration): TargetKind => targetKind({ kind, layout: mqtt?.layout });

/** Its settings, of whatever kind. */
export function configOf({ kind, http, mqtt, influx, nats }: Integration): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { http, mqtt, influx, nats };
  return (all[kind] ?? {}) as Readonly<Record<string, unknown>>;
}

/** Where it delivers to. */
export function addressOf(integration: Integration): string {
  const { url, brokerUrl, servers } = configOf(integration) as { url?: string; brokerUrl?: string; servers?: string[] };
  return url ?? brokerUrl ?? servers?.join(', ') ?? '';
}

export function useIntegrations(): Query<Integration[]> {
  return useQuery(
    'integrations',
    async signal => (await client.listIntegrations({ pageSize: MOST }, { signal })).integrations,
    LIST_MS,
  );
}

export function useIntegration(id: string): Query<Integration | 'missing'> {
  return useQuery<Integration | 'missing'>(
    `integration ${id}`,
    async signal => {
      try {
        return await client.getIntegration({ id }, { signal });
      } catch (cause) {
        if (cause instanceof ConnectError && [Code.NotFound, Code.InvalidArgument].includes(cause.code))
          return 'missing';
        throw cause;
      }
    },
    ONE_MS,
  );
}

/** What became of it: connected, failing, recovered, too late. The newest first. */
export function useIntegrationEvents(id: string, most: number): Query<Event[]> {
  return useQuery(
    `integration-events ${id}`,
    async signal => {
      const asked = { eventTypes: ['integration.*'], search: id, pageSize: most };
      return (await client.listEvents(asked, { signal })).events;
    },
    LIST_MS,
  );
}

/** Made switched off, to be tried first. */
export async function createIntegration(wish: IntegrationWish): Promise<string> {
  const { config, ...common } = wish;
  const { id } = await client.createIntegration({
    integration: { ...common, enabled: false, [wish.kind]: config },
  });
  changed(id);
  return id;
}

export async function updateIntegration(id: string, wish: IntegrationWish): Promise<void> {
  const { config, ...common } = wish;
  await client.updateIntegration({
    integration: { ...common, id, [wish.kind]: config },
    updateMask: { paths: pathsOf(wish) },
  });
  changed(id);
}

export async function switchIntegration(id: string, enabled: boolean): Promise<void> {
  await client.updateIntegration({ integration: { id, enabled }, updateMask: { paths: ['enabled'] } });
  changed(id);
}

export async function deleteIntegration(id: string): Promise<void> {
  await client.deleteIntegration({ id });
  changed(id);
}

function changed(id: string): void {
  outdate('integrations');
  outdate(`integration ${id}`);
  outdate('delivery');
}

export interface TestStep {
  name: 'resolved' | 'allowed' | 'tcp' | 'tls' | 'signedIn' | 'accepted';
  ok: boolean;
  detail: string;
  milliseconds: number;
}

export interface TestOutcome {
  ok: boolean;
  steps: TestStep[];
}

/** Delivers one item that says it is a test, and tells of each step. */
export async function testIntegration(id: string): Promise<TestOutcome> {
  const { ok = false, steps = [] } = await rest<Partial<TestOutcome>>('POST', `/integrations/${id}/test`);
  return { ok, steps };
}

export interface ParkedItem {
  place: number;
  /** Undefined where it is gone from the log. */
  event?: string;
  reason: string;
  parkedAt: string;
}

const PARKED = 200;

/** What the target refused for its own sake, the oldest first; 10,000 are kept at most. */
export function useParked(id: string, page: number): Query<{ items: ParkedItem[]; total: number }> {
  return useQuery(
    `parked ${id} ${page}`,
    async signal => {
      const path = `/integrations/${id}/parked?limit=${PARKED}&offset=${page * PARKED}`;
      const { parked = [], total } = await rest<{ parked?: ParkedItem[]; total: number }>(
        'GET',
        path,
        undefined,
        signal,
      );
      return { items: parked.map(item => ({ ...item, place: Number(item.place) })), total };
    },
    LIST_MS,
  );
}

export const PARKED_PAGE = PARKED;

/** Sends some again, or all. @returns how many the target has taken by now */
export async function retryParked(id: string, places?: readonly number[]): Promise<number> {
  try {
    const body = places === undefined ? {} : { places };
    const { sent = 0 } = await rest<{ sent?: number }>('POST', `/integrations/${id}/parked/retry`, body);
    return sent;
  } finally {
    outdate(`parked ${id}`);
    changed(id);
  }
}

/** Sends what was stored in a time once more, marked as such. */
export async function replayIntegration(id: string, from: number, to: number | undefined): Promise<string> {
  const body = {
    from: new Date(from).toISOString(),
    ...(to === undefined ? {} : { to: new Date(to).toISOString() }),
  };
  const { state } = await rest<{ state: string }>('POST', `/integrations/${id}/replay`, body);
  changed(id);
  return state;
}

/** How many endpoints have some tags; undefined tags ask nothing. */
export function useEndpointCount(tags: Readonly<Record<string, string>> | undefined): Query<number> {
  return useQuery(
    tags === undefined ? undefined : `endpoint-count ${JSON.stringify(tags)}`,
    async signal => (await client.listEndPoints({ tags: { ...tags }, pageSize: 1 }, { signal })).totalCount,
  );
}

/** The newest uplink as the target gets it; `none` where there is none yet. */
export function useNewestUplink({ epTags, organizationId }: Integration): Query<string> {
  return useQuery(
    `newest-uplink ${JSON.stringify(epTags)}`,
    async signal => {
      const { messages } = await client.listMessages({ pageSize: 1 }, { signal });
      const [newest] = messages;
      return newest ? JSON.stringify(upPreview(newest, organizationId), null, 2) : 'none';
    },
    60_000,
  );
}
