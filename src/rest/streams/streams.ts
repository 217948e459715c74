import { covers } from '../../domain/apikey/scopes.ts';
import type { KnownDevice } from '../../domain/device/known.ts';
import type { Store } from '../../domain/domain.ts';
import { categories, severities } from '../../domain/event/catalog.ts';
import type { StoredMessage } from '../../domain/message/log.ts';
import { plainValue, radioOf } from '../../domain/value/series.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Call } from '../../rpc/call/define.ts';
import { oneOf, uuid } from '../../rpc/checks.ts';
import type { EventFeed } from '../../rpc/event-feed.ts';
import { streamed } from '../../rpc/events/stream.ts';
import { follow, openCursor } from '../../rpc/follow.ts';
import { type Check, fields, list, type Maybe, optional } from '../../rpc/input.ts';
import { readable } from '../../rpc/readable.ts';
import { stationNames } from '../../rpc/station-names.ts';
import { timestamp, timestampNs } from '../../rpc/wire.ts';
import { type Group, group, method } from '../define.ts';
import { eventsToRest } from '../event-wire.ts';
import { organizationId } from '../input.ts';
import { findDevice, wrappedBy } from '../known-devices.ts';
import { COLLECT_MS, sharedLog } from '../log-tail.ts';
import { messageToRest } from '../message-wire.ts';
import { keys } from '../range-input.ts';
import type { Tickets } from '../tickets.ts';
import { jsonValue } from '../value-wire.ts';
import { example } from './examples.ts';

const MAX_WORDS = 20;
const SEQ = /^(0|[1-9][0-9]{0,15})$/;
const STREAM_SCOPES = ['messages:read', 'events:read', 'telemetry:read'] as const;
const RULE = { access: 'org', needs: 'R' } as const;

/** A number of the log; 0 is the place before all, and nothing the present. */
const afterSeq: Check<Maybe<string>, bigint | undefined> = (wire, at) => {
  if (wire === undefined || wire === null || wire === '') return undefined;
  if (!SEQ.test(wire)) at.refuse('range', 'FieldOutOfRange', { min: 0, max: Number.MAX_SAFE_INTEGER });
  return BigInt(wire);
};

/** What every stream takes. */
const common = { organization_id: organizationId, device_id: optional(uuid), after_seq: afterSeq };

