import type { EndPoint } from '../gen/platform/api/v1/core_pb.ts';
import { msOf, wireTime } from '../model/text/time.ts';
import { client } from './call/client.ts';
import { outdate } from './call/query.ts';

export interface NewEndpoint {
  epEui: string;
  name: string;
  deviceModelId: string;
  key: string;
  epClass: 'Z' | 'A';
  preAttach: boolean;
  intervalSeconds: number;
}

/** One that was registered with the form, and when. */
export interface Added {
  epEui: string;
  name: string;
  at: number;
}

/** Registers an endpoint; attached without the air where that was asked for. */
export async function addEndpoint(wanted: NewEndpoint): Promise<EndPoint> {
  const made = await client.createEndPoint({
    endpoint: {
      epEui: wanted.epEui,
      name: wanted.name,
      deviceModelId: wanted.deviceModelId,
      epClass: wanted.epClass,
      preAttach: wanted.preAttach,
      uplinkIntervalSeconds: wanted.intervalSeconds,
      ...(wanted.preAttach ? { nwkSnKey: wanted.key } : { nwkKey: wanted.key }),
    },
  });
  outdate('endpoint');
  return made;
}

export interface FirstSigns {
  attachedAt: number | undefined;
  firstUplinkAt: number | undefined;
  rejected: { at: number; reason: string; count: number } | undefined;
  stationsOnline: number;
}

/** What has been heard of a new endpoint. */
export async function lookForEndpoint(epEui: string, since: number, signal: AbortSignal): Promise<FirstSigns> {
  const [endpoint, { events }, status] = await Promise.all([
    client.getEndPoint({ epEui }, { signal }),
    client.listEndPointEvents(
      { epEui, eventTypes: ['endpoint.attach_rejected'], startTime: wireTime(since) as never, pageSize: 1 },
      { signal },
    ),
    client.getSystemStatus({}, { signal }),
  ]);
  const [rejected] = events;
  return {
    attachedAt: endpoint.attachStatus === 'attached' && !endpoint.preAttach ? msOf(endpoint.attachedAt) : undefined,
    firstUplinkAt: Number(endpoint.messageCount) > 0 ? msOf(endpoint.lastSeenAt) : undefined,
    rejected: rejected && {
      at: msOf(rejected.timestamp) ?? 0,
      reason: String((rejected.data as Record<string, unknown> | undefined)?.reason ?? ''),
      count: rejected.count,
    },
    stationsOnline: status.activeBasestations,
  };
}
