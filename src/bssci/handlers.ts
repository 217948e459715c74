import { packFlags } from '../domain/message/flags.ts';
import type { UplinkReport } from '../domain/uplink/receive.ts';
import { background, impossible } from '../kit/background.ts';
import { cleaned } from '../kit/printable.ts';
import type { Reactions } from '../protocol/engine.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import { peerText } from '../protocol/peer-text.ts';
import type { AttachService } from './attach.ts';
import type { Bssci, UlDataMessage } from './operations.ts';
import type { BssciOptions, UplinkCarrier } from './options.ts';
import type { StationSession } from './session.ts';
import { macReport } from './variable-mac.ts';

interface HandlerOptions extends Pick<BssciOptions, 'uplinks' | 'store' | 'clock'> {
  readonly attach: AttachService;
}

const EMPTY = {};

/** What each operation of one station does. Made once per session, so that no message costs a closure. */
export function stationHandlers(
  session: StationSession,
  { attach, uplinks, store, clock }: HandlerOptions,
): Reactions<Bssci, 'con'> {
  const { station, bsEui } = session;
  const answer = (opId: number) => ({ session: session.session, station, opId, at: clock.now() });
  return {
    handlers: {
      ping: () => EMPTY,
      // The response lets the station forget the telegram, so it must not leave before the commit.
      async ulData(message, call) {
        await uplinks.receive(report(message, call, session, clock.now()));
        return EMPTY;
      },
      async 'vm.ulData'(message, call) {
        await uplinks.receiveMac(macReport(message, call, session, clock.now()));
        return EMPTY;
      },
      att: (message, call) => attach.att(message, session, call),
      det: (message, call) => attach.det(message, session, call),
      async dlDataRes({ epEui, queId, result, txTime, packetCnt }, call) {
        const report = { station, bsEui, epEui, queId, result, txTime, packetCnt, progress: session.progress(call) };
        const outcome = await store.write.downlinks.result({ ...report, at: clock.now() });
        if (outcome === 'unknown') throw new ProtocolError(Posix.noEntry, 'unknown queId');
        if (outcome === 'ignored')
          session.log.debug({ queId: String(queId), result }, 'downlink result without effect');
        return EMPTY;
      },
      async dlRxStat(message, call) {
        await store.write.rxStatus.report({
          ...message,
          station,
          bsEui,
          progress: session.progress(call),
          at: clock.now(),
        });
        return EMPTY;
      },
    },
    completions: {
      att: call => attach.attCompleted(session, call),
      det: call => attach.detCompleted(session, call),
    },
    answers: {
      status: (response, opId) => session.status.reported(response, opId),
      attPrp: (_, opId) => attach.propagated(session, opId),
      detPrp: (_, opId) => attach.propagated(session, opId),
      ulDataTx: (_, opId) => store.write.ulTransmits.completed(answer(opId)),
      dlDataQue: (_, opId) => store.write.downlinks.accepted(answer(opId)),
      dlDataRev: (_, opId) => store.write.downlinks.revoked(answer(opId)),
      dlRxStatQry: (_, opId) => store.write.rxStatus.taken(answer(opId)),
    },
    refusals: {
      status: (refusal, opId) => session.status.refused(refusal, opId),
      async attPrp({ code, text }, opId) {
        await attach.notPropagated(session, opId, code, text);
        session.propagationRefused(code);
      },
      detPrp: (_, opId) => attach.propagated(session, opId),
      ulDataTx: ({ code, text }, opId) =>
        store.write.ulTransmits.refused({ ...answer(opId), code, text: peerText(text) }),
      async dlDataQue({ code, text }, opId) {
        const again = await store.write.downlinks.refused({ ...answer(opId), code, text: peerText(text) });
        if (again) background(session.propagate(), impossible);
      },
      dlDataRev: ({ code, text }, opId) =>
        store.write.downlinks.notRevoked({ ...answer(opId), code, text: peerText(text) }),
      dlRxStatQry: ({ code, text }, opId) =>
        store.write.rxStatus.refused({ ...answer(opId), code, text: peerText(text) }),
    },
  };
}

/** Likewise where telegrams are carried and nothing else is taken: that stays unanswered, and comes again after the next connect. */
export function carryingHandlers(
  session: StationSession,
  carrier: UplinkCarrier,
  options: HandlerOptions,
): Reactions<Bssci, 'con'> {
  const unanswered = () => new Promise<never>(() => undefined);
  return {
    ...stationHandlers(session, options),
    handlers: {
      ping: () => EMPTY,
      async ulData(message, call) {
        await carrier.uplink(report(message, call, session, options.clock.now()), session.bsEui);
        return EMPTY;
      },
      'vm.ulData': unanswered,
      att: unanswered,
      det: unanswered,
      dlDataRes: unanswered,
      dlRxStat: unanswered,
    },
  };
}

function report(message: UlDataMessage, call: PeerCall, session: StationSession, arrivedAt: number): UplinkReport {
  const { rxTime, rxDuration, snr, rssi, eqSnr, profile, mode, subpackets } = message;
  return {
    epEui: message.epEui,
    packetCnt: message.packetCnt,
    userData: message.userData,
    format: message.format ?? 0,
    flags: packFlags(message),
    reception: {
      station: session.station,
      opId: call.opId,
      rxTime,
      rxDuration,
      snr,
      rssi,
      eqSnr,
      profile: profile && cleaned(profile),
      mode: mode && cleaned(mode),
      subpackets,
    },
    progress: session.progress(call),
    arrivedAt,
  };
}
