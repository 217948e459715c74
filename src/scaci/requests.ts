import type { CenterRequest } from '../domain/center/center-records.ts';
import type { CenterRefusal, ListedStation, RequestingCenter } from '../domain/center/requests.ts';
import type { Store } from '../domain/domain.ts';
import type { UnregisteredEndpoint } from '../domain/transmission/transmission-records.ts';
import type { Eui } from '../kit/eui.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { RunTime } from '../kit/time/run-time.ts';
import { MS_NS, SECOND_MS } from '../kit/units.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { DlDataQueMessage, RegMessage, StatusRspMessage, UlDataTxMessage } from './operations.ts';

/** A station that could transmit now. */
export interface Transmitter {
  readonly station: number;
  readonly bsEui: Eui;
}

export interface RequestOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly runTime: RunTime;
  /** Sends stations what has become due for them. */
  tellStations(): void;
  /** Connected stations that can send. */
  transmitters(): Iterable<Transmitter>;
  /** The connected station that serves an endpoint, where downlinks are handed over before a window (BSSCI 11.4). */
  serving(org: number, epEui: Eui): number | undefined;
  /** Hands an uplink to a station; resolves when it is on its way. */
  transmit(
    by: Transmitter,
    endpoint: number | UnregisteredEndpoint,
    acEui: Eui,
    message: Omit<UlDataTxMessage, 'bsEui'>,
  ): Promise<void>;
  readonly settings: {
    readonly validityMs: number;
    readonly perEndpoint: number;
    readonly perCenter: number;
    /** Whether centers may have stations transmit uplinks. */
    readonly ulDataTx: boolean;
  };
}

const REFUSALS: Readonly<Record<CenterRefusal, readonly [code: number, text: string]>> = {
  unknown_endpoint: [Posix.noEntry, 'endpoint unknown'],
  foreign_endpoint: [Posix.notPermitted, 'endpoint of another organization'],
  suspended: [Posix.again, 'endpoint is suspended'],
  unidirectional: [Posix.notSupported, 'endpoint cannot receive downlinks'],
  queue_id_used: [Posix.exists, 'queId is in use'],
  queue_full: [Posix.again, 'queue is full'],
  station_away: [Posix.again, 'the base station that has it cannot be reached'],
  endpoint_limit: [Posix.noSpace, 'no more endpoints can be registered'],
};

/**
 * What the requests of application centers do, over the store and the stations (SCACI 7). Each stores the request with its effect, so
 * that a reissued one is not done twice. @throws ProtocolError with the code of SCACI 8.2
 */
export class CenterRequests {
  readonly #options: RequestOptions;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  status({ org }: Pick<RequestingCenter, 'org'>): StatusRspMessage {
    const { clock, store, runTime } = this.#options;
    const time = BigInt(clock.now()) * MS_NS;
    const uptime = BigInt(Math.floor(runTime.ms / SECOND_MS));
    let stations: ListedStation[];
    try {
      stations = store.read.centerRequests.stations(org);
    } catch {
      return { code: Posix.io, message: 'base stations not readable', time, uptime };
    }
    return { code: Posix.ok, message: 'ok', time, uptime, baseStations: stations.map(listed) };
  }

  async reg(request: CenterRequest, asking: RequestingCenter, { nwkKey, ...registration }: RegMessage): Promise<void> {
    const { store, sealer } = this.#options;
    const sealed = sealer.seal(nwkKey, `endpoint:${registration.epEui}:nwk_key`);
    refuseIf(await store.write.centerRequests.register(request, asking, { ...registration, nwkKey: sealed }));
  }

  async regCompleted(session: number, opId: number): Promise<void> {
    const { store, clock, tellStations } = this.#options;
    if (await store.write.centerRequests.registerCompleted(session, opId, clock.now())) tellStations();
  }

  async dereg(request: CenterRequest, asking: RequestingCenter, epEui: Eui): Promise<void> {
    refuseIf(await this.#options.store.write.centerRequests.deregister(request, asking, epEui));
  }

  async deregCompleted(session: number, opId: number): Promise<void> {
    const { store, clock, tellStations } = this.#options;
    if (await store.write.centerRequests.deregisterCompleted(session, opId, clock.now())) tellStations();
  }

  async ulDataTx(request: CenterRequest, { org, acEui }: RequestingCenter, message: UlDataTxMessage): Promise<void> {
    const { store, settings, transmitters, transmit } = this.#options;
    if (!settings.ulDataTx) throw new ProtocolError(Posix.notSupported, 'uplink transmit is not offered');
    const { bsEui, ...telegram } = message;
    if (bsEui !== undefined && !store.read.centerRequests.stations(org).some(({ eui }) => eui === bsEui)) {
      throw new ProtocolError(Posix.noEntry, 'base station unknown');
    }
    // It need not be registered: the key comes with the request.
    const endpoint = store.read.centerRequests.endpoint(org, telegram.epEui);
    if (endpoint === 'foreign') throw new ProtocolError(...REFUSALS.foreign_endpoint);
    const able = [...transmitters()].sort((a, b) => (a.bsEui < b.bsEui ? -1 : 1));
    const station =
      bsEui === undefined
        ? (able.find(({ station }) => station === endpoint?.attachStation) ?? able[0])
        : able.find(candidate => candidate.bsEui === bsEui);
    if (!station) throw new ProtocolError(Posix.again, 'no base station can transmit now');
    await transmit(station, endpoint?.id ?? { org, epEui: telegram.epEui }, acEui, telegram);
    await store.write.centers.accept(request);
  }

  async dlDataQue(request: CenterRequest, asking: RequestingCenter, message: DlDataQueMessage): Promise<void> {
    const { store, clock, settings, serving } = this.#options;
    const { epEui, queId, cntDepend, packetCnt, userData, format = 0, prio = 0 } = message;
    const content = {
      // No entry and an empty one mean the same here; base stations know only the latter (BSSCI 11.1).
      userData: userData.length === 0 ? [new Uint8Array()] : userData,
      packetCnts: cntDepend ? (packetCnt ?? []) : undefined,
      format,
      prio,
      responseExp: message.responseExp ?? false,
      responsePrio: message.responsePrio ?? false,
      dlWindReq: message.dlWindReq ?? false,
      expOnly: message.expOnly ?? false,
      dlRxStatQry: message.dlRxStatQry ?? false,
    };
    const { perEndpoint, perCenter, validityMs } = settings;
    const expiresAt = clock.now() + validityMs;
    const handTo = serving(asking.org, epEui);
    const asked = { epEui, queId: String(queId), content, expiresAt, perEndpoint, perCenter, handTo };
    refuseIf(await store.write.centerRequests.queue(request, asking, asked));
  }

  async dlDataRev(request: CenterRequest, asking: RequestingCenter, epEui: Eui, packetCnt: number): Promise<void> {
    refuseIf(await this.#options.store.write.centerRequests.revoke(request, asking, epEui, packetCnt));
  }
}

function refuseIf(refusal: CenterRefusal | undefined): void {
  if (refusal !== undefined) throw new ProtocolError(...REFUSALS[refusal]);
}

/** What a station has never said is left out, not invented (SCACI 7.3). */
function listed({ eui, bidi, vendor, model, name, status, position }: ListedStation) {
  return {
    eui,
    bidi,
    ...(status && { code: status.code, message: status.message }),
    ...(status && position && { geoLocation: position }),
    ...(status?.uptimeS !== undefined && { uptime: BigInt(status.uptimeS) }),
    ...(vendor !== '' && { vendor }),
    ...(model !== '' && { model }),
    ...(name !== '' && { name }),
  };
}
