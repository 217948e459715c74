import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { trustedAuthorities } from '../../kit/net/trusted.ts';
import { cleaned } from '../../kit/printable.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { SECOND_MS } from '../../kit/units.ts';
import type { Outcome } from '../channel.ts';

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `required`: TLS begins after the greeting, or nothing is sent. `implicit`: it begins at once. `none`: there is none. */
  readonly starttls: 'required' | 'implicit' | 'none';
  /** File with the authorities (PEM) that may vouch for the server; none: those of the system. */
  readonly ca: string | undefined;
  readonly username: string | undefined;
  readonly password: string | undefined;
}

export interface Envelope {
  readonly from: string;
  readonly to: readonly string[];
}

/** The whole conversation. */
const LIMIT_MS = 60 * SECOND_MS;
const GOODBYE_MS = 5 * SECOND_MS;
/** Later than ours: its timers are not those of our clock. */
const LATER_MS = 10 * LIMIT_MS;
/** Answers of providers that take no password any more, or none of the account itself. */
const WANTS_OAUTH = /oauth|basic auth|5\.7\.139|5\.7\.9\b|5\.7\.14\b|application-specific|app password/i;
const OAUTH_TODO =
  'the provider wants OAuth2 in place of the password of the account: make an app password there, or have a webhook told';
const LONGEST_REASON = 300;

/** What nodemailer tells of an error. */
interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** How far the conversation has come. */
interface Progress {
  step: 'connect' | 'login' | 'envelope' | 'data';
  /** The ways of signing in that the server offers, as it says them. */
  offered: string | undefined;
}

/**
 * Hands a message to a mail server. Never rejects.
 * @param say gets every line that goes to and fro, but for the message and what signs in
 */
export async function deliver(
  settings: SmtpSettings,
  envelope: Envelope,
  message: Buffer,
  { clock, signal, say = () => {} }: { clock: Clock; signal: AbortSignal; say?: ((line: string) => void) | undefined },
): Promise<Outcome> {
  const progress: Progress = { step: 'connect', offered: undefined };
  const ended = new AbortController();
  const limit = clock.after(LIMIT_MS, () => ended.abort(new Error(`no end after ${LIMIT_MS / SECOND_MS} s`)));
  const stop = () => ended.abort(new Error('the service stops'));
  signal.addEventListener('abort', stop, { once: true });
  let connection: SMTPConnection | undefined;
  try {
    connection = await connectionOf(settings, progress, say);
    const rejected = await converse(connection, settings, envelope, message, progress, ended.signal);
    for (const each of rejected) say(`! not taken for ${each}`);
    // The goodbye is not waited for.
    const open = connection;
    clock.after(GOODBYE_MS, () => open.close());
    return { sent: true };
  } catch (cause) {
    connection?.close();
    return outcomeOf(cause as SmtpError, progress);
  } finally {
    limit.cancel();
    signal.removeEventListener('abort', stop);
  }
}

async function connectionOf(settings: SmtpSettings, progress: Progress, say: (line: string) => void) {
  // Loaded when the first mail is sent: most boxes send none.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const { host, port, starttls, ca } = settings;
  return new Connection({
    host,
    port,
    secure: starttls === 'implicit',
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'none',
    tls: { minVersion: 'TLSv1.2', ...(starttls !== 'none' && { ca: trustedAuthorities(ca) }) },
    connectionTimeout: LATER_MS,
    greetingTimeout: LATER_MS,
    dnsTimeout: LIMIT_MS,
    socketTimeout: LATER_MS,
    socketCloseTimeout: 0,
    debug: true,
    logger: dialogue(progress, say),
  });
}

/** Shows the lines that go to and fro, and sees in them how far the conversation has come. */
function dialogue(progress: Progress, say: (line: string) => void) {
  const nothing = () => {};
  const line = (about: unknown, text: unknown) => {
    const from = typeof about === 'object' && about !== null && 'tnx' in about ? about.tnx : undefined;
    if (typeof text !== 'string' || (from !== 'client' && from !== 'server')) return;
    // Until it is answered it is not known whether the message was taken.
    if (from === 'client' && text === 'DATA') progress.step = 'data';
    for (const each of text.split(/\r?\n/)) {
      const offered = from === 'server' && /^250[ -]AUTH[ =](.*)$/i.exec(each)?.[1];
      if (offered) progress.offered = offered;
      if (from === 'server') say(`< ${cleaned(each)}`);
      else say(progress.step === 'login' ? '> (hidden)' : `> ${cleaned(each)}`);
    }
  };
  return { trace: nothing, debug: line, info: nothing, warn: nothing, error: nothing, fatal: nothing };
}

/** @returns the recipients that the server has not taken, while it took others */
async function converse(
  connection: SMTPConnection,
  { username: user, password: pass }: SmtpSettings,
  { from, to }: Envelope,
  message: Buffer,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const failed = Promise.withResolvers<never>();
  connection.on('error', failed.reject);
  connection.on('end', () => failed.reject(new Error('the server closed the connection')));
  signal.addEventListener('abort', () => failed.reject(signal.reason), { once: true });
  const step = <T>(
    act: (done: (error: Error | null | undefined, result?: T) => void) => void,
  ): Promise<T | undefined> =>
    Promise.race([
      failed.promise,
      new Promise<T | undefined>((resolve, reject) => {
        act((error, result) => (error ? reject(error) : resolve(result)));
      }),
    ]);
  await step(done => connection.connect(error => done(error)));
  if (user !== undefined) {
    progress.step = 'login';
    if (!connection.allowsAuth) throw new Error('the server offers no way to sign in over this connection');
    await step(done => connection.login({ user, pass }, error => done(error)));
  }
  progress.step = 'envelope';
  const sent = await step<{ rejected: readonly string[] }>(done =>
    connection.send({ from, to: [...to] }, message, (error, info) => done(error, info)),
  );
  connection.quit();
  return sent?.rejected ?? [];
}

function outcomeOf(error: SmtpError, { step, offered }: Progress): Outcome {
  const said = cleaned(error.message).slice(0, LONGEST_REASON);
  const refused = error.responseCode !== undefined;
  const oauth =
    step === 'login' &&
    (WANTS_OAUTH.test(error.response ?? '') || (offered !== undefined && !/\b(PLAIN|LOGIN|CRAM-MD5)\b/i.test(offered)));
  return {
    sent: false,
    // The answer to the message is all that says that it was taken.
    accepted: step === 'data' && !refused ? 'perhaps' : 'no',
    reason: oauth ? `${said}; ${OAUTH_TODO}` : said,
    about: refused && error.command === 'DATA' ? 'message' : 'channel',
  };
}
