import type { CenterCloseReason } from '../domain/center/records.ts';
import { background } from '../kit/background.ts';
import { sleep, type Timer } from '../kit/clock.ts';
import type { Eui } from '../kit/eui.ts';
import { Fault } from '../kit/faults.ts';
import type { Log } from '../kit/log.ts';
import type { CloseReason, Connection } from '../protocol/connection.ts';
import { Engine, type EngineHooks, type Rules } from '../protocol/engine.ts';
import type { Claim, LivePeers } from '../protocol/live-peers.ts';
import { peerText } from '../protocol/peer-text.ts';
import { type AcceptedCenter, connectCenter } from './connect.ts';
import { placeOf, tellDamaged } from './damage.ts';
import { Delivery } from './delivery.ts';
import { centerHandlers } from './handlers.ts';
import type { Scaci } from './operations.ts';
import type { CenterParts, Link } from './parts.ts';

/** Deadlines of a session are looked at so often (milliseconds). */
const TICK_MS = 1000;
/** Delivery that failed is tried again after a pause that doubles up to the longest (SCACI 12). */
const RETRY_MS = 2000;
const LONGEST_RETRY_MS = 300_000;
/** A disconnect that the store refuses is tried again so often. */
const STORE_AGAIN_MS = 1000;
/** Errors of one center that are being stored at a time. */
const MOST_TELLING = 16;

/** Serves one connection of an application center from its first byte to the last write about it. Never rejects. */
export async function serveCenter(
  parts: CenterParts,
  connection: Connection,
  rules: () => Rules<Scaci>,
  link: Link,
  until: number,
): Promise<void> {
  let acEui: Eui | undefined;
  const work = async (claim: Claim<Eui>) => {
    const accepted = await connectCenter(parts, {
      connection,
      link,
      until,
      rules,
      claim(claimed) {
        acEui = claimed;
        return claim(claimed);
      },
    });
    if (accepted) await new CenterSession(parts, connection, rules(), accepted).run();
    else await connection.closed;
  };
  await parts.live.serve(connection, link.certificate, work, cause => {
    parts.log.error({ err: cause, acEui }, 'session of an application center failed');
  });
}

/** The connected application centers. */
export type LiveCenters = LivePeers<Eui, CenterSession>;

/** An application center that is connected: from `conCmp` until its connection is gone and that is stored. */
export class CenterSession {
  readonly session: number;
  readonly org: number;
  readonly acEui: Eui;
  readonly log: Log;
  readonly #parts: CenterParts;
  readonly #connection: Connection;
  readonly #engine: Engine<Scaci, 'con'>;
  readonly #delivery: Delivery;
  readonly #over = new AbortController();
  /** Where delivery begins, and what is sent again before. */
  readonly #cursor: number;
  #held: ReturnType<CenterParts['store']['read']['centers']['ours']>['held'];
  readonly #resumed: boolean;
  #heardAt: number;
  #ping: { readonly at: number } | undefined;
  #storedAc: number;
  #storedHeardAt: number;
  /** Operations the center has answered since the last write about them, and that write. */
  #answered: number[] = [];
  #storing: Promise<void> | undefined;
  /** Errors that are being stored. */
  #telling = 0;

