import type { Eui } from '../kit/eui.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import type { LivePeers } from '../protocol/live-peers.ts';
import { PeerSession } from '../protocol/peer-session.ts';
import type { AcceptedCenter } from './connect.ts';
import type { Scaci } from './operations.ts';
import type { ScaciOptions } from './options.ts';

type SessionOptions = Pick<ScaciOptions, 'clock' | 'log' | 'store' | 'metrics'>;

type Held = ReturnType<ScaciOptions['store']['read']['centers']['own']>['held'];

/** What a sign of life of a center changes. */
export interface Touch {
  readonly session: number;
  readonly lastAc: number;
  readonly at: number;
}

/** The connected application centers. */
export type LiveCenters = LivePeers<Eui, CenterSession>;

/** The session of an application center that is connected: its identity, and what becomes of the operations sent to it. */
export class CenterSession extends PeerSession<Scaci, 'con'> {
  /** Row id of the session. */
  readonly session: number;
  readonly org: number;
  readonly acEui: Eui;
  readonly resumed: boolean;
  /** Where delivery begins. */
  readonly cursor: number;
  #held: Held;
  readonly #options: SessionOptions;
  #stored: { readonly last: number; readonly heardAt: number };

  constructor(options: SessionOptions, connection: Connection, rules: Rules<Scaci>, accepted: AcceptedCenter) {
    const { clock, store, metrics } = options;
    const { acEui, session, lastAc, doneAc } = accepted;
    const { cursor, held, lastSc } = store.read.centers.own(session);
    super({
      clock,
      metrics,
      connection,
      rules,
      log: options.log.child({ acEui, session }),
      state: { last: lastAc, done: doneAc, lastOwn: lastSc },
    });
    this.session = session;
    this.org = accepted.org;
    this.acEui = acEui;
    this.resumed = accepted.resumed;
    this.cursor = cursor;
    this.#held = held;
    this.#options = options;
    this.#stored = { last: lastAc, heardAt: this.heardAt };
  }

  /** What is sent again before delivery begins; given once, for these may be many telegrams. */
  takeHeld(): Held {
    const held = this.#held;
    this.#held = [];
    return held;
  }

  /** The center has taken over operations of ours: they are stored as done. */
  async taken(opIds: readonly number[]): Promise<void> {
    const { store, clock } = this.#options;
    await store.write.centers.done(this.session, opIds, clock.now());
  }

  /** The center refused an operation of ours: it is not offered again in this session. */
  async failed(opId: number): Promise<void> {
    const { store, clock } = this.#options;
    await store.write.centers.failed(this.session, opId, clock.now());
  }

  /** What changed since it was stored last. */
  unsaved(): Touch | undefined {
    const { last, heardAt } = this;
    if (last === this.#stored.last && heardAt === this.#stored.heardAt) return undefined;
    this.#stored = { last, heardAt };
    return { session: this.session, lastAc: last, at: this.lastSeenAt };
  }
}
