import type { Db } from '../../database/driver.ts';
import type { Eui } from '../../kit/eui.ts';
import type { Alerts } from '../alert/alert-store.ts';
import { announcingStore } from '../attach/announcing.ts';
import { attachStore } from '../attach/attach-store.ts';
import { propagationStore } from '../attach/propagation.ts';
import type { Decoders } from '../blueprint/decoders.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { EndpointDecodings } from '../blueprint/endpoint-decodings.ts';
import { discoveredReader, discoveredStore } from '../discovered/discovered-endpoints.ts';
import { refusedStations } from '../discovered/discovered-stations.ts';
import { commandQueue } from '../downlink/commands.ts';
import { downlinkContentReader } from '../downlink/content.ts';
import { type AnsweredPropagation, downlinkStore } from '../downlink/downlink-store.ts';
import { downlinkLists } from '../downlink/lists.ts';
import { endpointWriter } from '../endpoint/changes.ts';
import { endpointReader } from '../endpoint/endpoint-store.ts';
import type { Acting } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import type { History } from '../message/history.ts';
import type { Messages } from '../message/message-store.ts';
import { noticeStore } from '../message/notices.ts';
import type { ReceptionCodec } from '../message/reception.ts';
import type { Repeatable } from '../once/once-store.ts';
import type { DomainSettings } from '../options.ts';
import type { Radio } from '../radio/radio-store.ts';
import { rxStatusLists } from '../rx-status/lists.ts';
import { rxStatusStore } from '../rx-status/rx-status-store.ts';
import { disconnectionStore } from '../session/disconnection.ts';
import { operationStore } from '../session/operations.ts';
import { orderStore } from '../session/orders.ts';
import type { OwnProgress, Refused, StationStatus } from '../session/session-records.ts';
import { sessionStore } from '../session/session-store.ts';
import { ulTransmitStore } from '../transmission/transmission-store.ts';
import type { Arrivals } from '../uplink/arrivals.ts';
import { HeardStore } from '../uplink/heard.ts';
import { KnownEndpoints } from '../uplink/known-endpoints.ts';
import { uplinkMemory } from '../uplink/memory.ts';
import { Silence } from '../uplink/silence.ts';
import { uplinkStore } from '../uplink/uplink-store.ts';

interface TrafficOptions {
  readonly events: Events;
  readonly repeatable: Repeatable;
  readonly settings: DomainSettings;
  readonly history: History;
  readonly messages: Messages;
  readonly codec: ReceptionCodec;
  readonly effective: EffectiveBlueprints;
  readonly decoders: Decoders;
  readonly ofEndpoints: EndpointDecodings;
  readonly alerts: Pick<Alerts, 'observe' | 'stationBack' | 'stationAway'>;
  readonly radio: Radio;
  readonly arrivals: Arrivals;
  /** A station has said how it is. */
  statusReported(station: number, status: StationStatus, at: number): void;
  /** An endpoint was registered or changed, or its registration has ended. */
  endpointEdited(endpoint: number): void;
  /** A registration has ended, and nothing is under way for it any more. */
  endpointGone(endpoint: number, at: number): void;
}

