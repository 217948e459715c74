import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { type Config, hasGatewayTls } from '../../config/load.ts';
import { readRelease } from '../../config/release.ts';
import { latestOf } from '../../database/migrate.ts';
import { migrations } from '../../domain/migrations/all.ts';
import { actAsCaller, actsAsRoot, type Owner } from '../../kit/caller.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { sleep, systemClock } from '../../kit/time/clock.ts';
import { shippedRoot } from '../../update/anchor.ts';
import { BundleSource } from '../../update/bundle-source.ts';
import type { Host, Vitals } from '../../update/machine/host.ts';
import { type Entry, Journal } from '../../update/machine/journal.ts';
import { type Layout, nextProgram } from '../../update/machine/layout.ts';
import { deafListener, type Listener } from '../../update/machine/listeners.ts';
import { type TakenOver, UpdateMachine } from '../../update/machine/machine.ts';
import { isHeld } from '../../update/machine/package-upgrade.ts';
import { rehearse } from '../../update/machine/rehearse.ts';
import { type Asker, answer, type UpdateRequest } from '../../update/machine/request.ts';
import { clear, takeOver } from '../../update/machine/take-over.ts';
import { TRIAL_TIMES, type TrialTimes } from '../../update/machine/trial.ts';
import { UpdateRefused } from '../../update/refusal.ts';
import { TrustStore } from '../../update/trust-store.ts';
import { runningBox } from '../../upkeep/box/client.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { actAsOwner } from '../as-owner.ts';
import { listeners } from '../check.ts';
import type { Box } from './box.ts';
import { sourceOf } from './source.ts';

export interface UpdaterOptions {
  readonly config: Config;
  readonly layout: Layout;
  readonly host: Host;
  /** With which the service is started, behind `serve`. */
  readonly settings: readonly string[];
  readonly box: Box;
  readonly times?: TrialTimes;
  /** Called with each entry of the journal. */
  readonly told: (entry: Entry) => void;
  readonly signal?: AbortSignal;
  readonly step?: (name: string) => void;
}

/** What updates this box: the machine with all that it needs, and the way of a request to it. */
export class Updater {
  readonly machine: UpdateMachine;
  readonly #options: UpdaterOptions;
  /** What is installed; the one that updates may be of a release before. */
  #version: string;
  #begun: (update: number) => void = () => {};

  constructor(options: UpdaterOptions) {
    this.#options = options;
    this.#version = options.box.version;
    const { config, layout, host, settings, told, signal, step, times = TRIAL_TIMES } = options;
    const owner = ownerOf(config);
    this.machine = new UpdateMachine({
      journal: new Journal(layout.state, systemClock.now),
      folder: layout.state,
      ...{ host, times },
      clock: systemClock,
      rehearse: () => rehearse({ program: nextProgram(layout), settings, owner, schema: latestOf(migrations) }),
      ask: () => askVitals(config.data_dir),
      listeners: carrying => deafOf(config, carrying),
      commit: version => this.#commit(version),
      tidy: () => clear(layout),
      told: entry => {
        if (entry.step === 'begun') this.#begun(entry.update);
        told(entry);
      },
      ...(signal && { signal }),
      ...(step && { step }),
    });
  }

