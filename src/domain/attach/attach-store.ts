import { listed, type RowOf } from '../../database/columns.ts';
import type { Db } from '../../database/driver.ts';
import { intake } from '../../database/marks.ts';
import type { Eui } from '../../kit/eui.ts';
import { fault } from '../../kit/faults/faults.ts';
import { uuid7 } from '../../kit/uuid.ts';
import type { Events } from '../event/event-store.ts';
import type { EndpointStatus, Notices } from '../message/notices.ts';
import type { Operations } from '../session/operations.ts';
import type { Announcing } from './announcing.ts';
import type {
  AcceptedAttach,
  AirOperation,
  AttachDecision,
  AttachState,
  AttachStatus,
  HeardDetach,
  HeardRadio,
  RejectedAttach,
} from './attach-records.ts';
import type { Propagations } from './propagation.ts';

/** What of an endpoint decides about an attach or detach. */
const columns = {
  id: 'integer',
  org: 'integer',
  eui: 'text',
  name: 'text',
  nwk_key: 'blob?',
  nwk_sn_key: 'blob?',
  sh_addr: 'integer?',
  suspended: 'integer',
  skip_attach_check: 'integer',
  attach_status: 'text',
  attach_origin: 'text?',
  attach_generation: 'integer',
  updated_at: 'integer',
  attach_cnt: 'integer?',
  attach_nonce: 'blob?',
  attach_sign: 'blob?',
  attach_sh_addr: 'integer?',
  attach_answered_at: 'integer?',
  attached_at: 'integer?',
  deregistered: 'integer',
} as const;
type EndpointRow = RowOf<typeof columns> & { eui: Eui; attach_status: AttachStatus };

/** What the telegram of an open attach or detach said, for its completion. */
type Heard = HeardRadio & { readonly sign?: string | undefined; readonly packetCnt?: number | undefined };

