import type { CenterRequest } from '../domain/center/records.ts';
import type { Asking } from '../domain/center/requests.ts';
import type { Eui } from '../kit/eui.ts';
import type { DlDataQueMessage, RegMessage, StatusRspMessage, UlDataTxMessage } from './operations.ts';

/**
 * What the requests of application centers do (SCACI 7). Each stores the request with its effect, so that a reissued one is not
 * done twice. @throws ProtocolError with the code of SCACI 8.2
 */
export interface CenterEffects {
  status(): StatusRspMessage;
  reg(request: CenterRequest, asking: Asking, message: RegMessage): Promise<void>;
  regCompleted(session: number, opId: number): Promise<void>;
  dereg(request: CenterRequest, asking: Asking, epEui: Eui): Promise<void>;
  deregCompleted(session: number, opId: number): Promise<void>;
  ulDataTx(request: CenterRequest, asking: Asking, message: UlDataTxMessage): Promise<void>;
  dlDataQue(request: CenterRequest, asking: Asking, message: DlDataQueMessage): Promise<void>;
  dlDataRev(request: CenterRequest, asking: Asking, epEui: Eui, packetCnt: number): Promise<void>;
}
