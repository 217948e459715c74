import type { CenterCloseReason } from '../domain/center/center-records.ts';
import { background } from '../kit/background.ts';
import type { Eui } from '../kit/eui.ts';
import { sleep } from '../kit/time/clock.ts';
import type { CloseReason, Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import type { Frames } from '../protocol/frames.ts';
import type { Claim } from '../protocol/live-peers.ts';
import type { Conduct } from '../protocol/peer-session.ts';
import { peerText } from '../protocol/peer-text.ts';
import { type ConnectOptions, connectCenter, type Link } from './connect.ts';
import { placeOf, reportDamaged } from './damage.ts';
import { Delivery } from './delivery.ts';
import { centerHandlers } from './handlers.ts';
import type { LineMessages } from './line-messages.ts';
import type { Scaci } from './operations.ts';
import type { ScaciOptions } from './options.ts';
import { CenterSession, type LiveCenters } from './session.ts';

/** Delivery that failed is tried again after a pause that doubles up to the longest (SCACI 12). */
const RETRY_MS = 2000;
const LONGEST_RETRY_MS = 300_000;
/** Bytes that are sent to one center in one go: others wait meanwhile. */
const MOST_GROUP_BYTES = 262_144;
/** Errors of one center that are being stored at a time. */
const MOST_STORING = 16;

/** What the connections of the listener are served with. */
export interface CenterService extends ConnectOptions, Pick<ScaciOptions, 'requests' | 'newMessages' | 'limits'> {
  readonly live: LiveCenters;
  /** What lines of the log are in the encoding of these frames. */
  messagesOf(frames: Frames): LineMessages;
}

/**
 * Serves one connection of an application center from its first byte to the last write about it. Never rejects.
 * @param until monotonic milliseconds: the connect must be over by then
 */
export async function serveCenter(
  service: CenterService,
  connection: Connection,
  rules: () => Rules<Scaci>,
  link: Link,
  until: number,
): Promise<void> {
  const work = async (claim: Claim<Eui>) => {
    const accepted = await connectCenter(service, { connection, link, until, rules, claim });
    if (!accepted) return;
    const session = new CenterSession(service, connection, rules(), accepted);
    await session.run(conductOf(session, service, service.messagesOf(rules().frames)));
  };
  await service.live.serve(connection, link.certificate, work, (cause, acEui) => {
    service.log.error({ err: cause, acEui }, 'session of an application center failed');
  });
}

function conductOf(session: CenterSession, service: CenterService, messages: LineMessages): Conduct<Scaci, 'con'> {
  const { clock, live, log, requests, store } = service;
  const { acEui, session: row, resumed } = session;
  const over = new AbortController();
  return {
    ...centerHandlers(session, service),
    hooks: hooksOf(session, service),
    taken: opIds => session.taken(opIds),
    recall(opId) {
      const before = store.read.centers.request(row, opId);
      // The only answer with content is of the moment it is given, also when it is given again.
      return before?.operation === 'status' ? { ...before, response: requests.status(session) } : before;
    },
    turnedDown: (opId, command, { code, message }) =>
      store.write.centers.refuse({ session: row, opId, command, at: clock.now() }, code, message),
    online() {
      log.info({ acEui, session: row, resumed }, 'application center connected');
      return live.online(acEui, session);
    },
    begin(pump) {
      background(deliver(session, service, messages, over.signal), cause => {
        log.error({ err: cause, acEui }, 'delivery given up');
        session.close('storage_error');
      });
      pump();
      session.background(store.write.centers.activate(row, resumed, clock.now()), 'activate');
    },
    tick: signsOfLife(session, service),
    async ended(why) {
      over.abort();
      const { fault } = session;
      const reason = fault ? 'protocol_error' : shownReason(why);
      session.log.info({ reason, fault }, 'application center disconnected');
      const disconnect = () => store.write.centers.disconnect(row, session.last, reason, clock.now());
      await session.untilStored(disconnect, live.stopping);
    },
  };
}

/** Why a connection ended, as it is shown for application centers (SCACI 13). */
function shownReason(reason: CloseReason): CenterCloseReason {
  if (reason === 'replaced') return 'superseded';
  return reason === 'server_stopped' ? reason : 'connection_lost';
}

/** Brings the center what it is owed. A store that fails is tried again; @throws what it says through the longest pause */
async function deliver(
  session: CenterSession,
  service: CenterService,
  messages: LineMessages,
  signal: AbortSignal,
): Promise<void> {
  const { clock, store, newMessages, limits } = service;
  const delivery = new Delivery({
    center: session,
    newMessages,
    signal,
    open: limits.open_operations,
    // What a connection has when it is asked and a group together are far from what it is closed for.
    groupBytes: Math.min(limits.send_buffer_bytes / 4, MOST_GROUP_BYTES),
    message: line => messages.of(line),
    read: store.read.centers.lines,
    issue: store.write.centers.issue,
    waiting: () => session.waiting,
    drained: () => session.drained(),
    send: (first, group, settled) => session.sendGroup(first, group, settled),
    repeat: (first, group, settled) => session.repeatGroup(first, group, settled),
    damaged: lines => reportDamaged(service, session.acEui, session.session, lines.map(placeOf)),
  });
  let from: number | undefined = session.cursor;
  for (let reached = from, pause = RETRY_MS; ; pause *= 2) {
    try {
      await delivery.repeat(session.takeHeld());
      // A try that failed may have issued something.
      from ??= store.read.centers.own(session.session).cursor;
      await delivery.run(from);
      return;
    } catch (cause) {
      if (signal.aborted) return;
      if (delivery.reached > reached) pause = RETRY_MS;
      reached = delivery.reached;
      if (pause >= 2 * LONGEST_RETRY_MS) throw cause;
      from = undefined;
      session.log.error({ err: cause }, 'delivery failed, tried again');
      await sleep(clock, Math.min(pause, LONGEST_RETRY_MS), signal).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
}

/** Asks a silent center for a sign of life, and ends the connection when the answer does not come (SCACI 7.2). */
function signsOfLife(session: CenterSession, { clock, times, store, figures }: CenterService): () => void {
  let pingAt: number | undefined;
  const ping = async () => {
    const started = await session.startWith('ping', {}, () => store.write.centers.issuePing(session.session));
    const [sentAt, since] = [clock.now(), clock.monotonic()];
    if ((await started?.outcome)?.kind !== 'answered') return;
    pingAt = undefined;
    figures.pinged(sentAt, clock.monotonic() - since);
  };
  return () => {
    const now = clock.monotonic();
    if (pingAt === undefined) {
      if (now - session.heardAt < times.ping_s * 1000) return;
      pingAt = now;
      session.background(ping(), 'ping');
    } else if (now - pingAt >= times.ping_answer_s * 1000 && !session.over) {
      figures.missedPing();
      session.close('timeout');
    }
  };
}

function hooksOf(
  session: CenterSession,
  { clock, metrics, store, figures }: CenterService,
): Conduct<Scaci, 'con'>['hooks'] {
  const { log, session: row } = session;
  let storing = 0;
  const report = (opId: number, command: string, code: number, text: string, direction: 'sent' | 'received') => {
    const about = { opId, command: peerText(command), code, text: peerText(text), direction };
    metrics.protocolError(code);
    figures.failed(about.command, code, direction === 'sent' ? text : 'refused by the application center');
    log.debug(about, 'error');
    // A peer that only sends nonsense must not fill the store's queue: the rest is in the metric.
    if (storing >= MOST_STORING) return;
    storing++;
    const write = store.write.centers.error({ session: row, ...about, at: clock.now() });
    session.background(
      write.finally(() => {
        storing--;
      }),
      'error',
    );
  };
  return {
    refused: (code, command, opId, text) => report(opId, command, code, text, 'sent'),
    complained: (code, text, command, opId) => report(opId, command ?? 'error', code, text, 'received'),
  };
}
