import { resumes } from '../domain/session/resume.ts';
import type { Greeting, SessionRecord, StationRecord } from '../domain/session/session-records.ts';
import { plausiblePosition } from '../domain/session/status.ts';
import { negotiate } from '../domain/session/version.ts';
import type { Eui } from '../kit/eui.ts';
import { Fault } from '../kit/faults/faults.ts';
import { hostOf } from '../kit/net/address.ts';
import { randomBytes } from '../kit/random.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import { introduction } from '../protocol/peer-text.ts';
import type { Absences } from './absences.ts';
import { readHeld } from './held.ts';
import { type Bssci, bssci, type ConMessage } from './operations.ts';
import type { BssciOptions, StationCertificate } from './options.ts';

/** The same words for every reason, so that no peer learns which stations exist (BSSCI 2.3). */
const REFUSED = 'connect refused';

/** A connect that is answered with an error; `reason` is for operators only. */
class Refusal extends ProtocolError {
  readonly opId: number;
  readonly reason: string;

  constructor(code: number, text: string, opId: number, reason: string) {
    super(code, text);
    this.opId = opId;
    this.reason = reason;
  }
}

/** What a connect is decided and answered with. */
export interface ConnectOptions
  extends Pick<
    BssciOptions,
    'clock' | 'log' | 'store' | 'sealer' | 'times' | 'limits' | 'bindCertificate' | 'serviceCenter' | 'metrics'
  > {
  readonly rules: Rules<Bssci>;
  readonly absences: Absences;
}

/** The station whose connect is complete, and the session it goes on with. */
export interface AcceptedStation {
  readonly station: StationRecord;
  readonly session: Pick<SessionRecord, 'id' | 'lastBs' | 'doneBs' | 'lastSc'>;
  readonly resumed: boolean;
  readonly greeting: Greeting;
  /** What the station asked for; the negotiated one may be older. */
  readonly wantedVersion: string;
}

export interface Newcomer {
  readonly connection: Connection;
  readonly certificate: StationCertificate | undefined;
  readonly remoteAddress: string;
  /** Takes the slot of a station (`Claim`). */
  claim(station: StationRecord): Promise<boolean>;
}

/**
 * The connect stage: `con`, `conRsp`, `conCmp` (BSSCI 6, 7.1).
 * @returns undefined when the connection did not get through it; it is closed then
 */
export async function connect(options: ConnectOptions, newcomer: Newcomer): Promise<AcceptedStation | undefined> {
  const { times } = options;
  const { connection } = newcomer;
  const first = await connection.next(times.con_s * 1000);
  if (!first) {
    if (connection.fault) raiseRefused(options, newcomer, undefined, 'protocol', connection.fault);
    return leave(connection);
  }
  options.metrics.frame(first.command === 'con' ? 'con' : 'unknown', 'in');
  if (first.command === 'error' || first.command === 'errorAck') {
    connection.close('protocol_error');
    return undefined;
  }
  let con: ConMessage | undefined;
  try {
    con = readCon(first);
    return await welcome(options, newcomer, con);
  } catch (cause) {
    if (cause instanceof Refusal) await refuse(options, newcomer, con, cause);
    else await unreadable(options, newcomer, cause);
    return undefined;
  }
}

