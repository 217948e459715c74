import type { AttachRecords } from '../domain/attach/records.ts';
import type { CenterRecords } from '../domain/center/records.ts';
import type { CenterRequestRecords } from '../domain/center/requests.ts';
import type { DownlinkRecords } from '../domain/downlink/records.ts';
import type { OrderCommand } from '../domain/station/orders.ts';
import type { SessionRecords } from '../domain/station/records.ts';
import type { TransmitRecords } from '../domain/station/transmit.ts';
import type { Clock } from '../kit/clock.ts';
import { fault } from '../kit/faults.ts';
import type { Principal } from '../rpc/define.ts';
import type { OrganizationRow, Organizations } from '../rpc/groups/identity.ts';
import type { Store } from '../store/open.ts';

/** What BSSCI sessions need of the store. */
export function sessionRecords(store: Store): SessionRecords {
  const { sessions, orders } = store.read;
  return {
    stationOf: eui => sessions.stationOf(eui),
    latest: station => sessions.latest(station),
    ours: session => ({
      lastSc: sessions.lastSc(session),
      held: sessions.held(session).map(({ op_id: opId, command, content, endpoint, about }) => ({
        opId,
        command,
        content: about === '' ? content : orders.repeated(command as OrderCommand, endpoint ?? 0, Number(about)),
      })),
    }),
    register: (eui, at) => store.write.sessions.register(eui, at),
    knock: knock => store.write.sessions.knock(knock),
    certificateSeen: (certificate, at) => store.write.certificates.seen(certificate, at),
    begin: session => store.write.sessions.begin(session),
    resume: resumption => store.write.sessions.resume(resumption),
    retire: session => store.write.sessions.retire(session),
    disconnect: disconnection => store.write.sessions.disconnect(disconnection),
    touch: touches => store.write.sessions.touch(touches),
    issue: operation => store.write.sessions.issue(operation),
    finish: (session, opId) => store.write.sessions.finish(session, opId),
    late: (session, opId) => store.write.sessions.late(session, opId),
    status: report => store.write.sessions.status(report),
    macTypes: (station, types) => store.write.sessions.macTypes(station, types),
    recover: at => store.write.sessions.recover(at),
    raise: event => store.write.events.raise(event),
  };
}

/** What downlinks need of the store. */
export function downlinkRecords(store: Store): DownlinkRecords {
  return {
    accepted: answered => store.write.downlinks.accepted(answered),
    refused: refused => store.write.downlinks.refused(refused),
    revoked: answered => store.write.downlinks.revoked(answered),
    notRevoked: refused => store.write.downlinks.notRevoked(refused),
    result: report => store.write.downlinks.result(report),
    queryTaken: answered => store.write.rxStatus.taken(answered),
    queryRefused: refused => store.write.rxStatus.refused(refused),
    reception: report => store.write.rxStatus.report(report),
  };
}

/** What transmitting uplinks needs of the store. */
export function transmitRecords(store: Store): TransmitRecords {
  return {
    start: transmission => store.write.ulTransmits.start(transmission),
    completed: answered => store.write.ulTransmits.completed(answered),
    refused: refused => store.write.ulTransmits.refused(refused),
    late: answered => store.write.ulTransmits.late(answered),
  };
}

/** Ends downlinks and queries whose time is over. */
export async function sweepDownlinks(store: Store, now: number, queryMs: number): Promise<void> {
  while ((await store.write.downlinks.expire(now)) > 0);
  while ((await store.write.rxStatus.expire(now, queryMs)) > 0);
}

/** What sessions with application centers need of the store. */
export function centerRecords(store: Store): CenterRecords {
  const { centers } = store.read;
  return {
    latest: acEui => centers.latest(acEui),
    organization: uuid => centers.organization(uuid),
    request: (session, opId) => centers.request(session, opId),
    ours: session => centers.ours(session),
    lines: (center, after, limit) => centers.lines(center, after, limit),
    begin: session => store.write.centers.begin(session),
    resume: (session, greeting, at) => store.write.centers.resume(session, greeting, at),
    activate: (session, resumed, at) => store.write.centers.activate(session, resumed, at),
    disconnect: (session, lastAc, reason, at) => store.write.centers.disconnect(session, lastAc, reason, at),
    touch: touches => store.write.centers.touch(touches),
    issue: (session, lines, upTo) => store.write.centers.issue(session, lines, upTo),
    issuePing: session => store.write.centers.issuePing(session),
    done: (session, opIds, at) => store.write.centers.done(session, opIds, at),
    failed: (session, opId, _code, _text, at) => store.write.centers.failed(session, opId, at),
    accept: request => store.write.centers.accept(request),
    refuse: (request, code, text) => store.write.centers.refuse(request, code, text),
    error: failure => store.write.centers.error(failure),
    raise: event => store.write.events.raise(event),
    certificateSeen: (certificate, at) => store.write.certificates.seen(certificate, at),
    recover: at => store.write.centers.recover(at),
  };
}