/** What comes, as Server-Sent Events (REST section 8). */
export function streams({
  store,
  clock,
  newMessages,
  feed,
  tickets,
}: {
  readonly store: Store;
  readonly clock: Clock;
  /** Notified when messages became visible. */
  readonly newMessages: Notifier;
  /** What is told of events that were stored. */
  readonly feed: EventFeed;
  readonly tickets: Pick<Tickets, 'issue'>;
}): Group {
  const shared = sharedLog({ store, clock, news: newMessages });

  /** Messages of the caller's organization, or of one device, each as it is shown; nothing of those that are left out. */
  const followed = <T>(
    asked: { readonly device_id: string | undefined; readonly after_seq: bigint | undefined },
    call: Call,
    shownBy: () => (message: StoredMessage, deviceOf: () => KnownDevice | undefined) => T | undefined,
  ) => {
    const { device_id, after_seq } = asked;
    const { org, signal, told } = call;
    const log = store.read.messages;
    if (device_id !== undefined) findDevice(store, call, device_id);
    const from = openCursor(log, { afterSeq: after_seq, startNs: undefined }, clock.now());
    told.place = from;
    return follow({ log, news: newMessages, signal, clock, betweenMs: COLLECT_MS }, from, (after, limit) => {
      const rows = shared.after(after, limit);
      // It may wrap another endpoint by now.
      const only = device_id === undefined ? undefined : findDevice(store, call, device_id);
      const wrapping = wrappedBy(store);
      const wanted = rows.filter(
        message => message.org === org && message.epEui !== '' && (!only || message.endpoint === only.endpoint),
      );
      const shown = shownBy();
      const items = wanted.flatMap(message => shown(message, () => only ?? wrapping(message.endpoint)) ?? []);
      const upTo = rows.at(-1)?.seq ?? after;
      told.place = items.length === 0 ? upTo : after;
      return { items, upTo, more: rows.length === limit };
    });
  };

  return group('Streams', [
    method('rest.v1.RestService/StreamDeviceMessages', {
      http: {
        at: 'GET /api/v2/streams/messages',
        id: 'streamMessages',
        event: 'message',
        summary: 'Uplinks as they come',
        example: { response: example.message },
      },
      ...RULE,
      scope: 'messages:read',
      input: fields(common),
      handle: (asked, call) =>
        followed(asked, call, () => {
          const view = { org: call.org, names: stationNames(store), decode: store.read.messages.decoded };
          return (message, deviceOf) =>
            shared.shown('message', message, () => ({
              ...messageToRest(message, view),
              ...{ seq: message.seq, device_id: deviceOf()?.uuid, client_device_id: message.epEui },
            }));
        }),
    }),
    method('rest.v1.RestService/StreamTelemetry', {
      http: {
        at: 'GET /api/v2/streams/telemetry',
        id: 'streamTelemetry',
        event: 'telemetry',
        summary: 'What devices measure as it comes',
        example: { response: example.telemetry },
      },
      ...RULE,
      scope: 'telemetry:read',
      input: fields({ ...common, keys }),
      handle({ keys: names, ...asked }, call) {
        const wanted = names && new Set(names);
        return followed(asked, call, () => (message, deviceOf) => {
          const make = () => {
            const device = deviceOf();
            return {
              ...{ seq: message.seq, device_id: device?.uuid, client_device_id: message.epEui },
              timestamp: timestampNs(message.rxTime),
              values: valuesOf(message, wanted, device),
            };
          };
          const item = wanted ? make() : shared.shown('telemetry', message, make);
          return item.values.length === 0 ? undefined : item;
        });
      },
    }),
    method('rest.v1.RestService/StreamDeviceEvents', {
      http: {
        at: 'GET /api/v2/streams/events',
        id: 'streamEvents',
        event: 'event',
        summary: 'Events as they come',
        example: { response: example.event },
      },
      ...RULE,
      scope: 'events:read',
      input: fields({
        ...common,
        category: list(oneOf(categories, 'InvalidEventCategory'), MAX_WORDS),
        severity: list(oneOf(severities, 'InvalidSeverity'), MAX_WORDS),
      }),
      handle({ device_id, after_seq, category, severity }, call) {
        const device = device_id === undefined ? undefined : findDevice(store, call, device_id);
        // No row has it: a device without endpoint has no events.
        const endpoint = device && (device.endpoint ?? 0);
        const about = { org: call.org, ...readable(call, category), severities: severity, endpoint };
        const start = { afterSeq: after_seq, startNs: undefined };
        return streamed({ store, clock, feed }, about, start, call, {
          items: events => eventsToRest(store, events, call),
          delivered(place) {
            call.told.place = place;
          },
        });
      },
    }),
    method('rest.v1.RestService/CreateStreamTicket', {
      http: {
        at: 'POST /api/v2/streams/ticket',
        id: 'createStreamTicket',
        summary: 'A ticket that opens one stream without a key',
        body: '*',
        example: { request: {}, response: example.ticket },
      },
      access: 'org',
      needs: 'R',
      scope: '',
      input: fields({ organization_id: organizationId }),
      handle(_, { principal, org, organizationId: organization, onlyReads }) {
        const { scopes } = principal;
        if (scopes && !STREAM_SCOPES.some(scope => covers(scopes, scope)))
          throw fault('ScopeRequired', { scope: STREAM_SCOPES.join(', ') });
        const admission = { principal, org, organizationId: organization, ...(onlyReads && { onlyReads }) };
        const { ticket, expiresAt } = tickets.issue(admission);
        return { ticket, expires_at: timestamp(expiresAt) };
      },
    }),
  ]);

  function valuesOf(message: StoredMessage, wanted: ReadonlySet<string> | undefined, device: KnownDevice | undefined) {
    const { values, shown } = store.read.messages.decoded(message);
    const decoded = [...(values ?? [])].flatMap(([key, value], place) => {
      const plain = plainValue(value);
      if (plain === undefined || wanted?.has(key) === false) return [];
      return [{ key, value: plain, unit: shown[place]?.unit ?? '' }];
    });
    const radio = wanted ? radioOf(message, wanted).filter(({ key }) => !values?.has(key)) : [];
    return [...decoded, ...radio].map(({ key, value, unit }) => {
      return { key, value: jsonValue(value), unit, sensor_id: device?.sensors.get(key) };
    });
  }
}
