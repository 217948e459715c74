import type { CenterGreeting } from '../domain/center/center-records.ts';
import { resumesCenter } from '../domain/center/resume.ts';
import { isVersion, negotiate } from '../domain/session/version.ts';
import type { Eui } from '../kit/eui.ts';
import { hostOf } from '../kit/net/address.ts';
import { cleaned } from '../kit/printable.ts';
import { randomBytes } from '../kit/random.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Rules } from '../protocol/engine.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { Posix, ProtocolError } from '../protocol/errors.ts';
import type { Claim } from '../protocol/live-peers.ts';
import { introduction } from '../protocol/peer-text.ts';
import { placeOf, reportDamaged } from './damage.ts';
import type { ScaciFigures } from './figures.ts';
import { type ConMessage, type Scaci, scaci } from './operations.ts';
import type { CenterCertificate, ScaciOptions } from './options.ts';

/** What a connect is decided and answered with. */
export interface ConnectOptions
  extends Pick<ScaciOptions, 'clock' | 'log' | 'store' | 'times' | 'bindCertificate' | 'serviceCenter' | 'metrics'> {
  readonly figures: ScaciFigures;
}

/** What TLS agreed on with a center. */
export interface Link {
  readonly remoteAddress: string;
  readonly tlsVersion: string;
  readonly cipherSuite: string;
  readonly certificate: CenterCertificate | undefined;
}

/** The center whose connect is complete, and the session it goes on with. */
export interface AcceptedCenter {
  readonly acEui: Eui;
  readonly org: number;
  readonly session: number;
  readonly resumed: boolean;
  /** Highest id of the center's requests, and the highest that it knows to be answered: it may reissue those between. */
  readonly lastAc: number;
  readonly doneAc: number;
}

export interface CenterNewcomer {
  readonly connection: Connection;
  readonly link: Link;
  /** Monotonic milliseconds: the connect must be over by then. */
  readonly until: number;
  readonly claim: Claim<Eui>;
  /** In the encoding of the first message. */
  rules(): Rules<Scaci>;
}

/**
 * The connect stage: `con`, `conRsp`, `conCmp` (SCACI 6).
 * @returns undefined when the connection did not get through it; it is closed then
 */
export async function connectCenter(
  options: ConnectOptions,
  newcomer: CenterNewcomer,
): Promise<AcceptedCenter | undefined> {
  const { connection, until } = newcomer;
  const first = await connection.next(until - options.clock.monotonic());
  if (!first) {
    connection.close('timeout');
    return undefined;
  }
  options.metrics.frame(first.command === 'con' ? 'con' : 'unknown', 'in');
  // An error is never the answer to it (SCACI 8.1).
  if (first.command === 'errorAck') {
    connection.close('protocol_error');
    return undefined;
  }
  const settle = options.figures.connecting();
  let con: ConMessage | undefined;
  try {
    con = readCon(first, newcomer.rules());
    const accepted = await welcome(options, newcomer, con);
    settle(accepted ? 'completed' : 'failed');
    return accepted;
  } catch (cause) {
    settle('failed');
    refuse(options, newcomer, first.opId, con?.acEui, cause);
    return undefined;
  }
}

function readCon({ command, opId, fields }: Envelope, { errorPolicy }: Rules<Scaci>): ConMessage {
  if (command !== 'con') throw new ProtocolError(Posix.invalid, 'connect first');
  if (opId !== 0) throw new ProtocolError(Posix.invalid, 'con has opId 0');
  try {
    return scaci.con.req.read(fields);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw new ProtocolError(errorPolicy.field(cause), cause.message);
    throw cause;
  }
}

async function welcome(
  options: ConnectOptions,
  newcomer: CenterNewcomer,
  con: ConMessage,
): Promise<AcceptedCenter | undefined> {
  const { clock, store, times, serviceCenter, metrics } = options;
  const { connection, link } = newcomer;
  const { acEui } = con;
  if (!isVersion(con.version)) throw new ProtocolError(Posix.invalid, 'version is not major.minor.patch');
  const version = negotiate(con.version);
  if (!version) throw new ProtocolError(Posix.notSupported, 'version not supported');
  admit(options, link, acEui);
  const org = store.read.centers.organization(link.certificate?.organization);
  if (org === undefined) throw new ProtocolError(Posix.notPermitted, 'organization unknown');
  if (!(await newcomer.claim(acEui))) return undefined;
  const { certificate } = link;
  if (certificate?.match(acEui) === 'match') certificate.remember(org, acEui);

  const latest = store.read.centers.latest(acEui);
  const at = clock.now();
  const greeting = greetingOf(con, link);
  const resumed =
    resumesCenter(latest, con, version, clock.credible(), times.session_retention_s * 1000) && latest.org === org;
  const snScUuid = resumed ? latest.snScUuid : new Uint8Array(randomBytes(16));
  let session: number;
  if (resumed) {
    session = latest.id;
    await setAside(options, acEui, session);
    await store.write.centers.resume(session, greeting, at);
  } else
    session = await store.write.centers.begin({ org, acEui, snAcUuid: con.snAcUuid, snScUuid, version, greeting, at });
  const { eui: scEui, name, vendor, model, swVersion } = serviceCenter;
  const answer = { version, scEui, vendor, model, name, swVersion, snResume: resumed, snScUuid };
  metrics.frame('conRsp', 'out');
  connection.send(newcomer.rules().frames.message('conRsp', 0, scaci.con.rsp, answer));
  if (!(await completed(options, newcomer))) {
    await store.write.centers.disconnect(session, resumed ? latest.lastAc : 0, 'connection_lost', clock.now());
    return undefined;
  }
  const lastAc = resumed ? latest.lastAc : 0;
  return { acEui, org, session, resumed, lastAc, doneAc: resumed ? Number(con.snAcOpId ?? 0n) : 0 };
}