/** Ends sessions of application centers that hold too much or were away for too long. @param end closes the connection of one */
export async function sweepCenters(
  store: Store,
  now: number,
  limits: { heldOperations: number; ageMs: number },
  end: (session: number) => void,
): Promise<void> {
  for (const session of await store.write.centers.expire(now, limits)) end(session);
}

/** What the requests of application centers need of the store. */
export function centerRequestRecords(store: Store): CenterRequestRecords {
  const { centerRequests } = store.read;
  return {
    stations: () => centerRequests.stations(),
    endpoint: (org, epEui) => centerRequests.endpoint(org, epEui),
    accept: request => store.write.centers.accept(request),
    register: (request, asking, asked) => store.write.centerRequests.register(request, asking, asked),
    registerCompleted: (session, opId, at) => store.write.centerRequests.registerCompleted(session, opId, at),
    deregister: (request, asking, epEui) => store.write.centerRequests.deregister(request, asking, epEui),
    deregisterCompleted: (session, opId, at) => store.write.centerRequests.deregisterCompleted(session, opId, at),
    queue: (request, asking, asked) => store.write.centerRequests.queue(request, asking, asked),
    revoke: (request, asking, epEui, counter) => store.write.centerRequests.revoke(request, asking, epEui, counter),
  };
}

/** What attaching and its propagation need of the store. */
export function attachRecords(store: Store): AttachRecords {
  const { attach, propagation } = store.read;
  return {
    find: eui => attach.find(eui),
    open: (session, opId, endpoint) => attach.open(session, opId, endpoint),
    due: (station, now, limit) => propagation.due(station, now, limit),
    nextDue: station => propagation.nextDue(station),
    statesOf: endpoint => propagation.statesOf(endpoint),
    accept: accepted => store.write.attach.accept(accepted),
    repeat: (operation, endpoint, generation, radio) =>
      store.write.attach.repeat(operation, endpoint, generation, radio),
    reject: rejected => store.write.attach.reject(rejected),
    attachCompleted: operation => store.write.attach.attachCompleted(operation),
    detachHeard: detach => store.write.attach.detachHeard(detach),
    detachCompleted: operation => store.write.attach.detachCompleted(operation),
    attach: decision => store.write.attach.attach(decision),
    detach: decision => store.write.attach.detach(decision),
    forget: (endpoint, at) => store.write.attach.forget(endpoint, at),
    start: started => store.write.propagation.start(started),
    taken: (session, station, opId, at) => store.write.propagation.taken(session, station, opId, at),
    refused: (refusal, at) => store.write.propagation.refused(refusal, at),
    stationLeft: station => store.write.propagation.stationLeft(station),
  };
}

/** The one organization of the community edition. */
export function defaultOrganization(store: Store, clock: Clock): Organizations {
  const current = (): OrganizationRow => {
    const { installation } = store.read;
    const { uuid, name, description, tags, endpoints, baseStations, createdAt, updatedAt } =
      installation.defaultOrganization();
    return {
      id: uuid,
      name,
      description,
      tags: JSON.parse(tags) as Record<string, string>,
      endpoints,
      baseStations,
      createdMs: createdAt,
      updatedMs: updatedAt,
    };
  };
  return {
    find(id) {
      const row = current();
      return row.id === id ? row : undefined;
    },
    async update(id, { name, description, tags }, by: Principal) {
      if (current().id !== id) throw fault('OrganizationNotFound');
      const changed = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags: JSON.stringify(tags) }),
      };
      await store.write.installation.updateDefaultOrganization(changed, { id: by.id, email: by.email }, clock.now());
      return current();
    },
  };
}
