import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CenterIdentity } from '../../bench/rig/rig.ts';
import type { Relay } from '../harness/relay.ts';
import { JournalReader } from './center-journal.ts';
import { CenterLedger } from './center-ledger.ts';

export const POLL_MS = 5;
/** A center that gets nothing for so long has lost something. */
export const STUCK_MS = 30_000;

/** An application center in its own process, behind a line that can be cut. */
export class Witness implements Disposable {
  readonly ledger = new CenterLedger();
  readonly acEui: string;
  readonly relay: Relay;
  readonly #identity: CenterIdentity;
  readonly #path: string;
  readonly #journal: JournalReader;
  #child: ChildProcess;
  #ended: Promise<void>;
  /** Why it ended by itself. */
  #failure: Error | undefined;
  readonly #end = () => this.#child.kill('SIGKILL');

  constructor(dir: string, identity: CenterIdentity, relay: Relay) {
    this.#identity = identity;
    this.acEui = identity.acEui;
    this.relay = relay;
    this.#path = join(dir, `${identity.acEui}.journal`);
    this.#journal = new JournalReader(this.#path);
    [this.#child, this.#ended] = this.#start();
    process.once('exit', this.#end);
  }

  #start(): [ChildProcess, Promise<void>] {
    const script = fileURLToPath(new URL('./center-process.ts', import.meta.url));
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'inherit', 'inherit'] });
    child.stdin.on('error', () => undefined);
    child.stdin.write(`${JSON.stringify({ ...this.#identity, port: this.relay.port, journal: this.#path })}\n`);
    const ended = new Promise<void>(resolve => {
      child.once('exit', (code, signal) => {
        if (signal !== 'SIGKILL') this.#failure = new Error(`application center ended with ${code ?? signal}`);
        resolve();
      });
    });
    return [child, ended];
  }

  /** Reads what it has written down since. @returns telegrams so far */
  look(): number {
    if (this.#failure) throw this.#failure;
    this.ledger.add(this.#journal.next());
    return this.ledger.order.length;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  again(): void {
    [this.#child, this.#ended] = this.#start();
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#end);
    this.relay.close();
    this.#end();
  }
}

export async function until(reached: () => boolean): Promise<void> {
  const deadline = performance.now() + STUCK_MS;
  while (!reached()) {
    if (performance.now() > deadline) throw new Error('the application centers get nothing');
    await sleep(POLL_MS);
  }
}

/** Resolves when the centers have everything, or get nothing more: what is missing then is lost. */
export async function settled(witnesses: readonly Witness[], telegrams: readonly string[]): Promise<void> {
  const complete = ({ ledger }: Witness) =>
    ledger.open === 0 && telegrams.every(telegram => ledger.telegrams.has(telegram));
  let last = performance.now();
  let before = -1;
  while (performance.now() - last < STUCK_MS) {
    const now = witnesses.reduce((total, witness) => total + witness.look() - witness.ledger.open, 0);
    if (now === before && witnesses.every(complete)) return;
    if (now !== before) last = performance.now();
    before = now;
    await sleep(20 * POLL_MS);
  }
}