  /** Does what is asked, and leaves an answer as soon as an update has begun, or will not. Never rejects for what is asked wrongly. */
  async serve(asker: Asker, request: UpdateRequest): Promise<void> {
    const { layout } = this.#options;
    let isAnswered = false;
    const { id, by, again } = request;
    this.#begun = update => {
      isAnswered = true;
      answer(asker, layout.state, { id, update });
    };
    try {
      const taken = await this.#take(request);
      if (taken) await this.machine.perform(taken, { by, again });
      else answer(asker, layout.state, { id, newest: this.#version });
    } catch (cause) {
      // Of one that has begun the journal says it.
      if (!isAnswered) {
        const refused = cause instanceof UpdateRefused ? cause.reason : 'failed';
        answer(asker, layout.state, { id, refused, message: reasonOf(cause) });
      } else if (!(cause instanceof UpdateRefused)) throw cause;
    } finally {
      this.#begun = () => {};
    }
  }

  async #take({ file, stale, downgrade, package: unpacked }: UpdateRequest): Promise<TakenOver | undefined> {
    const { config, layout } = this.#options;
    if (unpacked !== undefined) return { ...(await unpackedProgram(layout, unpacked)), from: this.#version };
    if (isHeld(layout)) throw new UpdateRefused('busy', 'the package is being replaced: wait for its end');
    const box = { ...this.#options.box, version: this.#version };
    const source = sourceOf(config, file);
    try {
      const now = timeOf(config);
      return await takeOver({ source, store: this.#trust(), now, box, stale, downgrade, layout });
    } finally {
      if (source instanceof BundleSource) source[Symbol.dispose]();
    }
  }

  #commit(version: string): void {
    this.#version = version;
    try {
      this.#trust().commit(version);
    } catch (cause) {
      // A program that trusts no release may come as a package all the same.
      if (!(cause instanceof UpdateRefused) || cause.reason !== 'no_root') throw cause;
    }
  }

  #trust(): TrustStore {
    return new TrustStore(this.#options.layout.state, shippedRoot());
  }
}

/** What dpkg has unpacked and the package has handed over. @throws UpdateRefused */
async function unpackedProgram(layout: Layout, version: string): Promise<Omit<TakenOver, 'from'>> {
  const hash = createHash('sha256');
  try {
    for await (const part of createReadStream(nextProgram(layout))) hash.update(part as Buffer);
  } catch (cause) {
    throw new UpdateRefused('missing', `the program of the package is gone (${reasonOf(cause)}): install it again`);
  }
  return { to: version, form: 'deb', sha256: hash.digest('hex'), package: true };
}

/** What time it is at least: by what the database says, which is read as its owner. */
function timeOf(config: Config): number {
  actAsOwner(config);
  try {
    return Math.max(systemClock.now(), timeBeside(config, systemClock.now(), readRelease().builtAt).floor);
  } finally {
    actAsCaller();
  }
}

/** Whose service it is, where this is root. */
export function ownerOf({ data_dir }: Config): Owner | undefined {
  if (!actsAsRoot()) return undefined;
  const { uid, gid } = statSync(data_dir);
  return uid === 0 ? undefined : { uid, gid };
}

type RunningBox = NonNullable<Awaited<ReturnType<typeof runningBox>>>;

const ASK_MS = 10_000;

/** @throws Error where nothing serves on the folder, or does not answer in time */
export async function askVitals(dir: string): Promise<Vitals> {
  const running = await runningBox(dir);
  if (!running) throw new Error('nothing serves');
  const vitals = await inTime(running, box => box.act('update.vitals', {}));
  if (!vitals) throw new Error('no answer');
  return vitals;
}

/** What a box answers; the connection is closed then. @throws Error where it does not in time */
async function inTime<T>(box: RunningBox, ask: (box: RunningBox) => Promise<T>): Promise<T> {
  try {
    const late = sleep(systemClock, ASK_MS).then(() => Promise.reject(new Error('no answer in time')));
    return await Promise.race([ask(box), late]);
  } finally {
    box.close();
  }
}

/** What listens and does not answer. */
async function deafOf(config: Config, carrying: boolean): Promise<string | undefined> {
  // The others are closed then.
  if (carrying) return await deafOfPeers(config.data_dir, 'bssci');
  const speaks: Readonly<Record<string, Listener['speaks']>> = {
    gateway: hasGatewayTls(config) ? 'tls' : 'http',
    mqtt: 'tls',
    mqtt_plain: 'open',
    core: 'http2',
  };
  const all = listeners(config).filter(({ port }) => port !== 0);
  const others = all.filter(({ name }) => !isOfPeers(name));
  const [deaf, ...ofPeers] = await Promise.all([
    deafListener(others.map(each => ({ ...each, speaks: speaks[each.name] ?? 'http' }))),
    ...all
      .map(({ name }) => name)
      .filter(isOfPeers)
      .map(name => deafOfPeers(config.data_dir, name)),
  ]);
  return deaf ?? ofPeers.find(each => each !== undefined);
}

const isOfPeers = (name: string): name is 'bssci' | 'scaci' => name === 'bssci' || name === 'scaci';

/** The process shakes hands with itself, over its port: from elsewhere it would be a stranger without a certificate, and is told of as one. */
async function deafOfPeers(dir: string, listener: 'bssci' | 'scaci'): Promise<string | undefined> {
  const running = await runningBox(dir).catch(() => undefined);
  // That nothing answers at all is seen elsewhere.
  if (!running) return undefined;
  try {
    const shown = await inTime(running, box => box.act('listeners.certificate', { listener }));
    return shown === undefined ? `its listener ${listener} is not open` : undefined;
  } catch (cause) {
    return `its listener ${listener} does not answer (${reasonOf(cause)})`;
  }
}
