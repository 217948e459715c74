import type { Db } from '../database/driver.ts';
import type { Database } from '../database/open.ts';
import type { SalvagedTables } from '../database/salvaged-tables.ts';
import type { SealedColumn } from '../database/sealed-column.ts';
import type { Eui } from '../kit/eui.ts';
import { DAY_MS } from '../kit/units.ts';
import { administratorStore } from './account/administrators.ts';
import { organizationRemains } from './account/remains.ts';
import { accountStore, salvagedAccounts } from './account/store.ts';
import { installationAlerts } from './alert/installation.ts';
import { alertLists } from './alert/list.ts';
import { watchedEvents } from './alert/observations.ts';
import { type RuleSettings, ruleSettings } from './alert/rules.ts';
import type { Seen } from './alert/seen.ts';
import { alertStore, salvagedAlerts } from './alert/store.ts';
import { apiKeyStore } from './apikey/store.ts';
import { announcingStore } from './attach/announcing.ts';
import { sealedInFormerEndpoints } from './attach/contents.ts';
import { propagationStore } from './attach/propagation.ts';
import { attachStore } from './attach/store.ts';
import { blueprintReader } from './blueprint/blueprints.ts';
import { catalogEvents, salvagedCatalog } from './blueprint/catalog.ts';
import { blueprintWriter } from './blueprint/changes.ts';
import { compareReader } from './blueprint/compare.ts';
import { Decoders } from './blueprint/decoders.ts';
import { decodingStore, salvagedDecodings } from './blueprint/decodings.ts';
import { effectiveBlueprints } from './blueprint/effective.ts';
import { valueEncoder } from './blueprint/encoding.ts';
import { endpointDecodings } from './blueprint/endpoint-decodings.ts';
import { catalogImport } from './blueprint/import.ts';
import { manufacturerReader, manufacturerWriter } from './blueprint/manufacturers.ts';
import { modelReader, modelWriter } from './blueprint/models.ts';
import { documentReader } from './blueprint/preview.ts';
import { shippedCatalog } from './blueprint/shipped.ts';
import { typeEuiOwners } from './blueprint/type-euis.ts';
import { centerLists } from './center/lists.ts';
import { centerRequestStore } from './center/requests-store.ts';
import { centerStore } from './center/store.ts';
import { certificateExpiryStore } from './certificate/expiry.ts';
import { stationDays } from './certificate/station-days.ts';
import { certificateStore, sealedInCertificates } from './certificate/store.ts';
import { dashboardReader } from './dashboard/reader.ts';
import { dashboardStore, salvagedDashboards } from './dashboard/store.ts';
import { knownDevices } from './device/known.ts';
import { deviceReader as digitalDeviceReader } from './device/reader.ts';
import { sensorStore } from './device/sensors.ts';
import { deviceStore, salvagedDevices, sealedInDevices } from './device/store.ts';
import { commandQueue } from './downlink/commands.ts';
import { downlinkContentReader } from './downlink/content.ts';
import type { DownlinkPolicy } from './downlink/hand-over.ts';
import { downlinkLists } from './downlink/lists.ts';
import { type Announced, downlinkStore, salvagedDownlinks } from './downlink/store.ts';
import { endpointWriter } from './endpoint/changes.ts';
import { endpointReader, salvagedEndpoints, sealedInEndpoints } from './endpoint/store.ts';
import type { Acting } from './event/acting.ts';
import type { NewEvent } from './event/catalog.ts';
import { eventLists } from './event/list.ts';
import { eventLog } from './event/log.ts';
import { type EventNews, eventStore, salvagedAudit } from './event/store.ts';
import { externalIdentityStore } from './external-identity/store.ts';
import { installationStore, salvagedInstallation, sealedInInstallation } from './installation/store.ts';
import { backlogStore } from './integration/backlog.ts';
import { descriptionReader } from './integration/descriptions.ts';
import { deviceReader } from './integration/devices.ts';
import { logEnds } from './integration/ends.ts';
import { installationReaders } from './integration/installation.ts';
import { itemReader } from './integration/items.ts';
import { integrationNotices, salvagedIntegrationNotices, toldTypes } from './integration/notices.ts';
import { progressStore } from './integration/progress.ts';
import { queuedReader } from './integration/queued.ts';
import { replayStore } from './integration/replays.ts';
import { integrationReader } from './integration/rows.ts';
import { integrationStore, salvagedIntegrations, sealedInIntegrations } from './integration/store.ts';
import { Wanted } from './integration/wanted.ts';
import { mediaReader, mediaStore, salvagedMedia } from './media/store.ts';
import { affectedReader } from './message/affected.ts';
import { countBackStore } from './message/count-back.ts';
import { countedRowReader } from './message/counted-rows.ts';
import { decodedReader } from './message/decoded.ts';
import { historyStore, salvagedHistory } from './message/history.ts';
import { logReader } from './message/log.ts';
import { noticeStore, salvagedNotices } from './message/notices.ts';
import { numberedMessages } from './message/numbered.ts';
import { ReceptionCodec } from './message/reception.ts';
import { redecodeStore } from './message/redecode.ts';
import { messageStore } from './message/store.ts';
import { outboxReader } from './notification/outbox.ts';
import { alertOverview } from './notification/overview.ts';

