// One message: itself, its neighbours, and how its payload is read.
import { Code, ConnectError } from '@connectrpc/connect';
import type { Blueprint, DecodePreviewResponse, Message } from '../gen/platform/api/v1/core_pb.ts';
import { client } from './call/client.ts';
import { type Query, useQuery } from './call/query.ts';

export type { Blueprint, DecodePreviewResponse, Message };

/** One that is being decoded is so for a moment; more is not expected to change. */
const POLL_MS = 15_000;
const BLUEPRINTS = 50;

export function useMessage(id: string): Query<Message | 'missing'> {
  return useQuery<Message | 'missing'>(
    `message ${id}`,
    async signal => {
      try {
        return await client.getMessage({ id }, { signal });
      } catch (cause) {
        const { code } = cause instanceof ConnectError ? cause : { code: undefined };
        if (code === Code.NotFound || code === Code.InvalidArgument) return 'missing';
        throw cause;
      }
    },
    POLL_MS,
  );
}

export interface Neighbours {
  newer: string | undefined;
  older: string | undefined;
}

/** The messages of the same endpoint before and after one. */
export function useNeighbours(message: Message | undefined): Neighbours {
  const { value } = useQuery<Neighbours>(
    message && `message-neighbours ${message.id}`,
    async signal => {
      if (!message) return { newer: undefined, older: undefined };
      const { epEui, receivedAt, id } = message;
      // of messages that came at one time only one is found here
      const next = async (bound: object, orderBy: string) => {
        const { messages } = await client.listEndpointMessages({ epEui, pageSize: 2, orderBy, ...bound }, { signal });
        return messages.find(found => found.id !== id)?.id;
      };
      const after = receivedAt && { seconds: receivedAt.seconds, nanos: receivedAt.nanos };
      const [newer, older] = await Promise.all([
        next({ startTime: after }, 'received_at asc'),
        next({ endTime: after }, 'received_at desc'),
      ]);
      return { newer, older };
    },
    POLL_MS,
  );
  return value ?? { newer: undefined, older: undefined };
}

/** A blueprint with its document; it never changes. An empty id is none. */
export function useBlueprint(id: string): Query<Blueprint> {
  return useQuery(id === '' ? undefined : `blueprint ${id}`, async signal => client.getBlueprint({ id }, { signal }));
}

/** The versions of a device model, newest first. */
export function useBlueprints(deviceModelId: string): Query<Blueprint[]> {
  return useQuery(
    deviceModelId === '' ? undefined : `blueprints ${deviceModelId}`,
    async signal => (await client.listBlueprints({ deviceModelId, pageSize: BLUEPRINTS }, { signal })).blueprints,
  );
}

/** How a blueprint reads the payload, field by field. */
export function useTrace(message: Message, blueprintId: string): Query<DecodePreviewResponse> {
  return useQuery(blueprintId === '' ? undefined : `trace ${message.id} ${blueprintId}`, async signal =>
    client.decodePreview(
      {
        source: { case: 'blueprintId', value: blueprintId },
        userData: message.userData,
        format: message.format,
        packetCnt: message.packetCnt,
        direction: 'uplink',
      },
      { signal },
    ),
  );
}
