import type { Clock } from '../kit/clock.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { Dialect } from './dialect.ts';
import type { StationSession } from './station-session.ts';
import type { CenterStarts, Request, Response } from './table.ts';

/** What an answer may look at. */
export interface Answering {
  readonly session: StationSession;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly bidi: boolean;
  /** The station's own idea of the time, nanoseconds since 1970 UTC. */
  nowNs(): bigint;
}

/** How a station answers what the service center starts; a ProtocolError thrown becomes `error`. */
export type Answers = { readonly [K in CenterStarts]: (request: Request<K>, station: Answering) => Response<K> };

const QUEUE_LENGTH = 4096;
/** POSIX number a station may answer a queue id with that it holds already (BSSCI 14). */
const EEXIST = 17;

function bidirectional(bidi: boolean): void {
  if (!bidi) throw new ProtocolError(Posix.notSupported, 'no transmitter');
}

/** The answers of a station that works. */
export const workingAnswers: Answers = {
  ping: () => ({}),
  status: (_, { clock, nowNs }) => ({
    code: Posix.ok,
    message: 'ok',
    time: nowNs(),
    dutyCycle: 0.01,
    uptime: BigInt(Math.floor(clock.monotonic() / 1000)),
    temp: 41.5,
    cpuLoad: 0.12,
    memLoad: 0.35,
  }),
  attPrp({ epEui, nwkSnKey, shAddr, bidi, lastPacketCnt }, { session, dialect }) {
    if (dialect.attPrpDropsDownlinks && session.endpoints.has(epEui)) {
      for (const { queId, epEui: holder } of session.downlinks.values()) {
        if (holder === epEui) session.downlinks.delete(queId);
      }
    }
    session.endpoints.set(epEui, { nwkSnKey, shAddr, bidi, lastPacketCnt });
    return {};
  },
  detPrp({ epEui }, { session }) {
    if (!session.endpoints.delete(epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    for (const { queId, epEui: holder } of session.downlinks.values()) {
      if (holder === epEui) session.downlinks.delete(queId);
    }
    return {};
  },
  dlDataQue(request, { session, bidi }) {
    bidirectional(bidi);
    if (!session.endpoints.has(request.epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    if (session.downlinks.has(request.queId)) throw new ProtocolError(EEXIST, 'duplicate queue id');
    if (session.downlinks.size >= QUEUE_LENGTH) throw new ProtocolError(Posix.noSpace, 'queue full');
    session.downlinks.set(request.queId, request);
    return {};
  },
  dlDataRev({ epEui, queId }, { session }) {
    if (session.downlinks.get(queId)?.epEui !== epEui) {
      throw new ProtocolError(Posix.notSupported, 'no matching DL data found');
    }
    session.downlinks.delete(queId);
    return {};
  },
  dlRxStatQry({ epEui }, { session, bidi }) {
    bidirectional(bidi);
    if (!session.endpoints.has(epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    return {};
  },
  ulDataTx(_, { bidi }) {
    bidirectional(bidi);
    return {};
  },
  'vm.activate'({ macType }, { session }) {
    session.macTypes.add(macType);
    return {};
  },
  'vm.deactivate'({ macType }, { session }) {
    session.macTypes.delete(macType);
    return {};
  },
  'vm.status': (_, { session }) => ({ macTypes: [...session.macTypes] }),
  'vm.dlData'(_, { bidi }) {
    bidirectional(bidi);
    return {};
  },
};
