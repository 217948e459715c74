import { inserter } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import type { SalvagedTables } from '../../database/recovery/salvaged-tables.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import type { AlertChange } from '../alert/change.ts';
import type { EventType, NewEvent } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import type { StationStatus } from '../session/session-records.ts';
import { statusData } from '../session/status.ts';
import type { Devices } from './devices.ts';
import { choiceOf } from './filter.ts';
import type { InstallationReaders } from './installation.ts';
import type { NoticeEvent } from './integration-records.ts';
import type { IntegrationReader } from './integration-rows.ts';
import { toldEvents } from './notice-content.ts';
import type { WantedEvents } from './wanted.ts';

/** Their places are those of the log. */
export const salvagedIntegrationNotices: SalvagedTables = { group: 'log', tables: ['integration_notice'] };

type Content = Readonly<Record<string, unknown>>;

interface Happened {
  readonly event: NoticeEvent;
  readonly org: number;
  /** To this one alone; undefined: to all that want it. */
  readonly integration?: number | undefined;
  /** Row ids. */
  readonly endpoint?: number | undefined;
  readonly station?: number | undefined;
  /** `epEui`, `bsEui` and the keys of the event; what is undefined or an empty text is left out. */
  readonly content: Content;
  /** When it happened and when it is stored, milliseconds. */
  readonly at: number;
  readonly storedAt: number;
}

/** What became of a command that came in. */
export interface Answer {
  /** Row id. */
  readonly integration: number;
  readonly event: 'downlink_queued' | 'downlink_rejected' | 'downlink_result';
  readonly epEui: Eui;
  /** `token`, `message`, `ref`; `queId`, … */
  readonly content: Readonly<Record<string, string | number>>;
  /** It was answered before, the other integrations have heard of it. */
  readonly again: boolean;
  /** By which way it was asked: mqtt, nats, http. */
  readonly origin: string;
  readonly at: number;
}

/** What a rule sends to one integration. */
export interface ToldByRule {
  readonly org: number;
  /** Uuid. */
  readonly integration: string;
  /** Row id and EUI; undefined: it is about no endpoint. */
  readonly endpoint: number | undefined;
  readonly epEui: string | undefined;
  readonly content: Content;
  /** Milliseconds. */
  readonly at: number;
  readonly storedAt: number;
}

interface AlertRow {
  uuid: string;
  org: number | null;
  rule: string;
  severity: string;
  status: string;
  title: string;
  description: string;
  source_type: string;
  source_id: string;
}

export const toldTypes: ReadonlySet<EventType> = new Set([
  ...(Object.keys(toldEvents) as EventType[]),
  'alert.acknowledged',
]);

/**
 * Places of the log that are no messages: what integrations get besides uplinks, written in the transaction of what it reports, and
 * only when one of the organization wants it.
 */
