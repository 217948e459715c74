import type { Db } from '../database/driver.ts';
import type { Database } from '../database/open.ts';
import type { Moment } from '../kit/time/clock.ts';
import { organizationRemains } from './account/remains.ts';
import { watchedEvents } from './alert/observations.ts';
import { correctionStore } from './correction/correction-store.ts';
import type { Acting } from './event/acting.ts';
import { auditLines } from './event/audit-export.ts';
import { type EventNews, eventStore } from './event/event-store.ts';
import { eventLists } from './event/list.ts';
import { eventLog as eventLogReader } from './event/log.ts';
import { installationStore } from './installation/installation-store.ts';
import { toldTypes } from './integration/notices.ts';
import { onceStore } from './once/once-store.ts';
import { type DomainOptions, domainSettings } from './options.ts';
import { alertsPart } from './parts/alerts.ts';
import { catalogPart } from './parts/catalog.ts';
import { devicesPart } from './parts/devices.ts';
import { integrationsPart } from './parts/integrations.ts';
import { messagesPart } from './parts/messages.ts';
import { peersPart } from './parts/peers.ts';
import { peoplePart } from './parts/people.ts';
import { rulesPart } from './parts/rules.ts';
import { statisticsPart } from './parts/statistics.ts';
import { trafficPart } from './parts/traffic.ts';
import { retentionStore } from './retention/retention-store.ts';
import type { Order } from './session/order.ts';
import { Arrivals } from './uplink/arrivals.ts';
import { ListenedTime } from './uplink/listened.ts';

/**
 * Everything that can be asked of the database and done to it, over one connection. Made three times: read-only on the main
 * thread, in the writer, and in the reader for what scans.
 *
 * A part is given what the parts before it have made. What it brings about in a part after it is a function here: it is called only when
 * all are made. `groups` of a part are its functions as callers name them.
 */
export function domain(db: Db, options: DomainOptions = {}) {
  const settings = domainSettings(options);
  const events = eventStore(
    db,
    { types: watchedEvents, raised: (event, uuid) => alerts.alerts.eventRaised(event, uuid) },
    { types: toldTypes, raised: event => integrations.notices.eventRaised(event) },
  );
  const eventLog = eventLogReader(db);
  const arrivals = new Arrivals(db, new ListenedTime(db));
  const { repeatable, ...once } = onceStore(db);

  /** What is of no use without the organization goes as soon as that is deleted. */
  const removeUsed = (org: number, acting: Acting): void => {
    once.removeAll(org);
    people.apiKeys.removeAll(org, acting);
    traffic.discovered.removeAll(org);
    integrations.changes.removeAll(org, acting);
    devices.sensorTemplates.removeAll(org);
    devices.dashboards.removeAll(org);
    rules.changes.removeAll(org, acting);
  };
  const people = peoplePart(db, { events, repeatable, organizationDeleted: removeUsed });

  const alerts = alertsPart(db, {
    events,
    repeatable,
    settings: settings.alerts,
    radio: settings.radio,
    arrivals,
    told: change => integrations.notices.alertChanged(change),
  });

  const catalog = catalogPart(db, { events, catalogChanged: () => traffic.endpointChanged() });
  const { effective, decodings, decoders, ofEndpoints } = catalog;

  const stored = messagesPart(db, {
    effective,
    decodings,
    decoders,
    ofEndpoints,
    endpointsForgotten: (): number => traffic.endpointsForgotten(),
  });
  const { history, log, messages, decoded, stationLines } = stored;
  const statistics = statisticsPart(db, { history, messages, stationLines });

  const traffic = trafficPart(db, {
    events,
    repeatable,
    settings,
    history,
    messages,
    codec: stored.codec,
    effective,
    decoders,
    ofEndpoints,
    alerts: alerts.alerts,
    radio: alerts.radio,
    arrivals,
    statusReported: (station, status, at) => integrations.notices.stationStatus(station, status, at),
    endpointEdited(endpoint) {
      alerts.radio.endpointEdited(endpoint);
      rules.changes.endpointChanged(endpoint);
    },
    endpointGone(endpoint, at) {
      devices.devices.endpointDeleted(endpoint, at);
      rules.changes.endpointGone(endpoint);
    },
  });
  const { memory, attach, downlinks, endpoints, endpointsKnown, endpointChanged, stationForgot } = traffic;

  const peers = peersPart(db, {
    repeatable,
    events,
    messages,
    newest: stored.newest,
    attach,
    downlinks,
    endpoints,
    alerts: alerts.alerts,
    onlyRegistered: settings.onlyRegistered,
    endpointsKnown,
    endpointChanged,
    stationForgot,
    certificateChanged: alerts.certificateChanged,
  });

  const devices = devicesPart(db, { events, repeatable, effective, endpoints });

  const integrations = integrationsPart(db, {
    events,
    eventLog,
    repeatable,
    effective,
    log,
    messages,
    decoded,
    takePlace: memory.takePlace,
    maxAgeMs: settings.integrationAgeMs,
    signIn: settings.signIn,
  });

  const rules = rulesPart(db, {
    events,
    repeatable,
    alerts: alerts.alerts,
    log,
    decoders,
    encoder: catalog.encoder,
    known: devices.known,
    arrivals,
    integrations: integrations.reader,
    ends: integrations.ends,
    tell: integrations.notices.byRule,
    queue: downlinks.queue,
  });

  return {
    events,
    eventLists: eventLists(db),
    audit: auditLines(db),
    eventLog,
    once,
    installation: installationStore(db, { events }),
    ...people.groups,
    ...alerts.groups,
    ...catalog.groups,
    ...stored.groups,
    ...statistics.groups,
    ...traffic.groups,
    clock: {
      /** At a start, before anything else is judged, and when the clock was set. */
      wasSet(at: Moment): void {
        alerts.alerts.clockWasSet(at);
        downlinks.clockWasSet(at);
      },
    },
    ...peers.groups,
    ...devices.groups,
    ...integrations.groups,
    ...rules.groups,
    organizationRemains: organizationRemains(db, {
      removeEndpoint: endpoints.remove,
      removeStation: peers.baseStations.remove,
      removeDevices: devices.devices.removeOfDeleted,
      removeUsed,
      removeImages: devices.media.removeSome,
      endCenter: peers.centers.organizationDeleted,
    }),
    corrections: correctionStore(db),
    retention: retentionStore(db, {
      events,
      history,
      lines: { count: peers.centers.countLines },
      memory,
      values: stored.values,
      recount: stored.recount,
      removeResolved: alerts.alerts.removeResolved,
      removeParked: integrations.progress.removeParked,
      removeDiscovered: traffic.discovered.removeOld,
      removeDecodings(limit) {
        const removed = decodings.removeUnused(history.prunedUpTo(), history.sealedUpTo(), limit);
        // The writer looks up by what it decodes once.
        if (removed > 0) endpointChanged();
        return removed;
      },
      backlog: integrations.backlog,
    }),
  };
}
export type Domain = ReturnType<typeof domain>;

/** The database as the rest of the product sees it. */
export type Store = Database<Domain, Order, EventNews>;