/**
 * Ends the operations that a resume would have to send again and that cannot be read any more: each connection would fail over
 * them. All others are sent, for a new session would begin empty (SCACI 6.5).
 */
async function setAside(options: ConnectOptions, acEui: Eui, session: number): Promise<void> {
  const { store, clock } = options;
  const { damaged } = store.read.centers.own(session);
  if (damaged.length === 0) return;
  const named = damaged.map(({ opId, line }) => `${placeOf(line)} (operation ${opId})`);
  await reportDamaged(options, acEui, session, named);
  for (const { opId } of damaged) await store.write.centers.failed(session, opId, clock.now());
}

/** Waits for `conCmp`; everything else but a refusal gets an error (SCACI 5.4, check 4). */
async function completed({ clock, metrics, figures }: ConnectOptions, newcomer: CenterNewcomer): Promise<boolean> {
  const { connection, until } = newcomer;
  const { frames, commands } = newcomer.rules();
  for (;;) {
    const next = await connection.next(until - clock.monotonic());
    if (!next) {
      connection.close('timeout');
      return false;
    }
    const { command, opId } = next;
    metrics.frame(commands.has(command) || command === 'error' ? command : 'unknown', 'in');
    if (command === 'conCmp' && opId === 0) return !connection.over;
    if (command === 'errorAck') continue;
    if (command === 'error' && opId === 0) {
      connection.send(frames.bare('errorAck', 0));
      connection.end('protocol_error');
      return false;
    }
    metrics.protocolError(Posix.invalid);
    figures.failed('con', Posix.invalid, 'conCmp expected');
    connection.send(frames.error(opId, Posix.invalid, 'conCmp expected'));
    if (command === 'conCmp') {
      connection.end('protocol_error');
      return false;
    }
  }
}

/** Who may connect (SCACI 1). */
function admit({ bindCertificate }: ConnectOptions, { certificate }: Link, acEui: Eui): void {
  if (!certificate) throw new ProtocolError(Posix.invalid, 'certificate not readable');
  if (certificate.revoked()) throw new ProtocolError(Posix.invalid, 'certificate is revoked');
  if (certificate.problem) throw new ProtocolError(Posix.invalid, certificate.problem);
  if (bindCertificate && certificate.match(acEui) === 'mismatch') {
    throw new ProtocolError(Posix.notPermitted, 'certificate is not for this acEui');
  }
}

/** A refused `con` does not touch a session of that center; the connection ends behind the reason (SCACI 6.2, 8.3). */
function refuse(
  { clock, log, metrics, store, figures }: ConnectOptions,
  { connection, link, rules }: CenterNewcomer,
  opId: number,
  acEui: Eui | undefined,
  cause: unknown,
): void {
  const known = cause instanceof ProtocolError;
  const { remoteAddress } = link;
  if (!known) log.error({ err: cause, acEui, remoteAddress }, 'connect of an application center failed');
  const { code, message: text } = known ? cause : { code: Posix.io, message: 'try again later' };
  metrics.protocolError(code);
  figures.failed('con', code, text);
  connection.send(rules().frames.error(opId, code, text));
  connection.end('protocol_error');
  const at = clock.now();
  const org = link.certificate && store.read.centers.organization(link.certificate.organization);
  const source = { acEui, sourceId: acEui ?? hostOf(remoteAddress) };
  // Without a known organization it is a matter of the whole installation.
  const whose = org === undefined ? { org: null, category: 'security' as const } : { org };
  const data = { reason: text, remoteAddress };
  store.write.events
    .raise({ type: 'scaci.connect_refused', ...whose, ...source, at, storedAt: at, data })
    .then(fresh => fresh && log.warn({ acEui, remoteAddress, reason: text }, 'application center refused'))
    .catch((failure: unknown) => log.error({ err: failure }, 'event not stored'));
}

function greetingOf(con: ConMessage, { remoteAddress, tlsVersion, cipherSuite, certificate }: Link): CenterGreeting {
  return {
    ...introduction(con),
    remoteAddress,
    tlsVersion,
    cipherSuite,
    certificateFingerprint: certificate?.fingerprint ?? '',
    certificateSubject: cleaned(certificate?.subject ?? ''),
  };
}