/** What passes between base stations and endpoints, and what is known of both for it. */
export function trafficPart(
  db: Db,
  {
    events,
    repeatable,
    settings: { windowLengths, downlink: policy, onlyRegistered, activityWindowMs, blockMessages, sliceRows },
    history,
    messages,
    codec,
    effective,
    decoders,
    ofEndpoints,
    alerts,
    radio,
    arrivals,
    statusReported,
    endpointEdited,
    endpointGone,
  }: TrafficOptions,
) {
  const operations = operationStore(db);
  const orders = orderStore(db, { operations, downlinkContent: downlinkContentReader(db) });
  const heard = new HeardStore(db, codec, arrivals.time);
  const known = new KnownEndpoints(db, onlyRegistered, heard);
  const memory = uplinkMemory(db, {
    history,
    known,
    heard,
    codec,
    duplicateMs: windowLengths.duplicateMs,
    blockMessages,
    sliceRows,
  });
  const { takePlace } = memory;
  const notices = noticeStore(db, { takePlace });

  /** What was heard of an endpoint is read, or about to be changed: what is not stored of it yet is stored. */
  const heardStored = (endpoint: number): void => {
    memory.newest();
    heard.storeOf(endpoint);
  };
  const silence = new Silence(db, { events, heard, arrivals, windowMs: activityWindowMs });
  const heardReplaced = (endpoint: number): void => {
    heard.replaced(endpoint);
    silence.changed(endpoint);
  };
  /** What is stored of an endpoint has changed: the writer reads it again before its next uplink. */
  const endpointChanged = (eui?: Eui): void => known.forget(eui);

  const rxStatus = rxStatusStore(db, { events, operations, orders });
  const downlinks = downlinkStore(db, {
    events,
    operations,
    orders,
    policy,
    notices,
    queryBefore: rxStatus.before,
    queryBack: rxStatus.carrierLost,
    acknowledgedBy: memory.acknowledges,
    takePlace,
  });
  const { stationHeard, messagesStored, endpointHeard } = radio;
  const discovered = discoveredStore(db, { repeatable });
  const uplinks = uplinkStore(db, {
    events,
    known,
    heard,
    arrivals,
    silence,
    codec,
    memory,
    decoders,
    decodingOf: ofEndpoints.decodingOf,
    receptionMs: windowLengths.receptionMs,
    advance: operations.advance,
    window: downlinks.window,
    acknowledged: downlinks.acknowledged,
    closed: rxStatus.carry,
    stationHeard,
    messagesStored,
    endpointHeard,
    strangerHeard({ epEui, packetCnt, reception: { station, snr, rssi }, arrivedAt: at }, org) {
      return org !== null && discovered.heard({ org, epEui, packetCnt, station, snr, rssi, at });
    },
  });

  const lists = downlinkLists(db);

  /** A station may have dropped the downlinks of an endpoint, and with them the query that went before one. */
  const endpointForgotten = (announced: AnsweredPropagation, at: number): void => {
    if (downlinks.endpointForgotten(announced, at)) rxStatus.carrierLost(announced.station, announced.endpoint);
  };
  const { holdsDownlinks } = downlinks;
  const announcing = announcingStore(db, { operations, holdsDownlinks, endpointForgotten });
  const propagation = propagationStore(db, { events, operations, announcing, endpointChanged, endpointForgotten });
  const attach = attachStore(db, {
    events,
    operations,
    propagation,
    announcing,
    notices,
    heardStored,
    heardReplaced,
    endpointChanged,
  });

  /** Everything that a resume sends again, in the order it was started: an announcement of the list is no operation by itself. */
  const own = (session: number): OwnProgress => {
    const { lastSc, held } = orders.own(session);
    return { lastSc, held: [...held, ...announcing.held(session)].toSorted((a, b) => b.opId - a.opId) };
  };

  /** `error` to `dlDataQue`. @returns whether the endpoint has to be propagated to the station again */
  const downlinkRefused = (refusal: Refused): boolean => {
    const endpoint = downlinks.refused(refusal);
    if (endpoint === undefined) return false;
    propagation.needAgain(refusal.station, endpoint, refusal.at);
    return true;
  };

  const transmissions = ulTransmitStore(db, { events, operations });

  /** A station knows nothing of the time before (BSSCI 6.5). @returns how many downlinks wait again */
  const stationForgot = (station: number, reason: string, at: number): number => {
    propagation.stationForgot(station);
    rxStatus.stationForgot(station);
    transmissions.stationForgot(station, reason, at);
    return downlinks.stationForgot(station, reason, at);
  };
  // The operations of a session come first; how it begins and goes on comes after what its station may lose by it.
  const sessions = sessionStore(db, {
    events,
    observe: alerts.observe,
    operations,
    stationForgot,
    propagationGivenUp: propagation.givenUp,
    orderGivenUp: downlinks.unanswered,
    operationsGivenUp: transmissions.givenUp,
    stationBack: alerts.stationBack,
    statusReported,
  });

  /** An endpoint is suspended or without a key: what stations have for it is revoked. */
  const endpointSilenced = (endpoint: number, acting: Acting): void =>
    downlinks.revokeHeld(endpoint, { ...acting, origin: 'api' }, acting.now);
  /** An endpoint has another EUI: nothing is sent or asked under the one it had. */
  const endpointLeft = (endpoint: number, gone: number | undefined, at: number): void => {
    downlinks.endpointLeft(endpoint, gone, at);
    rxStatus.endpointLeft(endpoint);
  };
  const endpointDeleted = (org: number, endpoint: number, acting: Acting): void => {
    downlinks.revoke({ org, endpoint, queId: undefined }, { ...acting, origin: 'api' }, acting.now);
    rxStatus.endpointDeleted(endpoint, acting.now);
    endpointGone(endpoint, acting.now);
  };
  const endpoints = endpointWriter(db, {
    events,
    attach,
    propagation,
    mayBeAssigned: effective.mayBeAssigned,
    beforeChange: announcing.keep,
    heardStored,
    heardReplaced,
    endpointChanged,
    endpointSilenced,
    endpointLeft,
    endpointDeleted,
    counterSet: memory.counterSet,
    endpointEdited,
  });

  const { advance } = operations;
  const disconnections = disconnectionStore(db, { advance, stationAway: alerts.stationAway });
  /** Sessions that a crash left active become disconnected, as far as they had come. */
  const recover = (at: number): void => {
    uplinks.storeProgress();
    disconnections.recover(at);
  };

  return {
    groups: {
      sessions: { ...operations, ...disconnections, ...sessions, recover },
      orders: { ...orders, own },
      uplinks,
      rxStatus: { ...rxStatus, ...rxStatusLists(db) },
      downlinks: {
        ...downlinks,
        refused: downlinkRefused,
        command: commandQueue({ repeatable, queue: downlinks.queue, before: lists.requestedBefore, find: lists.find }),
      },
      downlinkLists: lists,
      discovered: { ...discovered, ...discoveredReader(db) },
      discoveredStations: refusedStations(db),
      propagation,
      announcing,
      attach,
      ulTransmits: transmissions,
      endpoints: { ...endpointReader(db, { ...effective, history, messages }), ...endpoints },
    },
    ...{ memory, discovered, downlinks, attach, endpoints, endpointChanged, stationForgot },
    endpointsKnown: propagation.knownTo,
    /** How often the writer has forgotten what it knew of endpoints. */
    endpointsForgotten: () => known.forgotten,
  };
}
