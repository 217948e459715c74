import { background, impossible } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import type { CloseReason, Connection } from '../protocol/connection.ts';
import { Posix } from '../protocol/errors.ts';
import type { Claim } from '../protocol/live-peers.ts';
import type { Conduct } from '../protocol/peer-session.ts';
import { peerText } from '../protocol/peer-text.ts';
import { ATTACH_REFUSED, type AttachService } from './attach.ts';
import { type ConnectOptions, connect } from './connect.ts';
import { carryingHandlers, stationHandlers } from './handlers.ts';
import { type HeldOperation, readHeld } from './held.ts';
import type { Bssci } from './operations.ts';
import type { BssciOptions, StationCertificate } from './options.ts';
import { rejectedUplink } from './rejected-uplink.ts';
import { type LiveStations, type SessionOptions, StationSession } from './session.ts';
import type { VariableMac } from './variable-mac.ts';

/** What the connections of the listener are served with. */
export interface StationService extends SessionOptions, ConnectOptions, Pick<BssciOptions, 'uplinks' | 'carrier'> {
  readonly attach: AttachService;
  readonly live: LiveStations;
  readonly variableMac: VariableMac;
}

/** Serves one connection from its first byte to the last write about it. Never rejects. */
export async function serveStation(
  service: StationService,
  connection: Connection,
  certificate: StationCertificate | undefined,
  remoteAddress: string,
): Promise<void> {
  let bsEui: Eui | undefined;
  const work = async (claim: Claim<number>) => {
    const accepted = await connect(service, {
      connection,
      certificate,
      remoteAddress,
      claim(station) {
        bsEui = station.eui;
        return claim(station.id);
      },
    });
    if (!accepted) return;
    const session = new StationSession(service, connection, accepted);
    await session.run(conductOf(session, service));
  };
  await service.live.serve(connection, certificate, work, cause => {
    service.log.error({ err: cause, bsEui }, 'session failed');
  });
}

function conductOf(session: StationSession, service: StationService): Conduct<Bssci, 'con'> {
  const { live, log, variableMac, carrier } = service;
  return {
    ...(carrier ? carryingHandlers(session, carrier, service) : stationHandlers(session, service)),
    hooks: hooksOf(session, service),
    online() {
      const { bsEui, session: row, resumed } = session;
      log.info({ bsEui, session: row, resumed }, 'base station connected');
      return live.online(session.station, session);
    },
    begin(pump) {
      if (carrier) return pump();
      repeatHeld(session, service);
      pump();
      session.background(variableMac.activate(session), 'types of variable MAC');
      background(session.propagate(), impossible);
    },
    // What is sent in groups is the list of endpoints.
    taken: async opIds => session.propagator.took(opIds),
    tick: deadlines(session, service),
    ended: reason => storeEnd(session, service, reason),
  };
}

/** Everything the station has not answered, with its old id and content, before anything new (BSSCI 6.5). */
function repeatHeld(session: StationSession, { sealer }: StationService): void {
  const { operations, unreadable } = readHeld(session.held, sealer);
  // That they can be read was seen before the resume was promised.
  if (unreadable.length > 0) throw new Error('operations of the session cannot be read');
  let list: HeldOperation[] = [];
  for (const operation of operations) {
    if (operation.listed) {
      list.push(operation);
      continue;
    }
    session.propagator.repeat(list);
    list = [];
    const { opId, command, message } = operation;
    if (command === 'status') session.status.repeated(opId);
    background(session.repeat(command, opId, message), impossible);
  }
  session.propagator.repeat(list);
}

/** What is due once a second: signs of life (BSSCI 8.1), the status, overdue answers, refused announcements. */
function deadlines(session: StationSession, { clock, times, carrier }: StationService): () => void {
  let pingAt: number | undefined;
  return () => {
    const now = clock.monotonic();
    const silent = now - session.heardAt;
    if (silent >= times.dead_s * 1000) {
      session.close('timeout');
      return;
    }
    if (pingAt === undefined) {
      if (silent >= times.ping_s * 1000) {
        pingAt = now;
        session.background(session.start('ping', {}), 'ping');
      }
    } else if (session.heardAt >= pingAt) pingAt = undefined;
    else if (now - pingAt >= times.ping_answer_s * 1000) {
      session.close('timeout');
      return;
    }
    if (carrier) return;
    session.status.tick();
    session.giveUpAfter(times.answer_s * 1000);
    session.propagator.tick();
  };
}

/**
 * Ids of pings are stored here only, and a station that knows of one that we do not would have to begin a new session (BSSCI 6.4). So the
 * station is not let in again before.
 */
async function storeEnd(session: StationSession, service: StationService, reason: CloseReason): Promise<void> {
  const { clock, store, live, absences, attach, metrics, carrier } = service;
  const { station, fault, lastSeenAt } = session;
  session.status.lost();
  session.propagator.leave();
  const at = clock.now();
  const onlineSeconds = Math.round((clock.monotonic() - session.begunAt) / 1000);
  session.log.info({ reason, fault }, 'base station disconnected');
  if (fault) {
    // Nothing could be read, so that there is no command and no operation to name.
    metrics.protocolError(Posix.protocol);
    session.raise('basestation.protocol_error', { code: Posix.protocol, message: fault });
  }
  const gone = { station, progress: session.progress(session), reason, at, lastSeenAt };
  if (carrier) await carrier.ended(gone, session.bsEui);
  await session.untilStored(() => store.write.sessions.disconnect(gone), live.stopping);
  absences.announceUnlessBack(station, () => {
    session.raise('basestation.disconnected', { reason, onlineSeconds }, { at });
  });
  attach.stationLeft(station);
}

function hooksOf(session: StationSession, { clock, metrics, store }: StationService): Conduct<Bssci, 'con'>['hooks'] {
  const { log, session: row, station, bsEui } = session;
  return {
    refused(code, command, opId, text) {
      metrics.protocolError(code);
      log.debug({ code, command: peerText(command), opId, text }, 'error sent');
      // `endpoint.attach_rejected` tells of it, with the reason.
      if (command === 'att' && text === ATTACH_REFUSED) return;
      const about = { opId: String(opId), command: peerText(command), code, message: text };
      session.raiseOnce('basestation.protocol_error', about);
    },
    malformed(command, opId, fields) {
      if (command !== 'ulData' && command !== 'vm.ulData') return;
      const { reason, epEui } = rejectedUplink(fields);
      session.raiseOnce('message.rejected', { reason, opId: String(opId), bsEui, ...(epEui && { epEui }) }, epEui);
    },
    complained(code, text, command, opId) {
      log.debug({ code, command, opId, text: peerText(text) }, 'error received');
    },
    sequenceError(first) {
      // It lost its memory but kept its name: offering the same session again would go round for ever (BSSCI 6.5).
      if (first && session.resumed) session.background(store.write.sessions.retire(row), 'retire');
    },
    late(command, opId) {
      session.background(command === 'attPrp' ? session.late(opId) : store.write.sessions.late(row, opId), 'late');
      if (command === 'ulDataTx') {
        const at = clock.now();
        session.background(store.write.ulTransmits.late({ session: row, station, opId, at }), 'late');
      }
      session.raise('basestation.operation_timeout', { opId: String(opId), command });
    },
  };
}
