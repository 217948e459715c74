import type { Db } from '../../database/driver.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { Events } from '../event/event-store.ts';
import type { KnownEndpoint } from './known-endpoints.ts';
import type { UplinkMemory } from './memory.ts';
import type { DecodeFailure } from './publish.ts';
import type { UplinkReport } from './receive.ts';

interface Reporter {
  readonly org: number | null;
  readonly bsEui: string;
}

/** The events that telegrams raise: when a station reports them, and when their payload cannot be decoded. */
export function uplinkEvents(
  db: Db,
  {
    events,
    decoders,
    endpointOf,
  }: { readonly events: Events; readonly decoders: Decoders } & Pick<UplinkMemory, 'endpointOf'>,
) {
  const stationOf = db.prepare('SELECT org, eui AS bsEui FROM base_station WHERE id = ?');

  const reporter = (station: number): Reporter =>
    (stationOf.get(station) as { org: number; bsEui: string } | undefined) ?? { org: null, bsEui: '' };

  const about = ({ reception: { station }, arrivedAt: at }: UplinkReport) => {
    const { org, bsEui } = reporter(station);
    return { org, station, bsEui, at, storedAt: at };
  };

  return {
    reporter,

    ofEndpoint(
      type: 'message.conflict' | 'endpoint.counter_reused' | 'endpoint.heard_detached',
      { org, id: endpoint, name: sourceName }: KnownEndpoint,
      uplink: UplinkReport,
    ): void {
      const { epEui, packetCnt } = uplink;
      const by = about(uplink);
      events.raise({ type, ...by, org, endpoint, epEui, sourceName, data: { packetCnt, bsEui: by.bsEui } });
    },

    atStation(
      type: 'endpoint.unknown_heard' | 'message.rejected',
      uplink: UplinkReport,
      data: Readonly<Record<string, string | number>>,
    ): void {
      const { epEui } = uplink;
      const by = about(uplink);
      events.raise({ type, ...by, epEui, data: { epEui, bsEui: by.bsEui, ...data } });
    },

    decodeFailed({ telegram, code, format, decoding }: DecodeFailure, now: number): void {
      const { org, endpoint, epEui, packetCnt, arrivedAt: at } = telegram;
      const sourceName = epEui === '' ? undefined : endpointOf(epEui)?.name;
      const data = { code, format, blueprintId: decoders.blueprintOf(decoding), packetCnt };
      events.raise({ type: 'message.decode_failed', org, endpoint, epEui, sourceName, at, storedAt: now, data });
    },

    /** The station's clock is so far from the service center's. */
    clockOffset(uplink: UplinkReport, offsetMs: number): void {
      events.raise({ type: 'basestation.clock_offset', ...about(uplink), data: { offsetMs } });
    },
  };
}
export type UplinkEvents = ReturnType<typeof uplinkEvents>;
