import { inserter, listed, namesOf } from '../../database/columns.ts';
import type { Db, SqlValue } from '../../database/driver.ts';
import { unique } from '../../database/listing.ts';
import { intake } from '../../database/marks.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import { formerFull } from '../account/former.ts';
import { SECRETS, type SealedKeys, type Secret } from '../attach/attach-records.ts';
import type { Attaches } from '../attach/attach-store.ts';
import type { Propagations } from '../attach/propagation.ts';
import type { EffectiveBlueprints } from '../blueprint/effective.ts';
import type { Acting, RequestSource } from '../event/acting.ts';
import type { EventType } from '../event/catalog.ts';
import type { Events } from '../event/event-store.ts';
import { type EndpointColumn, type EndpointColumns, operated } from './endpoint-columns.ts';

export interface NewEndpoint {
  readonly org: number;
  readonly eui: string;
  readonly columns: EndpointColumns;
  /** Most endpoints of the installation; undefined is no limit. */
  readonly limit: number | undefined;
  /** Who registers it; the API when it is not said. */
  readonly origin?: RequestSource;
}

export interface EndpointChange {
  readonly id: number;
  /** What the change was worked out for: keys are sealed for this EUI. With another by now it is a concurrent modification. */
  readonly eui?: string;
  readonly changes: Partial<EndpointColumns>;
  /** Sealed keys that open to what `changes` sets: where one of them stands, it stays as it is. */
  readonly equal?: Partial<SealedKeys> | undefined;
  readonly newEui?: string | undefined;
  /** The same keys, sealed for the new EUI. */
  readonly resealed?: SealedKeys | undefined;
  /** The sealed keys the change was worked out from; others by now make it a concurrent modification. */
  readonly seen?: SealedKeys | undefined;
}

/** Columns a base station holds of an endpoint (BSSCI 9.8). */
const PROPAGATED: readonly EndpointColumn[] = [
  'ep_class',
  'nwk_key',
  'nwk_sn_key',
  'sh_addr',
  'last_packet_cnt',
  'dual_chan',
  'repetition',
  'wide_carr_off',
  'long_blk_dist',
];

const COLUMNS = namesOf(operated);
/** In the order in which events list them. */
const OPERATED: readonly EndpointColumn[] = [...COLUMNS, 'last_packet_cnt'];

/** Columns whose name in the API is another one. */
const PATHS: Partial<Record<EndpointColumn, string>> = {
  uplink_interval_s: 'uplink_interval_seconds',
  device_model: 'device_model_id',
  blueprint: 'blueprint_id',
};

interface Current extends EndpointColumns {
  org: number;
  eui: string;
  attach_status: string;
  attach_origin: string | null;
}

/**
 * Writes registrations of endpoints, each with its events and with what has to be propagated to base stations: their sessions are to be
 * woken after the commit.
 */
