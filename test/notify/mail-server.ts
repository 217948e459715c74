import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import type { Test } from 'tap';
import { testAuthority } from '../peers/certificates.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
  readonly messageId: string;
  readonly subject: string;
  readonly body: string;
}

export interface MailServerOptions {
  /** TLS from the first byte. */
  readonly secure?: boolean;
  readonly withoutTls?: boolean;
  readonly login?: { readonly user: string; readonly pass: string };
  readonly authMethods?: string[];
}

/** What the server does instead of taking a message. */
export type Trouble =
  | { readonly at: 'connect' | 'login' | 'recipient' | 'data'; readonly code: number; readonly says: string }
  | { readonly at: 'data'; readonly hangs: true }
  | { readonly at: 'data'; readonly closes: true };

/** A mail server on this machine, with a certificate of an authority of its own. */
export async function mailServer(t: Test, options: MailServerOptions = {}) {
  const authority = await testAuthority();
  const { cert, key } = await authority.server();
  // The folder of the test is made anew by each who asks for it.
  const dir = mkdtempSync(join(tmpdir(), 'mail-server-'));
  t.teardown(() => rmSync(dir, { recursive: true }));
  const ca = join(dir, 'ca.pem');
  writeFileSync(ca, authority.ca);
  const received: ReceivedMail[] = [];
  const state: { trouble: Trouble | undefined; connections: number } = { trouble: undefined, connections: 0 };
  const waiting = new Set<() => void>();
  const changed = () => {
    for (const each of waiting) each();
    waiting.clear();
  };
  const refused = (at: Trouble['at']) => {
    const { trouble } = state;
    if (trouble?.at !== at || !('code' in trouble)) return undefined;
    return Object.assign(new Error(trouble.says), { responseCode: trouble.code });
  };
  const server = new SMTPServer({
    cert,
    key,
    secure: options.secure ?? false,
    authOptional: options.login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(options.withoutTls ? ['STARTTLS'] : []), ...(options.login ? [] : ['AUTH'])],
    ...(options.authMethods && { authMethods: options.authMethods }),
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, done) {
      state.connections++;
      done(refused('connect'));
      changed();
    },
    onAuth(auth, _session, done) {
      const error = refused('login');
      if (error) return done(error);
      if (auth.username === options.login?.user && auth.password === options.login?.pass) done(null, { user: 'it' });
      else done(Object.assign(new Error('wrong'), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => done(refused('recipient')),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { trouble } = state;
        const error = refused('data');
        if (error) return done(error);
        const { mailFrom, rcptTo } = session.envelope;
        received.push(
          mailOf(
            Buffer.concat(chunks).toString(),
            mailFrom === false ? '' : mailFrom.address,
            rcptTo.map(({ address }) => address),
          ),
        );
        changed();
        if (trouble && 'closes' in trouble) for (const each of server.connections) each.close();
        else if (!trouble) done(null, 'taken');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  t.teardown(() => new Promise<void>(resolve => server.close(() => resolve())));
  return {
    ca,
    state,
    received,
    port: (server.server.address() as AddressInfo).port,
    /** Connections that are open. */
    open: () => server.connections.size,
    /** Resolves at the next connection or message. */
    change: () => new Promise<void>(resolve => waiting.add(resolve)),
  };
}

export function mailOf(raw: string, from: string, to: readonly string[]): ReceivedMail {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const encoded = raw.slice(end + 4);
  const transfer = header('Content-Transfer-Encoding');
  const body =
    transfer === 'base64'
      ? Buffer.from(encoded, 'base64').toString()
      : transfer === 'quoted-printable'
        ? unquoted(encoded)
        : encoded;
  return { from, to, raw, messageId: header('Message-ID'), subject: decodedWords(header('Subject')), body };
}

function unquoted(text: string): string {
  const bytes = text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

function decodedWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : unquoted(word.replaceAll('_', ' ')),
    );
}
