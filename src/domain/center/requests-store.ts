import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { Eui } from '../../kit/eui.ts';
import { catalog, Fault, type FaultName } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Attaches } from '../attach/attach-store.ts';
import type { Downlinks } from '../downlink/downlink-store.ts';
import type { EndpointWriter } from '../endpoint/changes.ts';
import { type EndpointColumns, unsaid } from '../endpoint/endpoint-columns.ts';
import type { Acting } from '../event/acting.ts';
import type { Events } from '../event/event-store.ts';
import type { CenterRequest } from './center-records.ts';
import type { CenterDownlink, CenterRefusal, ListedStation, Registration, RequestingCenter } from './requests.ts';

interface EndpointRow {
  id: number;
  org: number;
  eui: Eui;
  name: string;
  ep_class: string;
  attach_station: number | null;
  deregistered: number;
}

interface RequestRow {
  endpoint: number | null;
  pre_attach: number;
  ac_eui: Eui;
}

interface StationRow {
  org: number;
  eui: Eui;
  bidi: number;
  vendor: string;
  model: string;
  name: string;
  last_status_at: number | null;
  status_code: number | null;
  status_message: string;
  uptime_s: number | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
}

/** What application centers ask for, in the writer: each request with its effect in one transaction (SCACI 7, 10, 11). */
export function centerRequestStore(
  db: Db,
  {
    events,
    attach,
    downlinks,
    endpoints,
    accept,
    newest,
    endpointChanged,
  }: {
    events: Events;
    attach: Pick<Attaches, 'attach' | 'detach'>;
    downlinks: Pick<Downlinks, 'queue' | 'revokeOfCenter' | 'revokeCounter'>;
    endpoints: Pick<EndpointWriter, 'insert' | 'update'>;
    /** Stores the request; what it is about is kept for its completion. */
    accept(request: CenterRequest, about?: { endpoint: number; preAttach: boolean }): void;
    /** The newest place of the log. */
    newest(): number;
    /** What is stored of an endpoint, or for whom its telegrams are, has changed. */
    endpointChanged(): void;
  },
) {
  const endpointOf = db.prepare(
    `SELECT id, org, eui, name, ep_class, attach_station, deregistered FROM endpoint WHERE eui = ? AND deleted_at IS NULL`,
  );
  const stations = db.prepare(
    `SELECT org, eui, bidi, vendor, model, name, last_status_at, status_code, status_message, uptime_s, latitude, longitude, altitude
     FROM base_station WHERE deleted_at IS NULL ORDER BY eui`,
  );
  const setRegistered = db.prepare('UPDATE endpoint SET deregistered = ? WHERE id = ?');
  const addRegistration = db.prepare('INSERT OR IGNORE INTO center_registration (endpoint, ac_eui) VALUES (?, ?)');
  const dropRegistration = db.prepare('DELETE FROM center_registration WHERE endpoint = ? AND ac_eui = ?');
  const receiver = db.prepare('SELECT ac_eui FROM center_receiver WHERE endpoint = ? ORDER BY since DESC LIMIT 1');
  const setReceiver = db.prepare('INSERT OR REPLACE INTO center_receiver (endpoint, since, ac_eui) VALUES (?, ?, ?)');
  const heir = db.prepare(
    `SELECT ac_eui FROM center_registration r WHERE endpoint = ? ORDER BY
       (SELECT max(since) FROM center_receiver c WHERE c.endpoint = r.endpoint AND c.ac_eui = r.ac_eui) DESC LIMIT 1`,
  );
  // What has happened to it since `reg` may have taken the sense out of it.
  const setPreAttach = db.prepare(
    `UPDATE endpoint SET pre_attach = 1
     WHERE id = ? AND deleted_at IS NULL AND deregistered = 0 AND coalesce(nwk_sn_key, nwk_key) IS NOT NULL`,
  );
  const isSuspended = db.prepare('SELECT 1 FROM endpoint WHERE id = ? AND suspended <> 0');
  const requestOf = db.prepare(
    `SELECT r.endpoint, r.pre_attach, s.ac_eui FROM center_request r JOIN center_session s ON s.id = r.session
     WHERE r.session = ? AND r.op_id = ? AND r.command = ? AND r.error_code IS NULL AND r.completed = 0`,
  );
  const setCompleted = db.prepare('UPDATE center_request SET completed = 1 WHERE session = ? AND op_id = ?');
  const ofCenter = db.prepare('SELECT count(*) AS count FROM downlink WHERE ac_eui = ? AND finished_at IS NULL');
  const inUse = db.prepare('SELECT 1 FROM downlink WHERE ac_eui = ? AND ac_que_id = ? AND finished_at IS NULL');

  const find = (eui: Eui) => endpointOf.get(eui) as EndpointRow | undefined;
  /** An endpoint as centers know it. */
  const known = (org: number, eui: Eui): EndpointRow | undefined => {
    const row = find(eui);
    return row?.org === org && row.deregistered === 0 ? row : undefined;
  };
  const receiverOf = (endpoint: number) => (receiver.get(endpoint) as { ac_eui: Eui } | undefined)?.ac_eui;
  /** From here on lines of the endpoint are for this center, where not every one gets them. */
  const receives = (endpoint: number, acEui: Eui): void => {
    if (receiverOf(endpoint) !== acEui) setReceiver.run(endpoint, newest(), acEui);
  };
  const raise = (
    type: 'scaci.endpoint_registered' | 'scaci.endpoint_deregistered',
    { id, org, eui, name }: Pick<EndpointRow, 'id' | 'org' | 'eui' | 'name'>,
    acEui: Eui,
    at: number,
    data: Readonly<Record<string, boolean>> = {},
  ) =>
    events.raise({ type, org, endpoint: id, epEui: eui, sourceName: name, at, storedAt: at, data: { acEui, ...data } });

  /** The request that a completion ends; undefined when there is nothing (more) to do. */
  const complete = (
    session: number,
    opId: number,
    command: string,
  ): (RequestRow & { endpoint: number }) | undefined => {
    const row = requestOf.get(session, opId, command) as RequestRow | undefined;
    if (!row || row.endpoint === null) return undefined;
    setCompleted.run(session, opId);
    return { ...row, endpoint: row.endpoint };
  };

  return {
    /** Every registered station, lowest EUI first; those of other organizations serve by radio, and nothing else is told of them. */
    stations: (org: number): ListedStation[] =>
      (stations.all() as StationRow[]).map(row => (row.org === org ? toListed(row) : toForeign(row))),

    /** Row id of an endpoint that centers know, and the station of its last attach; `foreign`: another organization's. */
    endpoint(org: number, epEui: Eui): { id: number; attachStation: number | null } | 'foreign' | undefined {
      const row = find(epEui);
      if (row && row.org !== org) return 'foreign';
      return row?.deregistered === 0 ? { id: row.id, attachStation: row.attach_station } : undefined;
    },

    /** `reg`: a known endpoint gets all fields replaced, an unknown one is created. Stations learn of it at `regCmp`. */
    register: intake(
      (request: CenterRequest, asking: RequestingCenter, asked: Registration): CenterRefusal | undefined => {
        const { org, acEui } = asking;
        const { at } = request;
        const row = find(asked.epEui);
        if (row && row.org !== org) return 'foreign_endpoint';
        const by = actingFor(acEui, at);
        let id: number;
        try {
          id = row?.id ?? create(org, asked, by);
        } catch (cause) {
          if (cause instanceof Fault && cause.fault === 'EndPointLimitReached') return 'endpoint_limit';
          throw cause;
        }
        if (row) {
          endpoints.update({ id, changes: columnsOf(asked) }, by);
          setRegistered.run(0, id);
        }
        addRegistration.run(id, acEui);
        receives(id, acEui);
        endpointChanged();
        accept(request, { endpoint: id, preAttach: asked.preAttach });
        const about = { id, org, eui: asked.epEui, name: row?.name ?? asked.epEui };
        raise('scaci.endpoint_registered', about, acEui, at, { preAttach: asked.preAttach });
        return undefined;
      },
    ),

    /** `regCmp`: a pre-attached endpoint is attached now. @returns whether it has to be propagated to stations */
    registerCompleted(session: number, opId: number, at: number): boolean {
      const request = complete(session, opId, 'reg');
      if (!request) return false;
      if (request.pre_attach === 0 || setPreAttach.run(request.endpoint).changes === 0) return true;
      // One that is suspended is attached when that ends.
      if (!isSuspended.get(request.endpoint)) attach.attach(decisionOf(request, at));
      return true;
    },

    /** `dereg`: the last registration ends what centers know of the endpoint; its detach is propagated at `deregCmp`. */
    deregister(request: CenterRequest, { org, acEui }: RequestingCenter, epEui: Eui): CenterRefusal | undefined {
      const row = known(org, epEui);
      if (!row) return 'unknown_endpoint';
      const { at } = request;
      accept(request, { endpoint: row.id, preAttach: false });
      dropRegistration.run(row.id, acEui);
      const next = heir.get(row.id) as { ac_eui: Eui } | undefined;
      if (next) {
        if (receiverOf(row.id) === acEui) receives(row.id, next.ac_eui);
        endpointChanged();
        return undefined;
      }
      // Before it is unknown to them: this is the last that centers hear of it.
      attach.detach(decisionOf({ endpoint: row.id, ac_eui: acEui }, at));
      setRegistered.run(1, row.id);
      endpointChanged();
      raise('scaci.endpoint_deregistered', row, acEui, at);
      return undefined;
    },

    /** `deregCmp`: what this center had queued is revoked, wherever it is. @returns whether it has to be propagated to stations */
    deregisterCompleted(session: number, opId: number, at: number): boolean {
      const request = complete(session, opId, 'dereg');
      if (!request) return false;
      downlinks.revokeOfCenter(request.endpoint, request.ac_eui, at);
      return true;
    },

    queue: intake(
      (request: CenterRequest, { org, acEui }: RequestingCenter, asked: CenterDownlink): CenterRefusal | undefined => {
        const { at } = request;
        const { epEui, content, expiresAt, queId, perEndpoint, handTo } = asked;
        const row = known(org, epEui);
        const rejected = (refusal: keyof typeof REJECTIONS): CenterRefusal => {
          const about = { org, endpoint: row?.id, epEui, acEui, sourceName: row?.name };
          const data = { ...REJECTIONS[refusal], ref: '', origin: 'scaci' };
          events.raise({ type: 'downlink.rejected', ...about, at, storedAt: at, data });
          return refusal;
        };
        if (!row) return rejected('unknown_endpoint');
        if (row.ep_class !== 'A') return rejected('unidirectional');
        if (inUse.get(acEui, queId)) return rejected('queue_id_used');
        if ((ofCenter.get(acEui) as { count: number }).count >= asked.perCenter) return rejected('queue_full');
        try {
          downlinks.queue({
            ...{ org, endpoint: row.id, content, expiresAt, ref: '', source: 'scaci', createdBy: `ac:${acEui}` },
            ...{ requestId: undefined, center: { acEui, queId }, limit: perEndpoint, handTo, at },
          });
        } catch (cause) {
          // Faults are thrown before anything is changed.
          if (!(cause instanceof Fault)) throw cause;
          return rejected(cause.fault === 'EndPointSuspended' ? 'suspended' : 'queue_full');
        }
        accept(request);
        return undefined;
      },
    ),

    /** Revokes what this center queued for that counter. */
    revoke(
      request: CenterRequest,
      { org, acEui }: RequestingCenter,
      epEui: Eui,
      packetCnt: number,
    ): CenterRefusal | undefined {
      const row = known(org, epEui);
      if (row && downlinks.revokeCounter(row.id, acEui, packetCnt, request.at)) return 'station_away';
      accept(request);
      return undefined;
    },
  };

  function create(org: number, asked: Registration, by: Acting): number {
    const columns = { ...unsaid, name: asked.epEui, ...columnsOf(asked) };
    return endpoints.insert({ org, eui: asked.epEui, columns, limit: undefined, origin: 'scaci' }, by);
  }
}
/** Why a downlink of a center was not taken, as callers of the API are told. */
const REJECTIONS = {
  unknown_endpoint: rejection('EndPointNotFound'),
  unidirectional: rejection('EndPointNotBidirectional'),
  suspended: rejection('EndPointSuspended'),
  queue_full: rejection('DownlinkQueueFull'),
  queue_id_used: { ...rejection('InvalidQueueID'), message: 'the queue id is in use' },
} as const satisfies Partial<Record<CenterRefusal, { token: string; message: string }>>;

