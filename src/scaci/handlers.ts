import type { CenterRequest } from '../domain/center/center-records.ts';
import type { Reactions } from '../protocol/engine.ts';
import { ProtocolError } from '../protocol/errors.ts';
import type { PeerCall } from '../protocol/peer-operations.ts';
import type { Scaci } from './operations.ts';
import type { ScaciOptions } from './options.ts';
import type { CenterSession } from './session.ts';

const EMPTY = {};

/** What each operation of one application center does (SCACI 7). */
export function centerHandlers(
  session: CenterSession,
  { requests, store, clock }: Pick<ScaciOptions, 'requests' | 'store' | 'clock'>,
): Reactions<Scaci, 'con'> {
  /** A request is stored with its effect; one that is refused is stored with the refusal. */
  const perform = async (command: string, call: PeerCall, act: (request: CenterRequest) => Promise<void>) => {
    const request = { session: session.session, opId: call.opId, command, at: clock.now() };
    try {
      await act(request);
    } catch (cause) {
      if (cause instanceof ProtocolError) await store.write.centers.refuse(request, cause.code, cause.message);
      throw cause;
    }
    return EMPTY;
  };
  const failed = (_: object, opId: number) => session.failed(opId);
  return {
    handlers: {
      ping: (_, call) => perform('ping', call, store.write.centers.accept),
      async status(_, call) {
        await perform('status', call, store.write.centers.accept);
        return requests.status(session);
      },
      reg: (message, call) => perform('reg', call, request => requests.reg(request, session, message)),
      dereg: ({ epEui }, call) => perform('dereg', call, request => requests.dereg(request, session, epEui)),
      ulDataTx: (message, call) => perform('ulDataTx', call, request => requests.ulDataTx(request, session, message)),
      dlDataQue: (message, call) =>
        perform('dlDataQue', call, request => requests.dlDataQue(request, session, message)),
      dlDataRev: ({ epEui, packetCnt }, call) =>
        perform('dlDataRev', call, request => requests.dlDataRev(request, session, epEui, packetCnt)),
    },
    completions: {
      reg: ({ opId }) => requests.regCompleted(session.session, opId),
      dereg: ({ opId }) => requests.deregCompleted(session.session, opId),
    },
    // What is sent in groups is answered in groups (`taken`).
    answers: {},
    refusals: { ulData: failed, dlDataRes: failed, epStat: failed },
  };
}
