import { SimulatedStation, type StationOptions } from './base-station.ts';
import { SessionLost, type SteadyOptions, SteadyPeer } from './peer/steady.ts';
import type { StationSession } from './station-session.ts';
import type { Request, Response, StationStarts } from './table.ts';
import type { Transmission } from './transmitter.ts';

/** How a station goes away while it holds its first downlink, and comes back: with its session, or without. */
export type Vanishing = 'resume' | 'new';

export interface SteadyStationOptions extends Omit<SteadyOptions<SimulatedStation>, 'connect'> {
  readonly station: Omit<StationOptions, 'session' | 'signal'>;
  readonly vanish?: Vanishing | undefined;
}

/** A base station that stays connected, and reports an uplink until it is answered. */
export class SteadyStation extends SteadyPeer<SimulatedStation> {
  /** @throws what `SimulatedStation.connect` throws */
  static async start(options: SteadyStationOptions): Promise<SteadyStation> {
    const ending = new AbortController();
    const connect = dialler(options);
    return new SteadyStation({ ...options, connect }, await connect(ending.signal), ending);
  }

  /** Waits for the next connection when there is none. @throws as `SteadyPeer.answer` does */
  start<K extends StationStarts>(operation: K, message: Request<K>): Promise<Response<K>> {
    return this.answer<Response<K>>(operation, (station, opId) => station.start(operation, message, opId));
  }

  /**
   * Reports an uplink over as many connections as it takes: again under its id in a resumed session, as a new operation
   * in a new one.
   * @returns what was sent in its window, which is over with the connection
   * @throws ProtocolError when the service center answers with `error`; ConnectionLost when there will be no other connection
   */
  async hear(uplink: Request<'ulData'>): Promise<Transmission | undefined> {
    let sent: Transmission | undefined;
    for (;;) {
      try {
        await this.answer('ulData', async (station, opId) => {
          sent = await station.hear(uplink, opId);
          return {};
        });
        return sent;
      } catch (error) {
        if (!(error instanceof SessionLost)) throw error;
      }
    }
  }

  /** The station's own idea of the time. */
  nowNs(): bigint {
    return this.connection.nowNs();
  }
}

/** Dials with the session of the last connection. A station that is to vanish does so once, with the first downlink. */
function dialler({ station: options, vanish }: SteadyStationOptions): SteadyOptions<SimulatedStation>['connect'] {
  const { dialect, onDownlink } = options;
  let session: StationSession | undefined;
  let vanishing = vanish;
  let forgetful = false;
  return async signal => {
    const station = await SimulatedStation.connect({
      ...options,
      ...(session && !forgetful && { session }),
      ...(vanishing && { dialect: { ...dialect, cutAfter: ['dlDataQue'] } }),
      signal,
      loggedFrames: 0,
      onDownlink: event => {
        onDownlink?.(event);
        if (event.what !== 'taken' || !vanishing) return;
        forgetful = vanishing === 'new';
        vanishing = undefined;
      },
    });
    if (session && forgetful) {
      const { bsEui } = station;
      // What it held is gone with the session it had.
      for (const { epEui, queId } of session.downlinks.values()) onDownlink?.({ what: 'dropped', bsEui, epEui, queId });
    }
    forgetful = false;
    session = station.session;
    return station;
  };
}
