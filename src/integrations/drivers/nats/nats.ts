import { background } from '../../../kit/background.ts';
import { reasonOf } from '../../../kit/faults/reason.ts';
import { SECOND_MS } from '../../../kit/units.ts';
import type { CommandOutcome, Incoming } from '../../commands.ts';
import type { Driver, Item, Outcome, Stream, TargetContext } from '../../driver.ts';
import { TargetError } from '../../failure.ts';
import type { NatsSettings } from '../../kinds/nats.ts';
import { commandOf } from './command.ts';
import {
  AckPolicy,
  type ConnectionOptions,
  credsAuthenticator,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
  jetstream,
  jetstreamManager,
  type MsgHdrs,
  type NatsConnection,
  NatsConnectionImpl,
  headers as newHeaders,
  nkeyAuthenticator,
  RetentionPolicy,
  StorageType,
  setTransportFactory,
} from './library.ts';
import { messageId, subjectsOf } from './subjects.ts';
import { type DialledOptions, DialledTransport } from './transport.ts';

/** Publications under way at a time. */
export const WINDOW = 256;
/** An acknowledgement of the stream, or an answer of the server. */
const ANSWER_MS = 10 * SECOND_MS;
const PING_MS = 15 * SECOND_MS;
const DEFAULT_PORT = 4222;
const PLACE = 'Waystation-Seq';
/** Commands under way at a time, and for how long one waits for which there is no room. */
const COMMANDS = 32;
const COMMAND_PAUSE_MS = 5 * SECOND_MS;
/** So long after a box was lost its commands come back; one that takes longer is told of meanwhile. */
const COMMAND_WAIT_MS = 10 * SECOND_MS;
/** There is none, and larger than one takes (server error codes). */
const NO_STREAM = 10059;
const TOO_LARGE = 10054;

const streamRetention = { UP: RetentionPolicy.Limits, EV: RetentionPolicy.Limits, CMD: RetentionPolicy.Workqueue };