/** Attach and detach, over the air and by decision (BSSCI 9, platform API 20.1). */
export function attachStore(
  db: Db,
  {
    events,
    operations,
    propagation,
    announcing,
    notices,
    heardStored,
    heardReplaced,
    endpointChanged,
  }: {
    events: Events;
    operations: Pick<Operations, 'advance'>;
    propagation: Propagations;
    announcing: Pick<Announcing, 'keep'>;
    notices: Pick<Notices, 'status'>;
    /** What was heard of an endpoint is stored: its row is about to be changed. */
    heardStored(endpoint: number): void;
    /** What is stored of what was heard of an endpoint has changed. */
    heardReplaced(endpoint: number): void;
    /** What is stored of an endpoint has changed. */
    endpointChanged(): void;
  },
) {
  const byEui = db.prepare(`SELECT ${listed(columns)} FROM endpoint WHERE eui = ? AND deleted_at IS NULL`);
  const byId = db.prepare(`SELECT ${listed(columns)} FROM endpoint WHERE id = ?`);
  const attachTime = db.prepare(
    // Our clock counts milliseconds: it arrived within this one.
    `SELECT attach_rx_time_ns AS ns, coalesce((attach_answered_at + 1) * 1000000, attach_rx_time_ns) AS arrived
     FROM endpoint WHERE id = ?`,
    { bigint: true },
  );
  const openOperation = db.prepare(
    'SELECT command, endpoint, heard FROM station_operation WHERE session = ? AND op_id = ?',
  );
  const setOpen = db.prepare(
    'INSERT OR REPLACE INTO station_operation (session, op_id, command, endpoint, heard) VALUES (?, ?, ?, ?, ?)',
  );
  const closeOpen = db.prepare('DELETE FROM station_operation WHERE session = ? AND op_id = ?');
  const supersede = db.prepare(`DELETE FROM station_operation WHERE endpoint = ?`);
  // Answered after the endpoint was attached last, whatever the clock says: by this its completion is known from a copy's.
  const setAccepted = db.prepare(
    `UPDATE endpoint SET attach_generation = attach_generation + 1, attach_cnt = ?, attach_nonce = ?, attach_sign = ?,
       nwk_sn_key = ?, attach_sh_addr = ?, attach_rx_time_ns = ?,
       attach_answered_at = max(?, coalesce(attached_at + 1, 0)), attach_station = ?,
       attach_origin = 'over_the_air', dual_chan = ?, repetition = ?, wide_carr_off = ?, long_blk_dist = ?, reattach_pending = 0
     WHERE id = ? AND attach_generation = ? AND updated_at = ? AND nwk_key IS ? AND deleted_at IS NULL AND suspended = 0`,
  );
  const setCounter = db.prepare(
    `INSERT INTO endpoint_heard (endpoint, last_packet_cnt, last_seen_ns) VALUES (?, 0, ?)
     ON CONFLICT (endpoint) DO UPDATE SET last_packet_cnt = 0, counters = 1,
       last_seen_ns = max(coalesce(last_seen_ns, 0), excluded.last_seen_ns)`,
  );
  const setSeen = db.prepare(
    `INSERT INTO endpoint_heard (endpoint, last_seen_ns) VALUES (?, ?)
     ON CONFLICT (endpoint) DO UPDATE SET last_seen_ns = max(coalesce(last_seen_ns, 0), excluded.last_seen_ns)`,
  );
  const setStatus = db.prepare('UPDATE endpoint SET attach_status = ? WHERE id = ?');
  // What was changed since the telegram was accepted still waits for an attach.
  const setCompleted = db.prepare(
    `UPDATE endpoint SET attach_status = 'attached', attached_at = ?, attach_origin = 'over_the_air' WHERE id = ?`,
  );
  const setAttached = db.prepare(
    `UPDATE endpoint SET attach_status = ?, attached_at = ?, attach_origin = ?, reattach_pending = 0 WHERE id = ?`,
  );
  const setDetached = db.prepare(
    `UPDATE endpoint SET attach_status = ?, detached_at = ?, reattach_pending = 0,
       nwk_sn_key = CASE attach_origin WHEN 'over_the_air' THEN NULL ELSE nwk_sn_key END WHERE id = ?`,
  );
  const insertLine = db.prepare(
    `INSERT INTO endpoint_operation (uuid, org, endpoint, operation, origin, station, session, op_id, status, started_at,
       finished_at, actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const endLine = db.prepare(
    `UPDATE endpoint_operation SET status = 'completed', finished_at = ? WHERE session = ? AND op_id = ? AND finished_at IS NULL`,
  );

  const get = (endpoint: number): EndpointRow => {
    const row = byId.get(endpoint) as EndpointRow | undefined;
    if (!row) throw fault('EndPointNotFound');
    return row;
  };

  /** The endpoint of a decision; one that was found by its EUI must still have it. */
  const meant = ({ endpoint, epEui }: AttachDecision): EndpointRow => {
    if (epEui === undefined) return get(endpoint);
    const row = byEui.get(epEui) as EndpointRow | undefined;
    if (row?.id !== endpoint) throw fault('EndPointNotFound', { ep_eui: epEui });
    return row;
  };

  /** Tells operators, and application centers as far as they know the endpoint; these get what was heard over the air too. */
  const tell = (
    epStatus: EndpointStatus['epStatus'],
    row: EndpointRow,
    at: number,
    data: Record<string, string | number>,
    air?: { from: AirOperation; heard: Omit<EndpointStatus, 'epEui' | 'epStatus'> },
  ) => {
    const { id: endpoint, org, eui: epEui, name: sourceName } = row;
    const from = air && { station: air.from.station, bsEui: air.from.bsEui };
    events.raise({
      ...{ type: `endpoint.${epStatus}`, org, endpoint, epEui, sourceName, at, storedAt: at, ...from },
      data: { ...data, ...(from && { bsEui: from.bsEui }) },
    });
    if (row.deregistered === 0) notices.status(org, endpoint, { epEui, epStatus, ...air?.heard }, at);
  };

  /** It attached by decision, with the key it was provisioned with, and cannot leave by itself (BSSCI 9.7, ADR 28). */
  const rejectDetach = ({ id, org, eui, name }: EndpointRow, { station, bsEui, at }: AirOperation) =>
    events.raise({
      ...{ type: 'endpoint.detach_rejected', org, endpoint: id, station, epEui: eui, bsEui, sourceName: name },
      ...{ at, storedAt: at, data: { bsEui, reason: 'pre_attached' } },
    });

  const airLine = (row: EndpointRow, operation: 'attach' | 'detach', { station, progress, opId, at }: AirOperation) =>
    insertLine.run(
      ...[uuid7(at), row.org, row.id, operation, 'over_the_air', station, progress.session, opId, 'sent', at, null, ''],
    );

  const decisionLine = (row: EndpointRow, operation: 'attach' | 'detach', decision: AttachDecision) => {
    const { operationId, origin, at, actor } = decision;
    insertLine.run(operationId, row.org, row.id, operation, origin, null, null, null, 'completed', at, at, actor);
  };

  /** The open operation that is completed now; undefined when it has no effect (any more). */
  const complete = (
    { progress, opId, at }: AirOperation,
    command: 'att' | 'det',
  ): { row: EndpointRow; heard: Heard | undefined } | undefined => {
    operations.advance(progress);
    const open = openOperation.get(progress.session, opId) as OpenRow | undefined;
    closeOpen.run(progress.session, opId);
    endLine.run(at, progress.session, opId);
    if (open?.command !== command || open.endpoint === null) return undefined;
    const row = byId.get(open.endpoint) as EndpointRow | undefined;
    return row && { row, heard: open.heard === null ? undefined : (JSON.parse(open.heard) as Heard) };
  };

  return {
    find(epEui: Eui): AttachState | undefined {
      const row = byEui.get(epEui) as EndpointRow | undefined;
      return row && toState(row);
    },

    /** Whether the station has an attach of this endpoint open under this id. */
    open(session: number, opId: number, endpoint: number): boolean {
      const open = openOperation.get(session, opId) as OpenRow | undefined;
      return open?.command === 'att' && open.endpoint === endpoint;
    },

    /** Step 8 of the attach: from here on the new key is the endpoint's (BSSCI 9.3). */
    accept: intake((attach: AcceptedAttach): 'accepted' | 'changed' => {
      const { endpoint, seen, progress, opId, station, at, rxTime, radio } = attach;
      const flags = [attach.dualChan, attach.repetition, attach.wideCarrOff, attach.longBlkDist].map(Number);
      announcing.keep(endpoint);
      const { changes } = setAccepted.run(
        ...[attach.attachCnt, attach.nonce, attach.sign, attach.sessionKey, attach.shAddr, rxTime, at, station],
        ...[...flags, endpoint, seen.generation, seen.updatedAt, seen.nwkKey],
      );
      if (changes === 0) return 'changed';
      operations.advance(progress);
      heardStored(endpoint);
      setCounter.run(endpoint, rxTime);
      heardReplaced(endpoint);
      endpointChanged();
      // An older attach that is not completed has given a key that is not valid any more.
      supersede.run(endpoint);
      setOpen.run(progress.session, opId, 'att', endpoint, JSON.stringify(radio));
      propagation.keyGiven(station, endpoint);
      airLine(get(endpoint), 'attach', attach);
      return 'accepted';
    }),

    /** The same telegram again, through another station or from the same one. */
    repeat({ station, progress, opId }: AirOperation, endpoint: number, generation: number, radio: HeardRadio): void {
      operations.advance(progress);
      if (get(endpoint).attach_generation !== generation) return;
      setOpen.run(progress.session, opId, 'att', endpoint, JSON.stringify(radio));
      propagation.keyGiven(station, endpoint);
    },

    reject({ progress, org, endpoint, epEui, bsEui, station, attachCnt, reason, at }: RejectedAttach): void {
      operations.advance(progress);
      events.raise({
        ...{ type: 'endpoint.attach_rejected', org, endpoint, station, epEui, bsEui, at, storedAt: at },
        data: { bsEui, reason, attachCnt },
      });
    },

    /** @returns whether it has to be propagated to stations */
    attachCompleted(operation: AirOperation): boolean {
      const completed = complete(operation, 'att');
      if (!completed) return false;
      const { row, heard } = completed;
      const { station, at } = operation;
      propagation.setKnown(station, row.id, at);
      const answeredAt = row.attach_answered_at ?? 0;
      if (row.attached_at !== null && row.attached_at >= answeredAt) return false;
      announcing.keep(row.id);
      setCompleted.run(Math.max(at, answeredAt), row.id);
      endpointChanged();
      const { attach_cnt, attach_nonce: nonce, attach_sign: sign, attach_sh_addr } = row;
      const attachCnt = attach_cnt ?? 0;
      const radio = heard && { snr: heard.snr, rssi: heard.rssi };
      const data = { origin: 'over_the_air', attachCnt, shAddr: attach_sh_addr ?? 0, ...radio };
      const said = { attachCnt, ...(nonce && { nonce: hex(nonce) }), ...(sign && { sign: hex(sign) }) };
      tell('attached', row, at, data, { from: operation, heard: { ...said, ...heard } });
      return propagation.needAttach(row.id, uuid7(at), at, station);
    },

    detachHeard(detach: HeardDetach): void {
      const { progress, opId, epEui, rxTime, packetCnt, sign, radio } = detach;
      operations.advance(progress);
      const row = byEui.get(epEui) as EndpointRow | undefined;
      if (!row) return;
      const { ns, arrived } = attachTime.get(row.id) as { ns: bigint | null; arrived: bigint | null };
      // Sent before the newest attach, but heard or repeated after it. What is later than its arrival was not.
      if (ns !== null && arrived !== null && rxTime < ns && rxTime < arrived) return;
      if (preAttached(row)) {
        rejectDetach(row, detach);
        setOpen.run(progress.session, opId, 'det', row.id, null);
        return;
      }
      heardStored(row.id);
      setSeen.run(row.id, rxTime);
      heardReplaced(row.id);
      endpointChanged();
      const heard: Heard = { sign: hex(sign), packetCnt, ...radio };
      setOpen.run(progress.session, opId, 'det', row.id, JSON.stringify(heard));
      airLine(row, 'detach', detach);
    },

    /** @returns whether it has to be propagated to stations */
    detachCompleted(operation: AirOperation): boolean {
      const completed = complete(operation, 'det');
      if (!completed) return false;
      const { row, heard } = completed;
      const { station, at } = operation;
      if (preAttached(row)) {
        // The station believed it, and learns the endpoint again.
        propagation.needAgain(station, row.id, at);
        return true;
      }
      const again = propagation.forgotten(station, row.id, at);
      if (!isAttached(row)) return again;
      announcing.keep(row.id);
      const known = propagation.needDetach(row.id, uuid7(at), at, station);
      setDetached.run('detached', at, row.id);
      endpointChanged();
      // A center's message has no counter (SCACI 7.3); one that an earlier release has stored has none either.
      const { packetCnt, ...said } = heard ?? {};
      const data = { origin: 'over_the_air', ...(packetCnt !== undefined && { packetCnt }) };
      tell('detached', row, at, data, { from: operation, heard: said });
      return propagation.abandon(row.id, uuid7(at), at) || known || again;
    },

    /**
     * Decides that the endpoint is attached, without a telegram; it is propagated to all stations.
     * @throws faults EndPointNotFound, EndPointSuspended, EndPointSessionKeyMissing
     */
    attach(decision: AttachDecision): AttachStatus {
      const { endpoint, origin, operationId, at } = decision;
      const row = meant(decision);
      if (row.suspended) throw fault('EndPointSuspended', { ep_eui: row.eui });
      if (!row.nwk_sn_key && !row.nwk_key) throw fault('EndPointSessionKeyMissing', { ep_eui: row.eui });
      const changed = row.attach_status === 'detached' || row.attach_status === 'detaching';
      // A repeated call propagates it again; how the endpoint got its key does not change by it, also when the attach over
      // the air is answered and not completed.
      const keeps = !changed || (row.attach_origin === 'over_the_air' && row.nwk_sn_key !== null);
      announcing.keep(endpoint);
      setAttached.run('attaching', at, keeps ? (row.attach_origin ?? origin) : origin, endpoint);
      endpointChanged();
      decisionLine(row, 'attach', decision);
      if (changed) tell('attached', row, at, { origin, operationId });
      propagation.needAttach(endpoint, operationId, at);
      return propagation.settle(endpoint);
    },

    /** @throws fault EndPointNotFound */
    detach(decision: AttachDecision): AttachStatus {
      const { endpoint, origin, operationId, at } = decision;
      const row = meant(decision);
      announcing.keep(endpoint);
      const answered = propagation.abandon(endpoint, operationId, at);
      if (row.attach_status === 'detached' || row.attach_status === 'detaching') {
        // It was about to attach over the air: the key that it was answered is void.
        if (answered) setDetached.run(row.attach_status, at, endpoint);
        endpointChanged();
        return row.attach_status;
      }
      propagation.needDetach(endpoint, operationId, at);
      setDetached.run('detaching', at, endpoint);
      endpointChanged();
      decisionLine(row, 'detach', decision);
      tell('detached', row, at, { origin, operationId });
      return propagation.settle(endpoint);
    },

    /** The endpoint is gone, suspended or without a key: the detach is propagated to stations that may know it. */
    forget(endpoint: number, at: number): void {
      const { attach_status: status } = get(endpoint);
      propagation.needDetach(endpoint, uuid7(at), at);
      if (status !== 'detached') setStatus.run('detaching', endpoint);
      endpointChanged();
      propagation.settle(endpoint);
    },
  };
}
export type Attaches = ReturnType<typeof attachStore>;

interface OpenRow {
  command: string;
  endpoint: number | null;
  heard: string | null;
}

function isAttached({ attach_status: status }: EndpointRow): boolean {
  return status === 'attached' || status === 'attaching';
}

function preAttached(row: EndpointRow): boolean {
  return isAttached(row) && row.attach_origin !== 'over_the_air';
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function toState(row: EndpointRow): AttachState {
  return {
    id: row.id,
    org: row.org,
    eui: row.eui,
    nwkKey: row.nwk_key,
    sessionKey: row.nwk_sn_key,
    shAddr: row.sh_addr,
    suspended: row.suspended !== 0,
    skipCheck: row.skip_attach_check !== 0,
    generation: row.attach_generation,
    updatedAt: row.updated_at,
    attachCnt: row.attach_cnt,
    nonce: row.attach_nonce,
    sign: row.attach_sign,
    attachShAddr: row.attach_sh_addr,
    answeredAt: row.attach_answered_at,
  };
}
