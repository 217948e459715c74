import type { AttachRecords } from '../domain/attach/records.ts';
import type { SessionRecords } from '../domain/station/records.ts';
import type { Store } from './open.ts';

/** What sessions of base stations need of the store. */
export function sessionRecords({ read, write }: Store): SessionRecords {
  return {
    stationOf: eui => read.sessions.stationOf(eui),
    latest: station => read.sessions.latest(station),
    held: session => read.sessions.held(session),
    register: (eui, at) => write('sessions.register', eui, at),
    knock: knock => write('sessions.knock', knock),
    begin: session => write('sessions.begin', session),
    resume: resumption => write('sessions.resume', resumption),
    retire: session => write('sessions.retire', session),
    disconnect: disconnection => write('sessions.disconnect', disconnection),
    touch: touches => write('sessions.touch', touches),
    issue: operation => write('sessions.issue', operation),
    finish: (session, opId) => write('sessions.finish', session, opId),
    late: (session, opId) => write('sessions.late', session, opId),
    status: report => write('sessions.status', report),
    recover: at => write('sessions.recover', at),
    raise: event => write('events.raise', event),
  };
}

/** What attaching and detaching endpoints needs of the store. */
export function attachRecords({ read, write }: Store): AttachRecords {
  return {
    find: epEui => read.attach.find(epEui),
    open: (session, opId, endpoint) => read.attach.open(session, opId, endpoint),
    due: (station, now, limit) => read.propagation.due(station, now, limit),
    nextDue: station => read.propagation.nextDue(station),
    statesOf: endpoint => read.propagation.statesOf(endpoint),
    accept: attach => write('attach.accept', attach),
    repeat: (operation, endpoint, generation) => write('attach.repeat', operation, endpoint, generation),
    reject: attach => write('attach.reject', attach),
    attachCompleted: (operation, radio) => write('attach.attachCompleted', operation, radio),
    detachHeard: detach => write('attach.detachHeard', detach),
    detachCompleted: operation => write('attach.detachCompleted', operation),
    attach: decision => write('attach.attach', decision),
    detach: decision => write('attach.detach', decision),
    propagate: (endpoint, at) => write('attach.propagate', endpoint, at),
    forget: (endpoint, at) => write('attach.forget', endpoint, at),
    start: propagation => write('propagation.start', propagation),
    taken: (session, station, opId, at) => write('propagation.taken', session, station, opId, at),
    refused: (refusal, at) => write('propagation.refused', refusal, at),
    stationLeft: station => write('propagation.stationLeft', station),
  };
}