  constructor(parts: CenterParts, connection: Connection, rules: Rules<Scaci>, accepted: AcceptedCenter) {
    const { clock, store, newMessages, limits, effects } = parts;
    this.session = accepted.session;
    this.org = accepted.org;
    this.acEui = accepted.acEui;
    this.log = parts.log.child({ acEui: this.acEui, session: this.session });
    this.#parts = parts;
    this.#connection = connection;
    this.#resumed = accepted.resumed;
    this.#heardAt = clock.monotonic();
    this.#storedAc = accepted.lastAc;
    this.#storedHeardAt = this.#heardAt;
    const { cursor, held, lastSc } = store.read.centers.ours(this.session);
    this.#cursor = cursor;
    this.#held = held;
    this.#engine = new Engine({
      rules,
      connection,
      state: { last: accepted.lastAc, done: accepted.doneAc, lastOwn: lastSc },
      ...centerHandlers(this, parts),
      hooks: this.#hooks(),
      recall: opId => {
        const before = store.read.centers.request(this.session, opId);
        // The one answer with content is of the moment it is given, also when it is given again.
        return before?.operation === 'status' ? { ...before, response: effects.status() } : before;
      },
      turnedDown: (opId, command, { code, message }) =>
        store.write.centers.refuse({ session: this.session, opId, command, at: clock.now() }, code, message),
      monotonic: () => clock.monotonic(),
    });
    this.#delivery = new Delivery({
      ...{ newMessages, open: limits.open_operations, center: this, signal: this.#over.signal },
      read: store.read.centers.lines,
      issue: store.write.centers.issue,
      waiting: () => this.#engine.waiting,
      drained: () => connection.drained(),
      send: (command, opId, message) => this.#engine.order(command, opId, message as never),
      repeat: (command, opId, message) => this.#engine.repeat(command, opId, message),
      damaged: async lines => {
        await tellDamaged(parts, this.acEui, this.session, lines.map(placeOf));
      },
    });
  }

  /** Highest id of the center's requests. */
  get lastAc(): number {
    return this.#engine.last;
  }

  async run(): Promise<void> {
    const { clock, live, store, log } = this.#parts;
    const offline = live.online(this.acEui, this);
    log.info({ acEui: this.acEui, session: this.session, resumed: this.#resumed }, 'application center connected');
    const ticks = clock.every(TICK_MS, () => this.#tick());
    try {
      this.#deliver().catch((cause: unknown) => {
        log.error({ err: cause, acEui: this.acEui }, 'delivery given up');
        this.#connection.close('storage_error');
      });
      this.#connection.pump(message => this.#engine.receive(message));
      this.background(store.write.centers.activate(this.session, this.#resumed, clock.now()), 'activate');
      const reason = await this.#connection.closed;
      offline();
      await this.#leave(ticks, this.#connection.fault ? 'protocol_error' : shownReason(reason));
    } finally {
      ticks.cancel();
      offline();
    }
  }

  /** The center has taken over an operation of ours: with the others of this turn it is done. */
  done(opId: number): Promise<void> {
    this.#answered.push(opId);
    this.#storing ??= Promise.resolve().then(() => {
      const opIds = this.#answered;
      this.#answered = [];
      this.#storing = undefined;
      return this.#parts.store.write.centers.done(this.session, opIds, this.#parts.clock.now());
    });
    return this.#storing;
  }

  /** The center refused an operation of ours: it is not offered again in this session. */
  async failed(opId: number): Promise<void> {
    const { store, clock } = this.#parts;
    await store.write.centers.failed(this.session, opId, clock.now());
  }

  /** The store has ended the session: what is left is the connection. */
  end(): void {
    this.#connection.close('timeout');
  }

  /** What changed since it was stored last. */
  unsaved(): { session: number; lastAc: number; at: number } | undefined {
    const { last } = this.#engine;
    const heardAt = this.#heardAt;
    if (last === this.#storedAc && heardAt === this.#storedHeardAt) return undefined;
    this.#storedAc = last;
    this.#storedHeardAt = heardAt;
    const { clock } = this.#parts;
    return { session: this.session, lastAc: last, at: clock.now() - Math.round(clock.monotonic() - heardAt) };
  }

  background(write: Promise<unknown>, what: string): void {
    background(write, cause => this.log.error({ err: cause, what }, 'not stored'));
  }

  /** Brings the center what it is owed. A store that fails is tried again; @throws what it says through the longest pause */
  async #deliver(): Promise<void> {
    const { clock, store } = this.#parts;
    const { signal } = this.#over;
    let from: number | undefined = this.#cursor;
    for (let reached = from, pause = RETRY_MS; ; pause *= 2) {
      try {
        const repeated = this.#held;
        this.#held = [];
        await this.#delivery.repeat(repeated);
        // A try that failed may have issued something.
        from ??= store.read.centers.ours(this.session).cursor;
        await this.#delivery.run(from);
        return;
      } catch (cause) {
        if (signal.aborted) return;
        if (this.#delivery.reached > reached) pause = RETRY_MS;
        reached = this.#delivery.reached;
        if (pause >= 2 * LONGEST_RETRY_MS) throw cause;
        from = undefined;
        this.log.error({ err: cause }, 'delivery failed, tried again');
        await sleep(clock, Math.min(pause, LONGEST_RETRY_MS), signal).catch(() => undefined);
        if (signal.aborted) return;
      }
    }
  }

  async #leave(ticks: Timer, reason: CenterCloseReason): Promise<void> {
    const { clock, store } = this.#parts;
    ticks.cancel();
    this.#over.abort();
    this.#engine.lost();
    this.log.info({ reason, fault: this.#connection.fault }, 'application center disconnected');
    for (let tries = 1; ; tries++) {
      try {
        await store.write.centers.disconnect(this.session, this.#engine.last, reason, clock.now());
        return;
      } catch (cause) {
        if (reason === 'server_stopped') throw cause;
        if (tries === 1) this.log.error({ err: cause }, 'disconnect not stored, tried again until it is');
        await sleep(clock, STORE_AGAIN_MS);
      }
    }
  }

  #tick(): void {
    const { clock, times, store, figures } = this.#parts;
    const now = clock.monotonic();
    if (this.#ping) {
      if (now - this.#ping.at < times.ping_answer_s * 1000 || this.#connection.over) return;
      figures.missedPing();
      this.#connection.close('timeout');
      return;
    }
    if (now - this.#heardAt < times.ping_s * 1000) return;
    const ping = { at: now };
    this.#ping = ping;
    const started = this.#engine.start('ping', {}, () => store.write.centers.issuePing(this.session));
    const watched = started.then(async begun => {
      const [sentAt, since] = [clock.now(), clock.monotonic()];
      if ((await begun?.outcome)?.kind !== 'answered' || this.#ping !== ping) return;
      this.#ping = undefined;
      figures.pinged(sentAt, clock.monotonic() - since);
    });
    this.background(watched, 'ping');
  }

  #hooks(): EngineHooks {
    const { clock, metrics, store, figures } = this.#parts;
    const { log } = this;
    const tell = (opId: number, command: string, code: number, text: string, direction: 'sent' | 'received') => {
      metrics.protocolError(code);
      figures.failed(peerText(command), code, direction === 'sent' ? text : 'refused by the application center');
      log.debug({ code, command: peerText(command), opId, text: peerText(text), direction }, 'error');
      // A peer that only sends nonsense must not fill the store's queue: the rest is in the metric.
      if (this.#telling >= MOST_TELLING) return;
      this.#telling++;
      const about = { session: this.session, opId, command: peerText(command), code, text: peerText(text), direction };
      const write = store.write.centers.error({ ...about, at: clock.now() });
      this.background(
        write.finally(() => {
          this.#telling--;
        }),
        'error',
      );
    };
    return {
      frame: (command, direction) => {
        if (direction === 'in') this.#heardAt = clock.monotonic();
        metrics.frame(command, direction);
      },
      refused: (code, command, opId, text) => tell(opId, command, code, text, 'sent'),
      complained: (code, text, command, opId) => tell(opId, command ?? 'error', code, text, 'received'),
      sequenceError: () => undefined,
      late: () => undefined,
      failed: (cause, command, opId) => {
        // A fault says that something is as it may be, such as a full disk, of which the log tells once.
        log[cause instanceof Fault ? 'debug' : 'error']({ err: cause, command, opId }, 'operation failed');
      },
      ignored: (command, opId) => log.debug({ command, opId }, 'message without effect'),
    };
  }
}

/** Why a connection ended, as it is shown for application centers (SCACI 13). */
function shownReason(reason: CloseReason): CenterCloseReason {
  if (reason === 'replaced') return 'superseded';
  return reason === 'server_stopped' ? reason : 'connection_lost';
}