import { notificationStore, salvagedNotifications } from './notification/store.ts';
import { sealedInOnce } from './once/contents.ts';
import { onceStore } from './once/store.ts';
import { type RadioWatch, radioStore } from './radio/store.ts';

import { retentionStore } from './retention/store.ts';
import { ruleExecutor } from './rule/carry-out.ts';
import { ruleCommands } from './rule/commands.ts';
import { ruleDevices } from './rule/devices.ts';
import { executionReader } from './rule/executions.ts';
import { rulePlanner } from './rule/plan.ts';
import { ruleReader, salvagedRules } from './rule/rows.ts';
import { ruleSimulator } from './rule/simulate.ts';
import { ruleStore } from './rule/store.ts';
import { rxStatusLists } from './rx-status/lists.ts';
import { rxStatusStore, salvagedRxStatus } from './rx-status/store.ts';
import { salvagedSecondFactors, sealedInSecondFactors } from './second-factor/contents.ts';
import { secondFactorStore } from './second-factor/store.ts';
import { templateReader, templateStore } from './sensor-template/store.ts';
import { disconnectionStore } from './session/disconnection.ts';
import { operationStore, sealedInSessions } from './session/operations.ts';
import type { Order } from './session/order.ts';
import { orderStore } from './session/orders.ts';
import type { OwnProgress, Refused } from './session/records.ts';
import { sessionStore } from './session/store.ts';
import { salvagedSignIns, sealedInSignIns } from './signin/contents.ts';
import { signInStore } from './signin/store.ts';
import { stationLineReader } from './station/lines.ts';
import { directoryStore } from './station/names.ts';
import { baseStationStore, salvagedBaseStations } from './station/store.ts';
import { timelineStore } from './station/timeline.ts';
import { analyticsReader } from './statistics/analytics.ts';
import { cutHours } from './statistics/cut-hours.ts';
import { reachReader } from './statistics/reach.ts';
import { sampleReader } from './statistics/sample-reader.ts';
import { siteReader } from './statistics/site.ts';
import { stationStatistics } from './statistics/stations.ts';
import { statisticsStore } from './statistics/store.ts';
import { salvagedTransmissions, ulTransmitStore } from './transmission/store.ts';
import { HeardStore } from './uplink/heard.ts';
import { KnownEndpoints } from './uplink/known-endpoints.ts';
import { uplinkMemory } from './uplink/memory.ts';
import { Silence } from './uplink/silence.ts';
import { salvagedUplinks, uplinkStore } from './uplink/store.ts';
import type { WindowLengths } from './uplink/window.ts';
import { valueCharts } from './value/chart.ts';
import { newestValues } from './value/newest.ts';
import { presentDays } from './value/present-days.ts';
import { valueRows } from './value/rows.ts';
import { valueReader } from './value/sealed.ts';
import { valueSeries } from './value/series.ts';
import { valueStore } from './value/store.ts';

/** The nouns: each imports only those before it, types included. What two need of each other is a reaction, below. */
export const nouns = [
  'event',
  'once',
  'installation',
  'apikey',
  'account',
  'signin',
  'second-factor',
  'external-identity',
  'alert',
  'notification',
  'session',
  'blueprint',
  'message',
  'uplink',
  'radio',
  'rx-status',
  'downlink',
  'attach',
  'transmission',
  'sensor-template',
  'media',
  'dashboard',
  'endpoint',
  'device',
  'center',
  'certificate',
  'station',
  'statistics',
  'value',
  'integration',
  'rule',
  'retention',
] as const;

