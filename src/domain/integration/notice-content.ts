import type { EventType, NewEvent } from '../event/catalog.ts';
import type { NoticeEvent } from './integration-records.ts';

type Content = Readonly<Record<string, unknown>>;

/** What becomes of an event in the log. */
interface NoticeMapping {
  readonly event: NoticeEvent;
  content(event: NewEvent, lookups: Lookups): Content;
}

interface Lookups {
  /** Until when the downlink may be sent, milliseconds. */
  expiryOf(queId: number): number | undefined;
}

const named =
  (...keys: readonly string[]) =>
  ({ data = {} }: NewEvent): Content =>
    Object.fromEntries(keys.map(key => [key, data[key]]));

const queIdOf = ({ data }: NewEvent): number => Number(data?.queId);

const result = (became: string, ...keys: readonly string[]): NoticeMapping => ({
  event: 'downlink_result',
  content: event => ({ queId: queIdOf(event), ...named('ref', ...keys)(event), result: became }),
});

const station = (event: NoticeEvent, ...keys: readonly string[]): NoticeMapping => ({
  event,
  content: raised => ({ name: raised.sourceName, ...named(...keys)(raised) }),
});

/** Which events are told between uplinks, and what of them (integrations section 1.2). */
export const toldEvents: Partial<Record<EventType, NoticeMapping>> = {
  'endpoint.attached': {
    event: 'attach',
    content: named('origin', 'bsEui', 'attachCnt', 'shAddr', 'snr', 'rssi'),
  },
  'endpoint.detached': { event: 'detach', content: named('origin', 'bsEui', 'packetCnt') },
  'downlink.queued': {
    event: 'downlink_queued',
    content: (event, { expiryOf }) => {
      const queId = queIdOf(event);
      const expiresAt = expiryOf(queId);
      const until = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
      return { queId, ...named('ref')(event), expiresAt: until };
    },
  },
  'downlink.rejected': { event: 'downlink_rejected', content: named('token', 'message', 'ref') },
  'downlink.sent': result('sent', 'bsEui', 'txTime', 'packetCnt'),
  'downlink.expired': result('expired'),
  'downlink.invalid': result('invalid'),
  'downlink.revoked': result('revoked'),
  'downlink.acknowledged': result('acknowledged', 'packetCnt'),
  // Both are held back by 10 s for stations that are back at once (platform API 20.2).
  'basestation.connected': station('basestation_online', 'resumed', 'remoteAddress'),
  'basestation.disconnected': station('basestation_offline', 'reason'),
};
