import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { mailOf, type ReceivedMail } from '../../notify/mail-server.ts';
import { run } from '../harness/run.ts';
import { FASTER, type NoticesRequest } from './notices-request.ts';

/** What the mail server took, and from which run of the process. */
interface Taken {
  readonly run: number;
  readonly mail: ReceivedMail;
}

export interface NoticesOptions {
  readonly dir: string;
  readonly rounds: number;
  readonly seed?: number;
  readonly onRound?: (round: number, standing: string) => void;
}

export interface NoticesReport {
  readonly seed: number;
  readonly rounds: number;
  /** What the mail server took, each message once, and how many it took again. */
  readonly messages: number;
  readonly repeated: number;
  /** How often a kill fell between the acceptance and the next message. */
  readonly struckAtAcceptance: number;
  /** What was promised and not kept, in words. */
  readonly failures: readonly string[];
}

const MAIN = new URL('./notices-process.ts', import.meta.url).pathname;
const LONGEST_MS = 2500;
/** Far more than what is left to be told takes. */
const SETTLED_MS = 60_000;

/**
 * Kills a process that tells of alerts at random points, and some right where the mail server takes a message, then lets one come to
 * an end.
 */
export async function noticesRun({
  dir,
  rounds,
  seed = randomInt(2 ** 31),
  onRound,
}: NoticesOptions): Promise<NoticesReport> {
  const path = join(dir, 'waystation.db');
  const taken: Taken[] = [];
  let running = 0;
  let strike: (() => void) | undefined;
  let struckAtAcceptance = 0;
  await using opened = new AsyncDisposableStack();
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
        taken.push({ run: running, mail: mailOf(Buffer.concat(chunks).toString(), '', to) });
        if (strike) {
          struckAtAcceptance++;
          strike();
        } else done(null, 'taken');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  opened.defer(() => new Promise<void>(closed => server.close(() => closed())));
  const { port } = server.server.address() as AddressInfo;
  const began = Date.now();
  /** Starts the process, and resolves with the code it ends with. @param begun what is done as soon as it tells of alerts */
  const toEnd = async (settle: boolean, begun: (kill: () => void) => readonly NodeJS.Timeout[]): Promise<unknown> => {
    running++;
    strike = undefined;
    const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const request: NoticesRequest = { path, port, settle, now: began + (Date.now() - began) * FASTER };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    await Promise.race([once(child.stdout, 'data'), exited]);
    const timers = begun(() => child.kill('SIGKILL'));
    const [code] = await exited;
    for (const timer of timers) clearTimeout(timer);
    return code;
  };
  const failures: string[] = [];
  await run({
    ...{ rounds, seed, stuckMs: SETTLED_MS, onRound: round => onRound?.(round, `${taken.length} messages`) },
    ledger: { failures, isOver: true, standing: '' },
    process: {
      async stop() {
        const code = await toEnd(true, kill => [setTimeout(kill, SETTLED_MS)]);
        if (code !== 0) throw new Error(`the last run ended with ${code}`);
      },
    },
    async disturb({ round, random }) {
      await toEnd(false, kill => {
        // Every third one is ended by the message that it sends next.
        const atNext = () => {
          strike = kill;
        };
        return [setTimeout(round % 3 === 0 ? atNext : kill, random() * LONGEST_MS), setTimeout(kill, 2 * LONGEST_MS)];
      });
    },
  });
  const messages = new Set(taken.map(({ mail }) => mail.messageId)).size;
  const repeated = taken.length - messages;
  return { seed, rounds, messages, repeated, struckAtAcceptance, failures: [...failures, ...brokenPromises(taken)] };
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
function brokenPromises(taken: readonly Taken[]): string[] {
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