export interface DomainOptions {
  readonly windowLengths?: WindowLengths;
  /** For tests: small blocks show with few messages what large ones do with many. */
  readonly blockMessages?: number;
  /** Likewise, of what is written at a time when a block is sealed. */
  readonly sliceRows?: number;
  readonly downlink?: DownlinkPolicy;
  /** For how long an endpoint counts as active after it was heard, milliseconds. */
  readonly activityWindowMs?: number;
  readonly radio?: RadioWatch;
  /** Whether application centers get only what is of endpoints that they have registered. */
  readonly onlyRegistered?: boolean;
  /** Limits of the rules of alerts; the defaults when left out. */
  readonly alerts?: RuleSettings;
  /** For how long integrations keep what they wait for although room is needed. */
  readonly integrationAgeMs?: number;
  /** Whether people sign in: who reads an organization need not be an operator of the installation then. */
  readonly signIn?: boolean;
}

const DEFAULT_WINDOWS: WindowLengths = { receptionMs: 500, duplicateMs: 300_000 };
const DEFAULT_RADIO: RadioWatch = { activityMs: 86_400_000, batteryVolts: 2.8 };
const DEFAULT_DOWNLINK: DownlinkPolicy = { requeueOfflineMs: 300_000, handOver: 'window' };

/**
 * Everything that can be asked of the database and done to it, over one connection. Made three times: read-only on the main
 * thread, in the writer, and in the reader for what scans.
 */