async function welcome(
  options: ConnectOptions,
  newcomer: Newcomer,
  con: ConMessage,
): Promise<AcceptedStation | undefined> {
  const { clock, store, times, limits, absences, rules } = options;
  const { connection } = newcomer;
  const version = negotiate(con.version);
  if (!version) throw new Refusal(Posix.protocol, 'version not supported', 0, 'version');
  const station = await admit(options, newcomer, con);
  if (!(await newcomer.claim(station))) return undefined;
  const latest = store.read.sessions.latest(station.id);
  const wished = resumes(latest, con, version, clock.credible(), times.session_retention_s * 1000);
  const resumed = wished && latest !== undefined && (await repeatable(options, station, latest.id));
  const snScUuid = resumed ? latest.snScUuid : randomUuid();
  const { eui: scEui, name, vendor, model, swVersion } = options.serviceCenter;
  const answer = { version, scEui, vendor, model, name, swVersion, snResume: resumed, snScUuid };
  options.metrics.frame('conRsp', 'out');
  connection.send(rules.frames.message('conRsp', 0, bssci.con.rsp, answer));
  if (!(await completed(options, newcomer, resumed ? latest.id : undefined))) return undefined;
  connection.limit = limits.frame_bytes;

  const greeting = greetingOf(con, version, newcomer.remoteAddress);
  const at = clock.now();
  const announce = absences.back(station.id);
  const about = { station: station.id, greeting, at, quiet: announce !== undefined };
  const accepted = { station, resumed, greeting, wantedVersion: con.version };
  try {
    if (resumed && latest) {
      await store.write.sessions.resume({ session: latest.id, ...about });
      return { ...accepted, session: latest };
    }
    const id = await store.write.sessions.begin({ snBsUuid: con.snBsUuid, snScUuid, ...about });
    return { ...accepted, session: { id, lastBs: 0, doneBs: 0, lastSc: 0 } };
  } catch (cause) {
    // It is not back, and that it had gone is not announced yet.
    if (announce) absences.announceUnlessBack(station.id, announce);
    throw cause;
  }
}

/**
 * Whether all that a resume would have to send again can be read. A session that holds something else ends: its station could
 * never get past it. A store that cannot be read at all throws.
 */
async function repeatable(options: ConnectOptions, station: StationRecord, session: number): Promise<boolean> {
  const { store, sealer, clock, log } = options;
  const { unreadable } = readHeld(store.read.orders.own(session).held, sealer);
  if (unreadable.length === 0) return true;
  const { id, eui: bsEui, name: sourceName } = station;
  const names = unreadable.map(({ command, opId }) => `${command} ${opId}`).join(', ');
  const message = `what base station ${bsEui} has to be sent again cannot be read (${names}); it begins a new session`;
  log.error({ bsEui, session, operations: names }, 'operations of the session cannot be read, it is ended');
  const at = clock.now();
  const about = { org: null, source: 'base_station' as const, station: id, bsEui, sourceName };
  await store.write.events.raise({ type: 'system.database_error', ...about, at, storedAt: at, data: { message } });
  await store.write.sessions.retire(session);
  return false;
}

/** Waits for `conCmp`. @returns whether the session may be activated */
async function completed(options: ConnectOptions, newcomer: Newcomer, resumed: number | undefined): Promise<boolean> {
  const { store, rules, times, metrics } = options;
  const { connection } = newcomer;
  const next = await connection.next(times.con_cmp_s * 1000);
  if (!next) {
    leave(connection);
    return false;
  }
  const { command, opId } = next;
  metrics.frame(rules.commands.has(command) || command === 'error' ? command : 'unknown', 'in');
  if (command === 'conCmp' && opId === 0) return !connection.over;
  if (command === 'error' && opId === 0) {
    // The station does not like the answer. A resume it refuses would be offered again for ever.
    if (resumed !== undefined) await store.write.sessions.retire(resumed);
    connection.send(rules.frames.bare('errorAck', 0));
    connection.end('protocol_error');
    return false;
  }
  if (command === 'error' || command === 'errorAck') {
    connection.close('protocol_error');
    return false;
  }
  throw new Refusal(Posix.protocol, 'conCmp expected', opId, 'protocol');
}

function readCon({ command, opId, fields }: Envelope): ConMessage {
  if (command !== 'con') throw new Refusal(Posix.protocol, 'connect first', opId, 'protocol');
  if (opId !== 0) throw new Refusal(Posix.protocol, 'con has opId 0', opId, 'protocol');
  try {
    return bssci.con.req.read(fields);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw new Refusal(cause.code, cause.message, opId, 'protocol');
    throw cause;
  }
}