/** Publishes to JetStream and takes commands from it (integrations section 6). Nothing newer than server 2.9. */
export function natsDriver(context: TargetContext<NatsSettings>): Driver {
  const { settings, names, log, clock, isTest = false } = context;
  const subjects = subjectsOf(settings.subjectPrefix, names, context.events);
  /** The place of our last message in each stream of the server; 0: there is none. */
  const reached: Record<Stream, number> = { log: 0, events: 0 };
  /** Up to which place a subject has our messages from before: those under way together are not stored in the order of their places. */
  const lastOn = new Map<string, number>();
  const streamOf = new Map<'UP' | 'EV', string>();
  let connection: NatsConnection | undefined;
  let js: JetStreamClient | undefined;
  let manager: JetStreamManager | undefined;
  /** What the server has complained of last, which says more than the silence that follows. */
  let complaint: string | undefined;
  let closing = false;

  const failed = (cause: unknown): Outcome => {
    const reason = complaint ?? reasonOf(cause);
    complaint = undefined;
    return { kind: 'failed', failure: { reason } };
  };

  const publish = async (item: Item): Promise<Outcome> => {
    const subject = subjects.of(item);
    try {
      if (!js || !connection) throw new Error('not connected');
      if (!isByHand(item) && reached[item.stream] > 0 && (await isThere(item, subject))) return { kind: 'accepted' };
      const text = item.text();
      const most = connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
      if (Buffer.byteLength(text) > most)
        return { kind: 'refused', reason: `longer than the server takes (${most} bytes)` };
      const options = {
        msgID: messageId(settings.msgId, names.scEui, item),
        headers: headersOf(item),
        timeout: ANSWER_MS,
      };
      await js.publish(subject, text, options);
      return { kind: 'accepted' };
    } catch (cause) {
      if (cause instanceof JetStreamApiError && cause.code === TOO_LARGE) {
        return { kind: 'refused', reason: cause.message };
      }
      if (cause instanceof Error && cause.name === 'JetStreamNotEnabled') {
        return { kind: 'failed', failure: { reason: `no stream takes ${subject}` } };
      }
      return failed(cause);
    }
  };

  /** What one endpoint gets is published in order: the last message on its subject tells. */
  const isThere = async (item: Item, subject: string): Promise<boolean> => {
    const known = lastOn.get(subject);
    if (known !== undefined) return known >= item.place;
    const name = streamOf.get(item.event === 'up' ? 'UP' : 'EV');
    const last = name === undefined ? null : await manager?.streams.getMessage(name, { last_by_subj: subject });
    const place = last ? placeOf(last.header) : 0;
    lastOn.set(subject, place);
    return place >= item.place;
  };

  /** Which streams take our subjects, and how far they have come. @throws TargetError without one */
  const findStreams = async (found: JetStreamManager): Promise<void> => {
    for (const { name, subject, kind } of subjects.streams) {
      if (kind === 'CMD' && !settings.enableCommands) continue;
      const sample = kind === 'CMD' ? subjects.commands : subjects.own.find(own => own.kind === kind)?.filter;
      if (sample === undefined) continue;
      const stream = await found.streams.find(sample).catch((cause: unknown) => {
        // Who may not ask, or gets no answer, does not know.
        if (cause instanceof JetStreamApiError && cause.code === NO_STREAM) return undefined;
        throw cause;
      });
      if (stream === undefined && !settings.manageStreams) {
        throw new TargetError({ reason: `no stream takes ${sample}: make one, or switch on manage_streams` });
      }
      if (stream === undefined) {
        await found.streams.add({
          name,
          subjects: [subject],
          retention: streamRetention[kind],
          storage: StorageType.File,
        });
        log.info({ stream: name, subject }, 'stream made');
      }
      if (kind !== 'CMD') streamOf.set(kind, stream ?? name);
    }
    for (const { stream, kind, filter } of subjects.own) {
      const last = await found.streams.getMessage(streamOf.get(kind) ?? '', { last_by_subj: filter });
      if (last) reached[stream] = Math.max(reached[stream], placeOf(last.header));
    }
  };

  const take = async (message: JsMsg): Promise<void> => {
    const incoming = incomingOf(message);
    const stored = incoming ? await carriedOut(message, incoming) : 'malformed';
    if (closing) return;
    if (stored === 'stored') message.ack();
    else if (stored === 'later') message.nak(COMMAND_PAUSE_MS);
    else message.term();
  };

  const carriedOut = async (message: JsMsg, incoming: Incoming): Promise<CommandOutcome> => {
    const told = clock.every(COMMAND_WAIT_MS / 2, () => {
      if (!closing) message.working();
    });
    try {
      return await context.command(incoming);
    } finally {
      told.cancel();
    }
  };

  const incomingOf = (message: JsMsg): Incoming | undefined => {
    const epEui = subjects.endpointOf(message.subject);
    return epEui && commandOf(epEui, message.data);
  };

  const takeCommands = async (found: JetStreamManager, from: JetStreamClient): Promise<void> => {
    const stream = await found.streams.find(subjects.commands);
    const durable = names.scEui;
    await found.consumers.add(stream, {
      ...{ durable_name: durable, filter_subject: subjects.commands, ack_policy: AckPolicy.Explicit },
      ...{ max_ack_pending: COMMANDS, ack_wait: COMMAND_WAIT_MS * 1e6 },
    });
    const consumer = await from.consumers.get(stream, durable);
    const lost = (cause: unknown) => {
      if (!closing) log.error({ err: cause }, 'a command was not taken');
    };
    await consumer.consume({
      max_messages: COMMANDS,
      callback: message => background(take(message), lost),
    });
  };

  const watch = async (open: NatsConnection): Promise<void> => {
    for await (const status of open.status()) if (status.type === 'error') complaint = status.error.message;
  };

  const open = async (signal: AbortSignal, report: Parameters<Driver['open']>[1]): Promise<NatsConnection> => {
    let refused: TargetError | undefined;
    const heard = <T>(dialled: Promise<T>): Promise<T> =>
      dialled.catch((cause: unknown) => {
        if (cause instanceof TargetError) refused = cause;
        throw cause;
      });
    const urls = settings.servers.map(server => new URL(server));
    const secured = urls.some(({ protocol }) => protocol === 'tls:');
    const options: DialledOptions = {
      servers: urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`),
      ...{ reconnect: false, maxReconnectAttempts: 0, ignoreClusterUpdates: true, noAsyncTraces: true },
      ...{ timeout: ANSWER_MS, pingInterval: PING_MS, maxPingOut: 2, name: `waystation ${names.scEui}` },
      // Of its own: who may listen to the answers to others could read what is for them.
      inboxPrefix: `_INBOX.${names.scEui}`,
      ...signInOf(settings),
      opening: {
        connect: (host, port) => heard(context.dial({ host, port, tls: undefined, signal, report })),
        secure: secured
          ? (socket, host, port) => heard(context.secure(socket, { host, port, tls: settings, signal, report }))
          : undefined,
      },
    };
    // The same for every connection: what differs is in the options.
    setTransportFactory({ factory: () => new DialledTransport() });
    const from = clock.monotonic();
    try {
      const opened = await NatsConnectionImpl.connect(options);
      const milliseconds = Math.round(clock.monotonic() - from);
      report?.({ name: 'signedIn', ok: true, detail: `NATS ${opened.info?.version ?? ''}`, milliseconds });
      return opened;
    } catch (cause) {
      if (refused) throw refused;
      throw new TargetError({ reason: reasonOf(cause) }, { cause });
    }
  };

  return {
    async open(signal, report) {
      const opened = await open(signal, report);
      connection = opened;
      const over = async () => {
        const cause = await opened.closed();
        if (!closing)
          context.lost({ reason: complaint ?? (cause ? reasonOf(cause) : 'the server has ended the connection') });
      };
      background(over(), cause => log.error({ err: cause }, 'the end of a connection is not known'));
      background(watch(opened), () => undefined);
      try {
        // Asking whether there is JetStream at all needs more rights than publishing does.
        manager = await jetstreamManager(opened, { timeout: ANSWER_MS, checkAPI: false });
        js = jetstream(opened, { timeout: ANSWER_MS });
        await findStreams(manager);
        if (settings.enableCommands && !isTest) await takeCommands(manager, js);
      } catch (cause) {
        if (cause instanceof TargetError) throw cause;
        throw new TargetError({ reason: complaint ?? reasonOf(cause) }, { cause });
      }
      // What is further behind than may be under way was acknowledged before, though the stored cursor does not know (a restore).
      return { resumeAt: { log: Math.max(0, reached.log - WINDOW), events: Math.max(0, reached.events - WINDOW) } };
    },

    send(items, settle) {
      const settled = async () => {
        for (const item of items) {
          const outcome = await publish(item);
          if (outcome.kind !== 'accepted') return outcome;
        }
        return { kind: 'accepted' } as const;
      };
      const over = (outcome: Outcome) => {
        if (!closing) settle(outcome);
      };
      background(settled().then(over), cause => log.error({ err: cause }, 'a publication ended in an error of ours'));
    },

    async close() {
      closing = true;
      await connection?.close().catch(() => undefined);
    },
  };
}

/** What is sent by hand is behind what the server has got, which therefore says nothing of it. */
const isByHand = ({ event, replay }: Item): boolean => replay || event === 'test';

function signInOf({ creds, nkeySeed, username, password = '' }: NatsSettings): Partial<ConnectionOptions> {
  if (creds !== undefined) return { authenticator: credsAuthenticator(Buffer.from(creds)) };
  if (nkeySeed !== undefined) return { authenticator: nkeyAuthenticator(Buffer.from(nkeySeed)) };
  return username === undefined ? {} : { user: username, pass: password };
}

function headersOf({ event, place }: Item): MsgHdrs {
  const made = newHeaders();
  made.set(PLACE, String(place));
  made.set('Waystation-Event', event);
  made.set('Content-Type', 'application/json');
  return made;
}

/** The place that a message of ours was at; 0 where it does not say. */
function placeOf(header: MsgHdrs): number {
  const place = Number(header.get(PLACE));
  return Number.isSafeInteger(place) && place > 0 ? place : 0;
}
