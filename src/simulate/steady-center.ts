import { type ApplicationOptions, SimulatedApplicationCenter } from './application-center.ts';
import { ApplicationSession } from './application-session.ts';
import type { ApplicationStarts, Request, Response } from './application-table.ts';
import { type SteadyOptions, SteadyPeer } from './peer/steady.ts';

export interface SteadyCenterOptions extends Omit<SteadyOptions<SimulatedApplicationCenter>, 'connect'> {
  /** Asked before every connect: a service center may come back elsewhere. */
  options(): Omit<ApplicationOptions, 'session' | 'signal'>;
  readonly session?: ApplicationSession;
}

/** An application center that stays connected: after a loss it dials again and goes on with its session. */
export class SteadyApplicationCenter extends SteadyPeer<SimulatedApplicationCenter> {
  /** @throws what `SimulatedApplicationCenter.connect` throws */
  static async start(options: SteadyCenterOptions): Promise<SteadyApplicationCenter> {
    const { session = new ApplicationSession() } = options;
    const ending = new AbortController();
    const connect = (signal: AbortSignal) =>
      SimulatedApplicationCenter.connect({ ...options.options(), session, signal });
    return new SteadyApplicationCenter({ ...options, connect }, await connect(ending.signal), ending);
  }

  get session(): ApplicationSession {
    return this.connection.session;
  }

  /**
   * Request, response, completion, over as many connections as it takes.
   * @throws ProtocolError when the service center answers with `error`; SessionLost when it began a new session before
   * @throws ConnectionLost when there will be no other connection
   */
  request<K extends ApplicationStarts>(operation: K, message: Request<K>): Promise<Response<K>> {
    return this.answer<Response<K>>(operation, (center, opId) => center.start(operation, message, opId));
  }
}