export function endpointWriter(
  db: Db,
  {
    events,
    attach,
    propagation,
    mayBeAssigned,
    beforeChange,
    heardStored,
    heardReplaced,
    endpointChanged,
    endpointSilenced,
    endpointLeft,
    endpointDeleted,
    counterSet,
    endpointEdited,
  }: {
    events: Events;
    attach: Pick<Attaches, 'attach' | 'detach'>;
    propagation: Pick<Propagations, 'needAttach' | 'abandon'>;
    /** Whether its device model and blueprint are there and fit together. */
    mayBeAssigned: EffectiveBlueprints['mayBeAssigned'];
    /** What stations are told of an endpoint is about to change. */
    beforeChange(endpoint: number): void;
    /** What was heard of an endpoint is stored: its row is read, or about to be changed. */
    heardStored(endpoint: number): void;
    /** What is stored of what was heard of an endpoint has changed. */
    heardReplaced(endpoint: number): void;
    /** What is stored of an endpoint has changed. */
    endpointChanged(): void;
    /** It is suspended or has no key: nothing is sent to it any more of what stations have for it (BSSCI 9.9). */
    endpointSilenced(endpoint: number, acting: Acting): void;
    /** It has another EUI; `gone` has the one by which stations know it. They are to send nothing they have for it. */
    endpointLeft(endpoint: number, gone: number | undefined, at: number): void;
    endpointDeleted(org: number, endpoint: number, acting: Acting): void;
    /** An operator has set its packet counter. */
    counterSet(endpoint: number): void;
    /** It was registered or changed, or its registration has ended. */
    endpointEdited(endpoint: number): void;
  },
) {
  const hasFormer = formerFull(db, 'endpoint');
  const count = db.prepare('SELECT count(*) AS count FROM endpoint WHERE deleted_at IS NULL');
  const countOfOrg = db.prepare('SELECT count(*) AS count FROM endpoint WHERE org = ? AND deleted_at IS NULL');
  const limitOfOrg = db.prepare('SELECT max_endpoints AS most FROM organization WHERE id = ?');
  const taken = db.prepare('SELECT id FROM endpoint WHERE eui = ? AND deleted_at IS NULL');
  const insert = inserter(db, 'endpoint', {
    org: 'integer',
    eui: 'text',
    created_at: 'integer',
    updated_at: 'integer',
    ...operated,
  });
  const current = db.prepare(
    `SELECT e.org, e.eui, e.attach_status, e.attach_origin, h.last_packet_cnt, ${listed(operated, 'e')}
     FROM endpoint e LEFT JOIN endpoint_heard h ON h.endpoint = e.id WHERE e.id = ? AND e.deleted_at IS NULL`,
  );
  const update = db.prepare(
    `UPDATE endpoint SET updated_at = ?, ${COLUMNS.map(column => `${column} = ?`).join(', ')} WHERE id = ?`,
  );
  const setCounter = db.prepare(
    `INSERT INTO endpoint_heard (endpoint, last_packet_cnt) VALUES (?, ?)
     ON CONFLICT (endpoint) DO UPDATE SET last_packet_cnt = excluded.last_packet_cnt, counters = 1`,
  );
  const answering = db.prepare("SELECT 1 FROM station_operation WHERE endpoint = ? AND command = 'att' LIMIT 1");
  const setReattach = db.prepare('UPDATE endpoint SET reattach_pending = 1 WHERE id = ?');
  const rekey = db.prepare(
    `UPDATE endpoint SET eui = ?, attach_generation = attach_generation + 1, attach_nonce = NULL, attach_sign = NULL,
       attach_sh_addr = NULL, attach_rx_time_ns = NULL, attach_answered_at = NULL, attach_station = NULL WHERE id = ?`,
  );
  const known = db.prepare('SELECT 1 FROM propagation WHERE endpoint = ? LIMIT 1');
  const ordered = db.prepare("SELECT 1 FROM operation WHERE endpoint = ? AND about <> '' LIMIT 1");
  const insertGone = db.prepare(
    `INSERT INTO endpoint (org, eui, name, ep_class, created_at, updated_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const moveKnown = db.prepare('UPDATE propagation SET endpoint = ? WHERE endpoint = ?');
  const setDetached = db.prepare("UPDATE endpoint SET attach_status = 'detached' WHERE id = ?");
  const remove = db.prepare(
    `UPDATE endpoint SET deleted_at = ?, updated_at = ?, nwk_key = NULL, nwk_sn_key = NULL, app_key = NULL, attach_nonce = NULL, attach_sign = NULL WHERE id = ?`,
  );

  const wrapped = db.prepare('SELECT 1 FROM physical_device WHERE endpoint = ?');

  const raise = (
    type: EventType,
    { org, eui, name }: { org: number; eui: string; name: string },
    id: number,
    acting: Acting,
    data: Readonly<Record<string, string | number | readonly string[]>> = {},
  ) => {
    const { now, userId, userEmail } = acting;
    const who = { org, endpoint: id, epEui: eui, sourceName: name, userId, userEmail };
    events.raise({ type, ...who, at: now, storedAt: now, data: { epEui: eui, ...data } });
  };

  const full = (org: number, limit: number | undefined): boolean => {
    if (limit !== undefined && (count.get() as { count: number }).count >= limit) return true;
    if (hasFormer(org)) return true;
    const { most } = limitOfOrg.get(org) as { most: number | null };
    return most !== null && (countOfOrg.get(org) as { count: number }).count >= most;
  };

  return {
    /** Registers an endpoint; one that is pre-attached is attached by the same transaction. */
    insert: intake((endpoint: NewEndpoint, acting: Acting): number => {
      const { org, eui, limit, origin = 'api' } = endpoint;
      const columns = withTypeOfModel(endpoint.columns, null);
      const { now } = acting;
      const exists = () => fault('EndPointEUIExists', { ep_eui: eui });
      mayBeAssigned({ ...columns, org }, namesOf(operated));
      if (taken.get(eui)) throw exists();
      if (full(org, limit)) throw fault('EndPointLimitReached');
      let id = 0;
      unique(() => {
        id = insert({ org, eui, created_at: now, updated_at: now, ...columns });
      }, exists);
      if (columns.last_packet_cnt !== null) setCounter.run(id, columns.last_packet_cnt);
      endpointChanged();
      endpointEdited(id);
      const about = { org, eui, name: columns.name };
      raise('endpoint.created', about, id, acting, { origin });
      if (columns.pre_attach !== 0 && columns.suspended === 0) attach.attach(decision(id, 'pre_attach', acting));
      return id;
    }),

    /**
     * Changes what differs; nothing is written and no event raised when nothing does.
     * @returns whether it has to be propagated to base stations
     */
    update: intake(
      ({ id, eui, changes: given, equal, newEui, resealed, seen }: EndpointChange, acting: Acting): boolean => {
        heardStored(id);
        const before = current.get(id) as Current | undefined;
        if (!before) throw fault('EndPointNotFound');
        if (eui !== undefined && eui !== before.eui) throw fault('ConcurrentModification');
        if (seen && SECRETS.some(secret => !same(seen[secret], before[secret]))) throw fault('ConcurrentModification');
        const changes = withoutEqual(given, equal, before);
        const after: Current = withTypeOfModel(
          { ...before, ...resealed, ...(newEui && freshHardware(before, newEui)), ...changes },
          before.type_eui,
        );
        if (after.pre_attach !== 0 && !hasKey(after)) throw fault('EndPointKeyRequired');
        const changed = OPERATED.filter(column => column in changes && !same(after[column], before[column]));
        if (changed.length === 0 && newEui === undefined) return false;

        const { now } = acting;
        mayBeAssigned(after, changed);
        beforeChange(id);
        if (newEui !== undefined) {
          const exists = () => fault('EndPointEUIExists', { new_ep_eui: newEui });
          if (taken.get(newEui)) throw exists();
          leaveStations(id, before, acting);
          unique(() => rekey.run(newEui, id), exists);
        }
        update.run(now, ...COLUMNS.map(column => after[column]), id);
        if (after.last_packet_cnt !== before.last_packet_cnt) {
          setCounter.run(id, after.last_packet_cnt);
          heardReplaced(id);
          counterSet(id);
        }
        endpointChanged();
        endpointEdited(id);
        const about = { org: before.org, eui: after.eui, name: after.name };
        if (newEui !== undefined) raise('endpoint.eui_changed', about, id, acting, { oldEpEui: before.eui });
        if (changed.length > 0) raise('endpoint.updated', about, id, acting, { fields: changed.map(pathOf) });
        const keys = changed.filter((column): column is Secret => SECRETS.includes(column as Secret));
        if (keys.length > 0) raise('endpoint.keys_changed', about, id, acting, { keys });
        if (changed.includes('suspended')) {
          raise(after.suspended !== 0 ? 'endpoint.suspended' : 'endpoint.resumed', about, id, acting);
        }
        return tell(id, before, after, changed, acting);
      },
    ),

    /**
     * Ends a registration: its keys are wiped, its row stays for the history that refers to it.
     * @param eui the one it was found by; under another by now it is not what was meant
     * @param force also when a device wraps it, which goes on without
     * @throws fault `EndPointNotFound`, `EndPointLinkedToDevice`
     */
    remove(id: number, acting: Acting, eui?: string, force = true): void {
      const row = current.get(id) as Current | undefined;
      if (!row || (eui !== undefined && eui !== row.eui)) throw fault('EndPointNotFound', eui ? { ep_eui: eui } : {});
      if (!force && wrapped.get(id)) throw fault('EndPointLinkedToDevice', { ep_eui: row.eui });
      const { now } = acting;
      beforeChange(id);
      endpointDeleted(row.org, id, acting);
      attach.detach(decision(id, 'api', acting));
      propagation.abandon(id, uuid7(now), now);
      remove.run(now, now, id);
      endpointChanged();
      endpointEdited(id);
      raise('endpoint.deleted', row, id, acting, { name: row.name });
    },
  };

  /**
   * Detaches what is about to get another EUI. What stations know under the old one passes to a registration that is gone, so that
   * the detach is propagated to them, whenever they come back.
   */
  function leaveStations(id: number, row: Current, acting: Acting): void {
    const { now } = acting;
    attach.detach(decision(id, 'api', acting));
    setDetached.run(id);
    propagation.abandon(id, uuid7(now), now);
    let gone: number | undefined;
    if (known.get(id) || ordered.get(id)) {
      gone = insertGone.run(row.org, row.eui, row.name, row.ep_class, now, now, now).lastInsertRowid;
      moveKnown.run(gone, id);
    }
    endpointLeft(id, gone, now);
  }

  /** @returns whether it has to be propagated to base stations */
  function tell(
    id: number,
    before: Current,
    after: Current,
    changed: readonly EndpointColumn[],
    acting: Acting,
  ): boolean {
    const rekeyed = after.eui !== before.eui;
    const attached = isAttached(before) && !rekeyed;
    const wanted = after.pre_attach !== 0 && after.suspended === 0;
    const ended = after.suspended !== 0 || !hasKey(after);
    if (ended) endpointSilenced(id, acting);
    const answered = ended && propagation.abandon(id, uuid7(acting.now), acting.now);
    if (attached && ended) {
      attach.detach(decision(id, 'api', acting));
      return true;
    }
    if (wanted && (rekeyed || changed.includes('pre_attach') || changed.includes('suspended'))) {
      attach.attach(decision(id, 'pre_attach', acting));
      return true;
    }
    const told = changed.some(column => PROPAGATED.includes(column));
    // Its attach over the air is answered with what it was, and not completed.
    if (!attached && told && answering.get(id)) setReattach.run(id);
    if (!attached || !told) return rekeyed || answered;
    if (wanted) return propagation.needAttach(id, uuid7(acting.now), acting.now);
    setReattach.run(id);
    return false;
  }
}
export type EndpointWriter = ReturnType<typeof endpointWriter>;

function decision(endpoint: number, origin: 'api' | 'pre_attach', { now, actor }: Acting) {
  return { endpoint, origin, operationId: uuid7(now), actor, at: now };
}

function isAttached({ attach_status }: Current): boolean {
  return attach_status === 'attached' || attach_status === 'attaching';
}

/**
 * Another device begins its counters anew, and a session key that the old one negotiated is worth nothing. A name that was
 * only the old EUI follows the new one.
 */
function freshHardware(before: Current, eui: string): Partial<Current> {
  const name = before.name === before.eui ? eui : before.name;
  const session = before.attach_origin === 'over_the_air' ? { nwk_sn_key: null } : {};
  return { eui, name, attach_cnt: null, last_packet_cnt: null, ...session };
}

/** The Type EUI of an endpoint with a device model is that of the model; what is given beside the model is ignored. */
function withTypeOfModel<R extends EndpointColumns>(row: R, stored: string | null): R {
  return row.device_model === null ? row : { ...row, type_eui: stored };
}

/** A key that is set to its present value is no change. */
function withoutEqual(
  changes: Partial<EndpointColumns>,
  equal: Partial<SealedKeys> | undefined,
  before: SealedKeys,
): Partial<EndpointColumns> {
  if (!equal) return changes;
  const stays = new Set<string>(
    SECRETS.filter(secret => secret in equal && same(equal[secret] ?? null, before[secret])),
  );
  return Object.fromEntries(Object.entries(changes).filter(([column]) => !stays.has(column)));
}

function hasKey(row: SealedKeys): boolean {
  return row.nwk_key !== null || row.nwk_sn_key !== null;
}

function pathOf(column: EndpointColumn): string {
  return PATHS[column] ?? column;
}

function same(a: SqlValue, b: SqlValue): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}