export function domain(
  db: Db,
  {
    windowLengths = DEFAULT_WINDOWS,
    downlink: policy = DEFAULT_DOWNLINK,
    radio: radioWatch = DEFAULT_RADIO,
    onlyRegistered = false,
    activityWindowMs = DAY_MS,
    blockMessages,
    sliceRows,
    alerts: settings = ruleSettings(),
    integrationAgeMs = 7 * DAY_MS,
    signIn = false,
  }: DomainOptions = {},
) {
  const told = { types: toldTypes, raised: (event: NewEvent) => integrationNews.eventRaised(event) };
  const events = eventStore(
    db,
    { types: watchedEvents, raised: (event, uuid) => alerts.eventRaised(event, uuid) },
    told,
  );
  const { repeatable, ...once } = onceStore(db);
  const apiKeys = apiKeyStore(db, { events, repeatable });
  const sensorTemplates = templateStore(db, {
    repeatable,
    inUse: (org, uuid) => deviceRows.usesTemplate(org, uuid),
  });
  const media = mediaStore(db, {
    repeatable,
    refersTo: image => deviceRows.showsImage(image),
    removed: (image, now) => digitalDevices.imageRemoved(image, now),
  });
  const ofDashboards = dashboardReader(db);
  const dashboards = dashboardStore(db, { events, repeatable, reader: ofDashboards });
  /** Nobody uses a deleted organization any more. */
  const removeUsed = (org: number, acting: Acting): void => {
    once.removeAll(org);
    apiKeys.removeAll(org, acting);
    integrationChanges.removeAll(org, acting);
    sensorTemplates.removeAll(org);
    dashboards.removeAll(org);
    ruleChanges.removeAll(org, acting);
  };
  const accounts = accountStore(db, {
    events,
    endSessions: (...ending) => signIns.endAllOf(...ending),
    removeKeys: apiKeys.removeOf,
    emailChanged: apiKeys.emailChanged,
    organizationDeleted: removeUsed,
  });
  const signIns = signInStore(db, { events, accounts });
  const notifications = notificationStore(db, { events });
  const alerts = alertStore(db, {
    events,
    repeatable,
    settings,
    solelyHeardBy: endpoint => radio.solelyHeardBy(endpoint),
    changed(change) {
      notifications.changed(change);
      integrationNews.alertChanged(change);
    },
  });
  const { observe } = alerts;
  const operations = operationStore(db);
  const orders = orderStore(db, { operations, downlinkContent: downlinkContentReader(db) });
  const history = historyStore(db);
  const log = logReader(db, { history });
  const messages = messageStore(db, { history, log });
  const codec = new ReceptionCodec();
  const heard = new HeardStore(db, codec);
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
  const silence = new Silence(db, { events, heard, windowMs: activityWindowMs });
  const heardReplaced = (endpoint: number): void => {
    heard.replaced(endpoint);
    silence.changed(endpoint);
  };
  /** What is stored of an endpoint has changed: the writer reads it again before its next uplink. */
  const endpointChanged = (eui?: Eui): void => known.forget(eui);

  /** What decodes an endpoint may be another blueprint: the writer reads it again before the next uplink. */
  const catalogChanged = (): void => known.forget();

  const raise = catalogEvents(events);
  const types = typeEuiOwners(db);
  const manufacturers = { ...manufacturerReader(db), ...manufacturerWriter(db, { raise }) };
  const deviceModels = { ...modelReader(db), ...modelWriter(db, { raise, types, catalogChanged }) };
  const blueprints = {
    ...blueprintReader(db),
    ...blueprintWriter(db, { raise, types, manufacturers, deviceModels, catalogChanged }),
  };
  const effective = effectiveBlueprints(db, types);
  const decodings = decodingStore(db);
  const decoders = new Decoders(decodings);
  const ofEndpoints = endpointDecodings(db, { ...effective, ...decodings });

  const ofValues = { rows: valueRows(db), reader: valueReader(db, { history, decoders }) };
  const values = valueStore(db, { ...ofValues, history });
  const present = presentDays(db, { ...ofValues, log });

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
  const radio = radioStore(db, { ...radioWatch, observe, watches: rule => settings[rule].enabled });
  const { stationHeard, messagesStored, endpointHeard } = radio;
  const uplinks = uplinkStore(db, {
    events,
    known,
    heard,
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
  });

  const lists = downlinkLists(db);

  /** A station may have dropped the downlinks of an endpoint, and with them the query that went before one. */
  const endpointForgotten = (announced: Announced, at: number): void => {
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
    observe,
    operations,
    stationForgot,
    propagationGivenUp: propagation.givenUp,
    orderGivenUp: downlinks.unanswered,
    operationsGivenUp: transmissions.givenUp,
    stationBack: alerts.stationBack,
    statusReported: (station, status, at) => integrationNews.stationStatus(station, status, at),
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
    digitalDevices.endpointDeleted(endpoint, acting.now);
    ruleChanges.endpointGone(endpoint);
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
    endpointEdited(endpoint) {
      radio.endpointEdited(endpoint);
      ruleChanges.endpointChanged(endpoint);
    },
  });

  const deviceRows = digitalDeviceReader(db, effective);
  const digitalDevices = deviceStore(db, {
    reader: deviceRows,
    media: mediaReader(db),
    sensors: sensorStore(db, { templates: templateReader(db) }),
    endpoints,
    repeatable,
  });

  const { advance } = operations;
  const disconnections = disconnectionStore(db, { advance, stationAway: alerts.stationAway });
  /** Sessions that a crash left active become disconnected, as far as they had come. */
  const recover = (at: number): void => {
    uplinks.storeProgress();
    disconnections.recover(at);
  };

  const newest = () => messages.edges().newest;
  const eventPlaces = eventLog(db);
  const decodedMessages = decodedReader({ ...effective, decoders });
  const devices = deviceReader(db, effective);
  const integrations = integrationReader(db);
  const wanted = new Wanted(db);
  const changed = () => wanted.forget();
  const installation = installationReaders(db, signIn);
  const integrationNews = integrationNotices(db, {
    events,
    reader: integrations,
    devices,
    installation,
    wanted,
    takePlace,
  });
  const ends = logEnds({ messages, eventLog: eventPlaces });
  const integrationChanges = integrationStore(db, { events, reader: integrations, ends, changed, repeatable });
  const progress = progressStore(db, { events, reader: integrations, changed });
  const queued = queuedReader(db, { eventLog: eventPlaces, devices, installation });
  const backlog = backlogStore(db, { events, reader: integrations, queued, maxAgeMs: integrationAgeMs });

  const rules = ruleReader(db);
  const byDevice = knownDevices(db);
  const forRules = ruleDevices(db, {
    ofEndpoint: endpoint => byDevice.wrapping(endpoint)?.uuid,
    endpointOf: (org, id) => byDevice.known(org, id)?.endpoint,
    exists: (org, id) => byDevice.known(org, id) !== undefined,
  });
  const ruleChanges = ruleStore(db, {
    events,
    reader: rules,
    devices: forRules,
    newest: ends.newest,
    hasIntegration: (org, uuid) => integrations.find(org, uuid) !== undefined,
    endAlerts: alerts.endRule,
  });
  const encoder = valueEncoder({ ...blueprints, ...effective });
  const commands = ruleCommands(db, encoder);
  const ruleDoing = ruleExecutor(db, {
    events,
    observe,
    reader: rules,
    devices: forRules,
    tell: integrationNews.byRule,
    send({ org, endpoint, payload, format, rule, at }, { validityMs, maxPending }) {
      const plain = { responseExp: false, responsePrio: false, dlWindReq: false, expOnly: false, dlRxStatQry: false };
      const content = { ...plain, userData: [payload], packetCnts: undefined, format, prio: 0 };
      const who = { source: 'rule', createdBy: rule, requestId: undefined, handTo: undefined } as const;
      downlinks.queue({ ...who, org, endpoint, content, expiresAt: at + validityMs, ref: '', at, limit: maxPending });
    },
  });

  const centers = centerStore(db, { events, messages, onlyRegistered, centerAway: alerts.centerAway });
  const centerRequests = centerRequestStore(db, {
    events,
    attach,
    downlinks,
    endpoints,
    accept: centers.accept,
    newest,
    endpointChanged,
  });
  const certificates = certificateStore(db, events);
  const certificatesOfStations = stationDays(db, { observe });
  /** Every 10 s. @param judgedAt the time by which certificates are judged, milliseconds */
  const tick = (now: number, seen: readonly Seen[] = [], judgedAt = now): boolean => {
    radio.tick(now);
    certificatesOfStations.tick(now, judgedAt);
    return alerts.tick(now, seen);
  };
  const alertsForgotten = (): void => {
    radio.forget();
    certificatesOfStations.forget();
    alerts.forget();
  };
  const { knownTo: endpointsKnown } = propagation;
  const baseStations = baseStationStore(db, { events, certificates, endpointsKnown, stationForgot });
  const stationLines = stationLineReader(db, { history, log });
  const counted = countedRowReader(db, { history });
  const samples = sampleReader({ history, messages, counted });
  const hours = cutHours(db, { counted, messages, ...samples });
  const reader = reachReader({ history, messages, counted, cutHours: hours, ...samples });
  const statistics = statisticsStore(db, { history, messages, counted, reader });
  return {
    events,
    eventLists: eventLists(db),
    eventLog: eventPlaces,
    once,
    installation: installationStore(db, { events }),
    apiKeys,
    accounts,
    administrators: administratorStore(db, { accounts }),
    signIns,
    externalIdentities: externalIdentityStore(db, { accounts, signIns }),
    secondFactors: secondFactorStore(db, { events, userOf: accounts.userOf }),
    alerts: { ...alerts, tick, forget: alertsForgotten },
    alertLists: alertLists(db),
    notifications: { ...notifications, ...outboxReader(db) },
    alertOverview: alertOverview(db),
    alertsOfInstallation: { open: installationAlerts(db) },
    sessions: { ...operations, ...disconnections, ...sessions, recover },
    orders: { ...orders, own },
    history,
    countBack: countBackStore(db, { history, codec }),
    messages: {
      ...messages,
      ...numberedMessages(db, { history, log, messages }),
      ...stationLines,
      ...decodedMessages,
      ...affectedReader({ ...ofEndpoints, messages }),
    },
    redecode: redecodeStore(db, {
      ...ofEndpoints,
      messages,
      history,
      decoders,
      decodedAgain: values.decodedAgain,
      changes: () => known.forgotten,
    }),
    values: {
      ...values,
      ...valueCharts({ log, ...present }),
      ...newestValues(db, { history, log, decoders, rows: ofValues.rows }),
      ...valueSeries({ messages, ...decodedMessages, ...present }),
    },
    uplinks,
    radio,
    rxStatus: { ...rxStatus, ...rxStatusLists(db) },
    downlinks: {
      ...downlinks,
      refused: downlinkRefused,
      command: commandQueue({ repeatable, queue: downlinks.queue, before: lists.requestedBefore, find: lists.find }),
    },
    downlinkLists: lists,
    propagation,
    announcing,
    attach,
    ulTransmits: transmissions,
    endpoints: { ...endpointReader(db, { ...effective, history, messages }), ...endpoints },
    devices: { ...deviceRows, ...digitalDevices, ...byDevice },
    centers,
    centerLists: centerLists(db, { countLines: centers.countLines, newest }),
    centerRequests,
    certificates,
    certificateExpiry: certificateExpiryStore(db, { events }),
    baseStations,
    organizationRemains: organizationRemains(db, {
      removeEndpoint: endpoints.remove,
      removeStation: baseStations.remove,
      removeDevices: digitalDevices.removeOfDeleted,
      removeUsed,
      removeImages: media.removeSome,
      endCenter: centers.organizationDeleted,
    }),
    manufacturers,
    deviceModels,
    blueprints: { ...blueprints, ...effective },
    catalogImport: catalogImport(db, { types, manufacturers, deviceModels, blueprints }),
    shippedCatalog: shippedCatalog(db, { types, manufacturers, deviceModels, blueprints }),
    blueprintDocuments: {
      ...documentReader(blueprints),
      ...compareReader({ ...blueprints, ...effective }),
      ...encoder,
    },
    decodings,
    integrations: {
      ...integrations,
      ...integrationChanges,
      ...progress,
      ...replayStore(db, { reader: integrations, ends, repeatable }),
      ...descriptionReader(db),
      ...itemReader(db, { log, messages, eventLog: eventPlaces, devices, installation, ...decodedMessages }),
      queued: queued.queued,
      answer: integrationNews.answer,
      forget: changed,
    },
    sensorTemplates: { ...templateReader(db), ...sensorTemplates },
    media: { ...mediaReader(db), ...media },
    dashboards: { ...ofDashboards, ...dashboards },
    rules: {
      ...rules,
      ...ruleChanges,
      create: repeatable(ruleChanges.create),
      ...ruleDoing,
      ...executionReader(db),
      ...ruleSimulator({ devices: forRules, commands }),
      ...rulePlanner(db, {
        ...{ reader: rules, devices: forRules, decoders, commands },
        ...{ newest: ends.newest, consistent: log.consistent },
      }),
      endpointOf: forRules.endpointOf,
    },
    directory: directoryStore(db),
    timeline: timelineStore(db),
    statistics,
    analytics: analyticsReader(db, { ...statistics, history, reader }),
    siteReport: siteReader(db, { ...statistics, reader }),
    stationStatistics: stationStatistics(db, { statistics, reader, lines: stationLines }),
    retention: retentionStore(db, {
      events,
      history,
      lines: { count: centers.countLines },
      memory,
      values,
      removeResolved: alerts.removeResolved,
      removeParked: progress.removeParked,
      backlog,
    }),
  };
}
export type Domain = ReturnType<typeof domain>;