export function integrationNotices(
  db: Db,
  {
    events,
    reader,
    devices,
    installation,
    wanted,
    takePlace,
  }: {
    events: Pick<Events, 'raise'>;
    reader: Pick<IntegrationReader, 'byId' | 'find'>;
    devices: Pick<Devices, 'byEui' | 'subject'>;
    installation: Pick<InstallationReaders, 'org'>;
    wanted: WantedEvents;
    /** Takes the next place of the log. */
    takePlace(): number;
  },
) {
  const insert = inserter(db, 'integration_notice', {
    ...{
      seq: 'integer',
      org: 'integer',
      event: 'text',
      integration: 'integer?',
      endpoint: 'integer?',
      station: 'integer?',
    },
    ...{ at: 'integer', content: 'text', stored_at: 'integer' },
  } as const);
  const expiry = db.prepare('SELECT expires_at FROM downlink WHERE que_id = ?');
  const stationById = db.prepare('SELECT org, eui FROM base_station WHERE id = ?');
  const alertColumns = 'uuid, org, rule, severity, status, title, description, source_type, source_id';
  const alertById = db.prepare(`SELECT ${alertColumns} FROM alert WHERE id = ?`);
  const alertByUuid = db.prepare(`SELECT ${alertColumns} FROM alert WHERE uuid = ?`);
  const lookups = {
    expiryOf: (queId: number) => (expiry.get(queId) as { expires_at: number } | undefined)?.expires_at,
  };

  const put = ({ event, org, integration, endpoint, station, content, at, storedAt }: Happened): void => {
    const said = Object.entries(content).filter(([, value]) => value !== undefined && value !== '');
    insert({
      ...{ seq: takePlace(), org, event, integration: integration ?? null, endpoint: endpoint ?? null },
      ...{ station: station ?? null, at, content: JSON.stringify(Object.fromEntries(said)), stored_at: storedAt },
    });
  };

  const happened = (raised: NewEvent): void => {
    const told = toldEvents[raised.type];
    const { org, epEui, bsEui, station, at, storedAt } = raised;
    if (!told || org === null || !wanted.has(org, told.event)) return;
    const ofStation = told.event.startsWith('basestation');
    // A message on a malformed topic names no endpoint to answer for.
    if (!ofStation && epEui === undefined) return;
    const endpoint =
      ofStation || epEui === undefined ? undefined : (raised.endpoint ?? devices.byEui(org, epEui)?.endpoint);
    const content = { ...(ofStation ? { bsEui } : { epEui }), ...told.content(raised, lookups) };
    put({ event: told.event, org, endpoint, station, content, at, storedAt });
  };

  const alert = (row: AlertRow | undefined, change: string, at: number): void => {
    const org = row && (row.org ?? installation.org());
    if (!row || org === undefined || !wanted.has(org, 'alert')) return;
    const { uuid: alertId, rule, severity, status, title, description, source_type: type, source_id: source } = row;
    const endpoint = type === 'endpoint' ? devices.byEui(org, source)?.endpoint : undefined;
    const about = type === 'endpoint' ? { epEui: source } : type === 'base_station' ? { bsEui: source } : {};
    const content = { ...about, alertId, rule, severity, status, title, description, change };
    put({ event: 'alert', org, endpoint, content, at, storedAt: at });
  };

  /** Is no change that people are told of. */
  const acknowledged = ({ data, storedAt }: NewEvent): void =>
    alert(alertByUuid.get(String(data?.alertId)) as AlertRow | undefined, 'acknowledged', storedAt);

  return {
    /** One of `toldTypes` was raised, or counted as a repetition. To be called within the transaction of what it reports. */
    eventRaised: (event: NewEvent): void =>
      event.type === 'alert.acknowledged' ? acknowledged(event) : happened(event),

    /** To be told of changes of alerts, within the transaction of the change. */
    alertChanged({ alert: id, kind, at }: AlertChange): void {
      if (kind !== 'flapping') alert(alertById.get(id) as AlertRow | undefined, kind, at);
    },

    /**
     * A rule has something for one integration, whatever that wants to hear of otherwise.
     * @throws fault `IntegrationNotFound` when it is gone, or off
     */
    byRule({ org, integration: uuid, endpoint, epEui, content, at, storedAt }: ToldByRule): void {
      const found = reader.find(org, uuid);
      if (!found?.enabled) throw fault('IntegrationNotFound');
      const said = { ...(epEui !== undefined && { epEui }), ...content };
      put({ event: 'rule', org, integration: found.id, endpoint, content: said, at, storedAt });
    },

    /** A base station has told how it is, asked by hand or not. */
    stationStatus(station: number, status: StationStatus, at: number): void {
      const row = stationById.get(station) as { org: number; eui: Eui } | undefined;
      if (!row || !wanted.has(row.org, 'basestation_status')) return;
      const { message, position } = status;
      const content = { bsEui: row.eui, ...statusData(status), message, ...position };
      put({ event: 'basestation_status', org: row.org, station, content, at, storedAt: at });
    },

    /**
     * A command is answered to the integration that it came from, where that wants to hear of such answers, of whatever endpoint; that one was
     * rejected is an event besides.
     */
    answer({ integration, event, epEui, content, again, origin, at }: Answer): void {
      const found = reader.byId(integration);
      if (!found) return;
      const { org, enabled } = found;
      const device = devices.byEui(org, epEui);
      const { token = '', message = '', ref = '' } = content;
      if (event === 'downlink_rejected') {
        const about = { org, endpoint: device?.endpoint, epEui, sourceName: device?.device.name };
        const data = { token, message, ref, origin };
        events.raise({ type: 'downlink.rejected', ...about, at, storedAt: at, data });
      }
      const choice = choiceOf(found);
      if (!choice.events.has(event)) return;
      const hears = enabled && choice.passes(devices.subject(org, epEui));
      if (hears && !(again && event !== 'downlink_rejected')) return;
      put({ event, org, integration, endpoint: device?.endpoint, content: { epEui, ...content }, at, storedAt: at });
    },
  };
}
export type IntegrationNotices = ReturnType<typeof integrationNotices>;
