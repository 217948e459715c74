import type { MessageOf, SendFailure } from '../domain/notification/notification-store.ts';
import type { DueGroup, NoticeMessage, UnsettledMessage } from '../domain/notification/outbox.ts';
import { background } from '../kit/background.ts';
import { reasonOf } from '../kit/faults/reason.ts';
import type { Log } from '../kit/log.ts';
import { type Clock, type Moment, momentOf, type Timer } from '../kit/time/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../kit/units.ts';
import type { Channel, Outcome } from './channel.ts';

/** How often it is looked for what is due. */
const LOOK_MS = 5 * SECOND_MS;
/** What goes wrong at the same time becomes one message. */
const GROUP_MS = 30 * SECOND_MS;
/** Between two messages of one rule. */
const PACE_MS = 5 * MINUTE_MS;
const BACK_OFF_MS = { first: 30 * SECOND_MS, longest: HOUR_MS };
/** What is under way at a stop may end by itself for so long. */
const GRACE_MS = 3 * SECOND_MS;

/** The outbox, wherever it is. */
export interface Outbox {
  due(at: Moment): Promise<DueGroup[]>;
  onTheirWay(): Promise<UnsettledMessage[]>;
  message(id: number): Promise<NoticeMessage | undefined>;
  compose(of: MessageOf, messageId: string, at: Moment): Promise<number | undefined>;
  sent(message: number, now: number): Promise<void>;
  failed(message: number, failed: SendFailure, now: number): Promise<void>;
}

/** When something may be tried, by the clock that never jumps. */
interface Pace {
  notBefore: number;
  failures: number;
  triedAt: number | undefined;
}

/** What of a channel is known while the process lives: after a start everything may be tried at once. */
interface Line {
  readonly channel: Channel;
  readonly pace: Pace;
  /** By rule, or by the message that is on its way. */
  readonly paces: Map<string, Pace>;
  failing: boolean;
  running: Promise<void> | undefined;
}

/** Sends what is due through its channels, each of them by itself: one that fails or hangs stops no other. */
export class Sender {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #outbox: Outbox;
  readonly #lines: ReadonlyMap<string, Line>;
  readonly #stopping = new AbortController();
  #timer: Timer | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor({
    clock,
    log,
    outbox,
    channels,
  }: {
    clock: Clock;
    log: Log;
    outbox: Outbox;
    channels: readonly Channel[];
  }) {
    this.#clock = clock;
    this.#log = log;
    this.#outbox = outbox;
    this.#lines = new Map(
      channels.map(channel => [
        channel.name,
        { channel, pace: fresh(0), paces: new Map(), failing: false, running: undefined },
      ]),
    );
  }

  start(): void {
    if (this.#lines.size === 0) return;
    this.#timer = this.#clock.every(LOOK_MS, () => this.#look());
  }

  /** One look at a time. */
  #look(): void {
    if (this.#stopped || this.#looking) return;
    this.#looking = this.#startAll().finally(() => {
      this.#looking = undefined;
    });
    background(this.#looking, cause => this.#log.error({ err: cause }, 'notices not looked for'));
  }

  /** Starts what is due in every channel that is free. */
  async #startAll(): Promise<void> {
    const [due, onTheirWay] = await Promise.all([this.#outbox.due(momentOf(this.#clock)), this.#outbox.onTheirWay()]);
    for (const [name, line] of this.#lines) {
      const ofLine = <T extends DueGroup>(all: readonly T[]) => all.filter(({ channelName }) => channelName === name);
      const next = this.#next(line, ofLine(due), ofLine(onTheirWay));
      if (!next || line.running || this.#stopped) continue;
      const running = this.#tell(line, next).finally(() => {
        line.running = undefined;
        // Other rules may have waited for the channel.
        if (!line.failing) this.#look();
      });
      line.running = running;
      background(running, cause => this.#log.error({ err: cause }, 'notice not sent'));
    }
  }

  /** What is under way may end, for a short time. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    const grace = this.#clock.after(GRACE_MS, () => this.#stopping.abort());
    await Promise.allSettled([this.#looking, ...[...this.#lines.values()].map(({ running }) => running)]);
    grace.cancel();
  }

  /** The one that waits longest of those that may be tried. */
  #next(
    line: Line,
    due: readonly DueGroup[],
    onTheirWay: readonly UnsettledMessage[],
  ): DueGroup | UnsettledMessage | undefined {
    const now = this.#clock.monotonic();
    const all = new Map<string, DueGroup | UnsettledMessage>([...onTheirWay, ...due].map(each => [keyOf(each), each]));
    for (const [key, { notBefore }] of line.paces) if (!all.has(key) && notBefore <= now) line.paces.delete(key);
    for (const [key, each] of all) {
      if (!line.paces.has(key)) line.paces.set(key, fresh('message' in each ? now : now + GROUP_MS));
    }
    if (line.pace.notBefore > now) return undefined;
    const ready = [...all].filter(([key]) => (line.paces.get(key)?.notBefore ?? 0) <= now);
    const tried = ([key]: (typeof ready)[number]) => line.paces.get(key)?.triedAt ?? -1;
    return ready.toSorted((a, b) => tried(a) - tried(b))[0]?.[1];
  }

  async #tell(line: Line, next: DueGroup | UnsettledMessage): Promise<void> {
    const clock = this.#clock;
    const { channel, paces } = line;
    const group = paces.get(keyOf(next)) ?? fresh(0);
    const waitedMs = group.triedAt === undefined ? 0 : Math.round(clock.monotonic() - group.triedAt);
    group.triedAt = clock.monotonic();
    // Should the store fail, this is not tried again at once.
    group.notBefore = group.triedAt + BACK_OFF_MS.first;
    const id =
      'message' in next ? next.message : await this.#outbox.compose(next, channel.messageId(), momentOf(clock));
    if (id === undefined) return;
    const message = await this.#outbox.message(id);
    const outcome = message ? await this.#send(channel, message) : ({ sent: true } as const);
    const now = clock.monotonic();
    if (outcome.sent) {
      await this.#outbox.sent(id, clock.now());
      Object.assign(line.pace, fresh(0));
      paces.delete(keyOf(next));
      paces.set(next.rule, { ...fresh(now + PACE_MS), triedAt: group.triedAt });
      if (line.failing) this.#log.info({ channel: channel.name }, 'notices go out again');
      line.failing = false;
      return;
    }
    const { accepted, reason, about } = outcome;
    await this.#outbox.failed(id, { accepted, waitedMs, reason }, clock.now());
    const failing = about === 'channel' ? line.pace : group;
    failing.failures++;
    failing.notBefore = now + backOffMs(failing.failures);
    // What may have been accepted goes again as the message that it is.
    if (accepted === 'perhaps') paces.set(`${id}`, { ...fresh(0), triedAt: group.triedAt });
    if (!line.failing) this.#log.warn({ channel: channel.name, reason }, 'notices do not go out');
    line.failing = true;
  }

  async #send(channel: Channel, message: NoticeMessage): Promise<Outcome> {
    try {
      return await channel.send(message, this.#stopping.signal);
    } catch (cause) {
      return { sent: false, accepted: 'perhaps', reason: reasonOf(cause), about: 'message' };
    }
  }
}

const fresh = (notBefore: number): Pace => ({ notBefore, failures: 0, triedAt: undefined });

const keyOf = (each: DueGroup | UnsettledMessage): string => ('message' in each ? `${each.message}` : each.rule);

function backOffMs(failures: number): number {
  return Math.min(BACK_OFF_MS.first * 2 ** (failures - 1), BACK_OFF_MS.longest);
}
