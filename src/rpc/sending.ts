import { createHash } from 'node:crypto';
import type { EncodeRequest } from '../domain/blueprint/encoding.ts';
import type { Store } from '../domain/domain.ts';
import type { DownlinkContent } from '../domain/downlink/content.ts';
import type { NewDownlink } from '../domain/downlink/downlink-records.ts';
import type { EndpointRow } from '../domain/endpoint/endpoint-store.ts';
import { canonicalJson } from '../kit/canonical-json.ts';
import { fault } from '../kit/faults/faults.ts';
import type { Call } from './call/define.ts';
import { type SendingStations, servingStation } from './call/serving.ts';

/** What holds for a new downlink that says nothing else. */
export interface DownlinkSettings {
  /** Lifetime of a downlink without one of its own. */
  readonly validityMs: number;
  /** Most unfinished downlinks of one endpoint. */
  readonly maxPending: number;
  readonly handOver: 'window' | 'early';
}

/** Bytes of one entry (BSSCI 11.1). */
export const MAX_PAYLOAD = 200;

/** A downlink before it is written. */
export interface DownlinkDraft {
  readonly endpoint: Omit<EndpointRow, 'status'>;
  readonly conditions: Omit<DownlinkContent, 'userData'>;
  /** Bytes; of a downlink by values none. */
  readonly userData: readonly Uint8Array[];
  /** In place of bytes. */
  readonly values: EncodeRequest['values'] | undefined;
  /** Milliseconds; undefined: as the service center is set. */
  readonly expiresAt: number | undefined;
  readonly ref: string;
  /** A uuid; undefined: it is never the same as another one. */
  readonly requestId: string | undefined;
  /** Milliseconds. */
  readonly at: number;
  readonly createdBy: string;
}

/** What all ways to queue a downlink have in common, up to its write. */
export function downlinkSending({
  store,
  stations,
  settings,
}: {
  readonly store: Store;
  readonly stations: SendingStations;
  readonly settings: DownlinkSettings;
}) {
  /** Where an early hand-over goes; what cannot be sent is refused by the store. */
  const stationFor = async (endpoint: DownlinkDraft['endpoint'], call: Call): Promise<number | undefined> => {
    if (settings.handOver !== 'early') return undefined;
    return (await servingStation({ store, stations }, call, endpoint))?.station;
  };

  /** The payload for an endpoint by the blueprint that decodes its next uplink. */
  const encoded = async (to: DownlinkDraft['endpoint'], format: number, values: EncodeRequest['values']) => {
    const { org, device_model, blueprint, type_eui, calibration } = to;
    const endpoint = { org, device_model, blueprint, type_eui, calibration };
    const payload = await store.scan.blueprintDocuments.encode({ endpoint, format, values });
    if (payload.length > MAX_PAYLOAD) throw fault('DownlinkPayloadTooLarge', { field: 'object', limit: MAX_PAYLOAD });
    return payload;
  };

  const identity = ({ endpoint, requestId, values, at }: DownlinkDraft, { org }: Call) => ({
    ...{ org, endpoint: endpoint.id, requestId, at },
    valuesDigest: values && requestId && createHash('sha256').update(canonicalJson(values)).digest('hex'),
  });

  return {
    /** The downlink that was queued for the same request by values: by now the blueprint may be one that they do not fit. */
    before: (asked: DownlinkDraft, call: Call): number | undefined =>
      asked.values && store.read.downlinkLists.requestedBefore({ ...identity(asked, call), content: asked.conditions }),

    /** @param isAgain its payload is not made */
    async request(asked: DownlinkDraft, call: Call, isAgain = false): Promise<Omit<NewDownlink, 'by'>> {
      const { endpoint, conditions, values, expiresAt, ref, at, createdBy } = asked;
      const userData = values && !isAgain ? [await encoded(endpoint, conditions.format, values)] : [...asked.userData];
      return {
        ...identity(asked, call),
        content: { ...conditions, userData },
        expiresAt: expiresAt ?? at + settings.validityMs,
        ...{ ref, source: call.source, createdBy, limit: settings.maxPending },
        handTo: await stationFor(endpoint, call),
      };
    },
  };
}
