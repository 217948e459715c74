// What Start shows besides stations and alerts.
import { msOf } from '../model/text/time.ts';
import { type NamedValue, namedValues } from '../model/values.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';
import { rest } from './call/rest.ts';

const SLOW_MS = 60_000;
const QUICK_MS = 15_000;

export interface Overview {
  hours: { at: number; count: number }[];
  lastDay: number;
  heard: number;
  silent: number;
  /** Registered ones: heard or silent. */
  endpoints: number;
}

export function useOverview(): Query<Overview> {
  return useQuery(
    'overview',
    async signal => {
      const answer = await client.getAnalyticsOverview({}, { signal });
      return {
        hours: answer.hourly.map(({ timestamp, value }) => ({ at: msOf(timestamp) ?? 0, count: Number(value) })),
        lastDay: Number(answer.messagesLast24h),
        heard: answer.activeEndpoints,
        silent: answer.silentEndpoints,
        endpoints: answer.activeEndpoints + answer.silentEndpoints,
      };
    },
    SLOW_MS,
  );
}

export interface Delivery {
  targets: number;
  queued: number;
  behindSeconds: number;
  delivered: number;
}

/** How far the integrations are behind. */
export function useDelivery(): Query<Delivery> {
  return useQuery(
    'delivery',
    async signal => {
      const { integrations } = await client.listIntegrations({ pageSize: 200 }, { signal });
      const enabled = integrations.filter(({ enabled }) => enabled !== false);
      return {
        targets: enabled.length,
        queued: enabled.reduce((sum, { queued }) => sum + Number(queued), 0),
        behindSeconds: Math.max(0, ...enabled.map(({ behindSeconds }) => Number(behindSeconds))),
        delivered: integrations.reduce((sum, { delivered }) => sum + Number(delivered), 0),
      };
    },
    SLOW_MS,
  );
}

export interface Box {
  startedAt: number | undefined;
  failing: string[];
  services: number;
  serverEndsAt: number | undefined;
  authorityEndsAt: number | undefined;
}

export interface Finding {
  name: string;
  state: 'ok' | 'warn' | 'fail';
  code: string;
  /** What was found, in English, and what to do about it. */
  text: string;
  todo?: string;
  /** Which one, where there are several. */
  about?: string;
  data?: { daysLeft?: number };
}

/** What the box finds of itself, the worst first. */
export function useFindings(): Query<Finding[]> {
  return useQuery(
    'findings',
    async signal => (await rest<{ findings: Finding[] }>('GET', '/system/health', undefined, signal)).findings,
    SLOW_MS,
  );
}

export function useBox(): Query<Box> {
  return useQuery(
    'box',
    async signal => {
      const [status, certificates] = await Promise.all([
        client.getSystemStatus({}, { signal }),
        client.getServerCertificateStatus({}, { signal }),
      ]);
      return {
        startedAt: msOf(status.uptime),
        failing: status.services.filter(({ healthy }) => !healthy).map(({ name }) => name),
        services: status.services.length,
        serverEndsAt: msOf(certificates.server?.notAfter),
        authorityEndsAt: msOf(certificates.ca?.notAfter),
      };
    },
    QUICK_MS,
  );
}

export interface NewestValue {
  eui: string;
  name: string;
  at: number;
  values: NamedValue[];
}

/** The newest decoded message of each endpoint among the last ones, newest first. */
export function useNewestValues(most: number): Query<NewestValue[]> {
  return useQuery(
    'newest-values',
    async signal => {
      const { messages } = await client.listMessages({ pageSize: 200, decodeStatus: 'success' }, { signal });
      const byEndpoint = new Map<string, NewestValue>();
      for (const message of messages) {
        if (byEndpoint.has(message.epEui) || byEndpoint.size >= most) continue;
        byEndpoint.set(message.epEui, {
          eui: message.epEui,
          name: message.epName,
          at: msOf(message.receivedAt) ?? 0,
          values: namedValues(message.decoded, message.decodedMeta),
        });
      }
      return [...byEndpoint.values()];
    },
    QUICK_MS,
  );
}
