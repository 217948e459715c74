import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { mailOf, type ReceivedMail } from '../../notify/mail-server.ts';
import { FASTER, type NoticesRequest } from './notices-request.ts';

/** What the mail server took, and from which run of the process. */
interface Taken {
  readonly run: number;
  readonly mail: ReceivedMail;
}

export interface NoticesReport {
  readonly runs: number;
  readonly taken: readonly Taken[];
  /** How often a kill fell between the acceptance and the next message. */
  readonly struckAtAcceptance: number;
}

const MAIN = new URL('./notices-process.ts', import.meta.url).pathname;
const LONGEST_MS = 2500;
/** Far more than what is left to be told takes. */
const SETTLED_MS = 60_000;

/**
 * Kills a process that tells of alerts at random points, and some right where the mail server takes a message, then lets one come to
 * an end.
 */
export async function noticesRun({ dir, rounds }: { dir: string; rounds: number }): Promise<NoticesReport> {
  const path = join(dir, 'waystation.db');
  const taken: Taken[] = [];
  let run = 0;
  let strike: (() => void) | undefined;
  let struckAtAcceptance = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        taken.push({ run, mail: mailOf(Buffer.concat(chunks).toString(), '', to) });
        if (strike) {
          struckAtAcceptance++;
          strike();
        } else done(null, 'taken');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  const began = Date.now();
  try {
    for (run = 1; run <= rounds + 1; run++) {
      const settle = run > rounds;
      strike = undefined;
      const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      const request: NoticesRequest = { path, port, settle, now: began + (Date.now() - began) * FASTER };
      child.stdin.write(`${JSON.stringify(request)}\n`);
      await Promise.race([once(child.stdout, 'data'), exited]);
      const kill = () => child.kill('SIGKILL');
      // Every third one is ended by the message that it sends next.
      const atNext = () => {
        strike = kill;
      };
      const timers = settle
        ? [setTimeout(kill, SETTLED_MS)]
        : [setTimeout(run % 3 === 0 ? atNext : kill, Math.random() * LONGEST_MS), setTimeout(kill, 2 * LONGEST_MS)];
      const [code] = await exited;
      for (const timer of timers) clearTimeout(timer);
      if (settle && code !== 0) throw new Error(`the last run ended with ${code}`);
    }
  } finally {
    await new Promise<void>(closed => server.close(() => closed()));
  }
  return { runs: rounds, taken, struckAtAcceptance };
}

interface Told {
  readonly name: string;
  readonly kind: 'opened' | 'again' | 'flapping' | 'resolved';
}

function toldBy({ body }: ReceivedMail): Told[] {
  return [...body.matchAll(/^(OVER|CRITICAL): .* - (\w+)\r?\n(.*)$/gm)].map(([, word, name = '', line = '']) => {
    if (word === 'OVER') return { name, kind: 'resolved' };
    if (line.includes('(still open)')) return { name, kind: 'again' };
    return { name, kind: line.includes('(coming and going)') ? 'flapping' : 'opened' };
  });
}

/** What was promised and not kept, in words. */
export function noticesFailuresOf({ taken }: NoticesReport): string[] {
  const failures: string[] = [];
  const first = new Map<string, { readonly at: number; readonly run: number; readonly told: string }>();
  const open = new Map<string, boolean>();
  for (const [at, { run, mail }] of taken.entries()) {
    const told = toldBy(mail);
    const words = JSON.stringify(told.map(({ name, kind }) => `${name} ${kind}`).toSorted());
    const before = first.get(mail.messageId);
    if (before) {
      if (before.run === run) failures.push(`${mail.messageId} twice in run ${run}`);
      if (
        taken
          .slice(before.at + 1)
          .some(each => each.run === before.run && first.get(each.mail.messageId)?.at !== before.at)
      )
        failures.push(`${mail.messageId} again although the process lived on after it`);
      if (before.told !== words) failures.push(`${mail.messageId} said ${before.told}, then ${words}`);
      continue;
    }
    first.set(mail.messageId, { at, run, told: words });
    // In one message an end belongs to what was told before, unless nothing was.
    const order = told.toSorted((a, b) => Number(b.kind === 'resolved') - Number(a.kind === 'resolved'));
    for (const { name, kind } of order) {
      if (kind === 'again' || kind === 'flapping') continue;
      const wasOpen = open.get(name) ?? false;
      if (kind === 'opened' && wasOpen) failures.push(`${name} opened twice, at message ${at}`);
      if (kind === 'resolved' && !wasOpen) failures.push(`${name} over without a beginning, at message ${at}`);
      open.set(name, kind === 'opened');
    }
  }
  for (const [name, isOpen] of open) if (isOpen) failures.push(`${name} was never told to be over`);
  return failures;
}