/** Who may connect (BSSCI 2.2, 2.3). */
async function admit(
  options: ConnectOptions,
  { certificate }: Newcomer,
  { bsEui }: ConMessage,
): Promise<StationRecord> {
  const { store, bindCertificate, times, clock } = options;
  const no = (reason: string) => new Refusal(Posix.notPermitted, REFUSED, 0, reason);
  // It may have been revoked since the handshake; before the session is open, this is checked once more.
  if (certificate?.revoked()) throw no('certificate_mismatch');
  const named = certificate?.match(bsEui) ?? 'unnamed';
  let station = store.read.sessions.stationOf(bsEui);
  if (bindCertificate) {
    if (named === 'mismatch') throw no('certificate_mismatch');
    const listed = certificate && station?.allowedFingerprints.includes(certificate.fingerprint);
    if (named === 'unnamed' && !listed) throw no(station ? 'certificate_mismatch' : 'unknown_station');
  }
  const now = clock.now();
  if (!station && times.register_unknown) {
    await store.write.sessions.register(bsEui, now);
    station = store.read.sessions.stationOf(bsEui);
  }
  if (!station) throw no('unknown_station');
  if (station.disabled) throw no('disabled');
  if (named === 'match') certificate?.remember(station.org, bsEui);
  await store.write.sessions.admit({
    station: station.id,
    at: now,
    certificate: certificate && {
      fingerprint: certificate.fingerprint,
      expiresAt: certificate.notAfter.getTime(),
      named: named === 'match',
    },
  });
  return station;
}

/** Says no, and waits for the acknowledgement: a close right behind would let the station see a reset and not the reason. */
async function refuse(options: ConnectOptions, newcomer: Newcomer, con: ConMessage | undefined, why: Refusal) {
  const { rules, times, metrics } = options;
  newcomer.connection.send(rules.frames.error(why.opId, why.code, why.message));
  metrics.protocolError(why.code);
  raiseRefused(options, newcomer, con?.bsEui, why.reason, why.message);
  await acknowledged(options, newcomer, times.con_cmp_s * 1000);
}

/** Operators learn of a connect that came to nothing. */
function raiseRefused(
  { clock, store, log }: ConnectOptions,
  { remoteAddress }: Newcomer,
  bsEui: Eui | undefined,
  reason: string,
  text: string,
): void {
  const known = bsEui && store.read.sessions.stationOf(bsEui);
  const at = clock.now();
  log.debug({ bsEui, remoteAddress, reason, text }, 'base station refused');
  store.write.events
    .raise({
      type: 'basestation.connect_refused',
      org: known?.org ?? null,
      station: known?.id,
      bsEui,
      sourceName: known?.name,
      sourceId: bsEui ?? hostOf(remoteAddress),
      at,
      storedAt: at,
      data: { reason, remoteAddress },
    })
    .catch((cause: unknown) => log.error({ err: cause }, 'event not stored'));
}

/** Our store does not answer: the station is asked to come again, because "new session" would destroy what it holds (BSSCI 6.5). */
async function unreadable(options: ConnectOptions, newcomer: Newcomer, cause: unknown): Promise<void> {
  const { connection, remoteAddress } = newcomer;
  options.log[cause instanceof Fault ? 'debug' : 'error']({ err: cause, remoteAddress }, 'connect failed');
  options.metrics.protocolError(Posix.again);
  connection.send(options.rules.frames.error(0, Posix.again, 'try again later'));
  await acknowledged(options, newcomer, options.times.con_cmp_s * 1000);
}

async function acknowledged({ clock }: ConnectOptions, { connection }: Newcomer, waitMs: number): Promise<void> {
  const until = clock.monotonic() + waitMs;
  for (;;) {
    const next = await connection.next(until - clock.monotonic());
    if (!next || next.command === 'errorAck') break;
  }
  connection.close('protocol_error');
}

function leave(connection: Connection): undefined {
  connection.close('timeout');
  return undefined;
}

function greetingOf(con: ConMessage, version: string, remoteAddress: string): Greeting {
  return {
    ...introduction(con),
    bidi: con.bidi,
    position: plausiblePosition(con.geoLocation),
    version,
    remoteAddress,
  };
}

/** UUID version 4. Never the station's own: that would look like a resumed session (BSSCI 6.2). */
function randomUuid(): Uint8Array {
  const bytes = new Uint8Array(randomBytes(16));
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}
