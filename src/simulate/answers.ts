import type { MachineClock } from '../kit/time/clock.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { Dialect } from './dialect.ts';
import type { StationSession } from './station-session.ts';
import type { CenterStarts, Request, Response } from './table.ts';
import type { Transmitter } from './transmitter.ts';

/** What an answer is made from. */
export interface Answering {
  readonly session: StationSession;
  readonly dialect: Dialect;
  readonly clock: MachineClock;
  readonly bidi: boolean;
  readonly transmitter: Transmitter;
  /** The station's own idea of the time, nanoseconds since 1970 UTC. */
  nowNs(): bigint;
}

/** How a station answers what the service center starts; a ProtocolError thrown becomes `error`. */
export type Answers = { readonly [K in CenterStarts]: (request: Request<K>, station: Answering) => Response<K> };

const QUEUE_LENGTH = 4096;

function bidirectional(bidi: boolean): void {
  if (!bidi) throw new ProtocolError(Posix.notSupported, 'no transmitter');
}

/** One entry, or one for each of different counters (BSSCI 11.1). */
function wellFormed({ cntDepend, packetCnt = [], userData }: Request<'dlDataQue'>): void {
  const counters = cntDepend ? userData.length : 0;
  if (packetCnt.length !== counters || new Set(packetCnt).size !== counters || (!cntDepend && userData.length !== 1)) {
    throw new ProtocolError(Posix.invalid, 'counters and user data do not fit');
  }
}

/** The answers of the variable MAC, which depend on the types that a station offers. */
export type MacAnswers = Pick<Answers, `vm.${string}` & keyof Answers>;

/** The other answers of a station that works. */
export const workingAnswers: Omit<Answers, keyof MacAnswers> = {
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
  attPrp({ epEui, nwkSnKey, shAddr, bidi, lastPacketCnt }, { session, dialect, transmitter }) {
    if (!dialect.attPrpKeepsDownlinks) transmitter.drop(epEui);
    session.endpoints.set(epEui, { nwkSnKey, shAddr, bidi, lastPacketCnt });
    return {};
  },
  detPrp({ epEui }, { session, transmitter }) {
    if (!session.endpoints.delete(epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    transmitter.drop(epEui);
    session.rxQueries.delete(epEui);
    return {};
  },
  dlDataQue(request, { session, bidi, transmitter }) {
    bidirectional(bidi);
    wellFormed(request);
    if (!session.endpoints.has(request.epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    if (session.downlinks.has(request.queId)) throw new ProtocolError(Posix.exists, 'duplicate queue id');
    if (session.downlinks.size >= QUEUE_LENGTH) throw new ProtocolError(Posix.noSpace, 'queue full');
    transmitter.take(request);
    return {};
  },
  dlDataRev({ epEui, queId }, { transmitter }) {
    if (!transmitter.revoke(epEui, queId)) {
      throw new ProtocolError(Posix.notSupported, 'no matching DL data found');
    }
    return {};
  },
  dlRxStatQry({ epEui }, { session, bidi }) {
    bidirectional(bidi);
    if (!session.endpoints.has(epEui)) throw new ProtocolError(Posix.noEntry, 'unknown endpoint');
    session.rxQueries.add(epEui);
    return {};
  },
  ulDataTx(_, { bidi }) {
    bidirectional(bidi);
    return {};
  },
};