/** The database as the rest of the product sees it. */
export type Store = Database<Domain, Order, EventNews>;

/** Everything in the database that is sealed under the master key: whatever is not here is lost with a new key. */
export const sealedColumns: readonly SealedColumn[] = [
  ...sealedInInstallation,
  ...sealedInOnce,
  ...sealedInEndpoints,
  ...sealedInFormerEndpoints,
  ...sealedInDevices,
  ...sealedInCertificates,
  ...sealedInSessions,
  ...sealedInIntegrations,
  ...sealedInSignIns,
  ...sealedInSecondFactors,
];

/** What is salvaged from a damaged database only together. */
export const salvagedTables: readonly SalvagedTables[] = [
  salvagedInstallation,
  salvagedAudit,
  salvagedAccounts,
  salvagedAlerts,
  salvagedNotifications,
  salvagedEndpoints,
  salvagedDevices,
  salvagedBaseStations,
  salvagedCatalog,
  salvagedUplinks,
  salvagedDecodings,
  salvagedNotices,
  salvagedHistory,
  salvagedDownlinks,
  salvagedRxStatus,
  salvagedTransmissions,
  salvagedIntegrations,
  salvagedIntegrationNotices,
  salvagedMedia,
  salvagedDashboards,
  salvagedRules,
  salvagedSignIns,
  salvagedSecondFactors,
];