function rejection(name: FaultName) {
  const { token, text: message } = catalog[name];
  return { token, message };
}

export type CenterRequests = ReturnType<typeof centerRequestStore>;

function columnsOf(asked: Registration) {
  const { bidi, nwkKey, shAddr, attachCnt, packetCnt, dualChan, repetition, wideCarrOff, longBlkDist } = asked;
  return {
    ep_class: bidi ? 'A' : 'Z',
    nwk_key: nwkKey,
    sh_addr: shAddr,
    attach_cnt: attachCnt,
    last_packet_cnt: packetCnt,
    dual_chan: Number(dualChan),
    repetition: Number(repetition),
    wide_carr_off: Number(wideCarrOff),
    long_blk_dist: Number(longBlkDist),
  } satisfies Partial<EndpointColumns>;
}

function actingFor(acEui: Eui, now: number): Acting {
  return { now, userId: undefined, userEmail: undefined, actor: `ac:${acEui}` };
}

function decisionOf({ endpoint, ac_eui }: { endpoint: number; ac_eui: Eui }, at: number) {
  return { endpoint, origin: 'scaci' as const, operationId: uuid7(at), actor: `ac:${ac_eui}`, at };
}

function toForeign({ eui, bidi }: StationRow): ListedStation {
  return { eui, bidi: bidi !== 0, vendor: '', model: '', name: '', status: undefined, position: undefined };
}

function toListed(row: StationRow): ListedStation {
  const { eui, bidi, vendor, model, name, latitude, longitude, altitude } = row;
  const reported = row.last_status_at !== null;
  return {
    ...{ eui, bidi: bidi !== 0, vendor, model, name },
    status: reported
      ? { code: row.status_code ?? 0, message: row.status_message, uptimeS: row.uptime_s ?? undefined }
      : undefined,
    position: latitude === null || longitude === null ? undefined : { latitude, longitude, altitude: altitude ?? 0 },
  };
}
