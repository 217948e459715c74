import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../config/load.ts';
import { lockDataDir } from '../../config/lock.ts';
import { background } from '../../kit/background.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { createLog, type Log } from '../../kit/log.ts';
import { packaged } from '../../kit/program.ts';
import { sleep, systemClock } from '../../kit/time/clock.ts';
import { keepAlive } from '../../simulate/keep-alive.ts';
import { ChildHost, type Command as Program } from '../../update/machine/child-host.ts';
import type { Host } from '../../update/machine/host.ts';
import type { Entry } from '../../update/machine/journal.ts';
import { type Layout, layoutOf, makeStateFolder, serviceFolder } from '../../update/machine/layout.ts';
import { type Asker, waitingRequest } from '../../update/machine/request.ts';
import { wordsOf } from '../../update/machine/state.ts';
import { SystemdHost } from '../../update/machine/systemd-host.ts';
import { TRIAL_TIMES, type TrialTimes } from '../../update/machine/trial.ts';
import { settledConfig } from '../settings.ts';
import { type Box, boxOf } from './box.ts';
import { ownerOf, Updater } from './machine.ts';

/** Who may ask, in this order, and where. */
const askers = (config: Config, layout: Layout): readonly (readonly [Asker, string])[] => [
  ['operator', layout.state],
  ['service', serviceFolder(config.data_dir)],
];
const POLL_MS = 500;
const AGAIN_MS = 30_000;

/** What the unit `waystation-update.service` does, as root: what was cut off, then what is asked for. */
export async function superviseUnit(command: Command): Promise<void> {
  const { config } = settledConfig(command);
  const layout = layoutOf(config.data_dir, process.execPath);
  if (!layout.systemd) throw new Error('this is for the unit waystation-update.service, and systemd does not run here');
  makeStateFolder(layout, ownerOf(config));
  using _alive = keepAlive();
  const lock = await lockDataDir(layout.state);
  try {
    const host = await SystemdHost.of({ layout, installed: process.execPath, clock: systemClock });
    const told = (entry: Entry) => console.error(wordsOf(entry));
    const updater = new Updater({ config, layout, host, settings: host.settings, box: boxOf(), told });
    await updater.machine.resume();
    while (await serveWaiting(updater, config, layout));
  } finally {
    await lock.release();
  }
}

/** @returns whether something was asked for */
async function serveWaiting(updater: Updater, config: Config, layout: Layout): Promise<boolean> {
  let isAny = false;
  for (const [asker, folder] of askers(config, layout)) {
    const request = waitingRequest(asker, folder, layout.state);
    if (!request) continue;
    isAny = true;
    await updater.serve(asker, request);
  }
  return isAny;
}

export interface SuperviseOptions {
  readonly config: Config;
  readonly layout: Layout;
  readonly installed: Program;
  readonly settings: readonly string[];
  readonly box: Box;
  readonly times?: TrialTimes;
  readonly log: Log;
  /** Gets what the service logs. */
  readonly output: { write(text: string): unknown };
  /** Ends the service and this. */
  readonly signal: AbortSignal;
  /** Called with the name of each step of an update before it. */
  readonly step?: (name: string) => void;
  readonly env?: NodeJS.ProcessEnv;
  /** Called with what can be told of the service. */
  readonly host?: (host: ChildHost) => void;
}

/**
 * Serves by a program of its own, and updates that: for boxes without systemd.
 * @returns the exit code of the service when it has ended by itself and is not to be started again; 0 at the signal
 */
export async function supervise(options: SuperviseOptions): Promise<number> {
  const { config, layout, installed, settings, box, times = TRIAL_TIMES, log, output, signal, step, env } = options;
  makeStateFolder(layout, ownerOf(config));
  using _alive = keepAlive();
  const lock = await lockDataDir(layout.state);
  const host = new ChildHost({ layout, installed, settings, clock: systemClock, output, ...(env && { env }) });
  options.host?.(host);
  try {
    const told = (entry: Entry) => log.info({ update: entry.update, step: entry.step }, wordsOf(entry));
    const updater = new Updater({ config, layout, host, settings, box, times, told, signal, ...(step && { step }) });
    await host.endLeftBehind();
    const aborted = new Promise<number>(resolve => signal.addEventListener('abort', () => resolve(0), { once: true }));
    const working = work(updater, host, options);
    // Ends with the signal only.
    background(working, () => {});
    return await Promise.race([aborted, host.ended, working]);
  } finally {
    await host.stop();
    await lock.release();
  }
}

/** Does what was left, then what is asked for. What the system refuses is done again later: the service goes on meanwhile. */
async function work(updater: Updater, host: Host, { config, layout, log, signal }: SuperviseOptions): Promise<never> {
  for (;;) {
    try {
      await updater.machine.resume();
      if ((await host.serving()).pid === undefined) await host.start('installed');
      for (;;) {
        await sleep(systemClock, POLL_MS, signal);
        await serveWaiting(updater, config, layout);
      }
    } catch (cause) {
      signal.throwIfAborted();
      log.error({ err: cause }, `what is to be done of an update was not done, it is tried again: ${reasonOf(cause)}`);
      await sleep(systemClock, AGAIN_MS, signal);
    }
  }
}

/** `waystation serve --supervised`. @returns the exit code */
export async function serveSupervised(command: Command): Promise<number> {
  const { config } = settledConfig(command);
  const layout = layoutOf(config.data_dir, process.execPath, false);
  const log = await createLog({
    level: config.log.level,
    format: config.log.format ?? (process.stderr.isTTY ? 'pretty' : 'json'),
  });
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  let host: ChildHost | undefined;
  process.on('SIGHUP', () => host?.reload());
  const [main = ''] = process.argv.slice(1);
  return await supervise({
    ...{ config, layout, log, signal: stop.signal, output: process.stderr, box: boxOf() },
    installed: { file: process.execPath, args: packaged ? [] : [...process.execArgv, main] },
    settings: settingsOf(command),
    env: {
      ...(process.stderr.isTTY && config.log.format === undefined && { PLATFORM_LOG_FORMAT: 'pretty' }),
      ...process.env,
    },
    host: found => {
      host = found;
    },
  });
}

/** The options with which this was started, for another process of the same settings. */
function settingsOf(command: Command): string[] {
  const { config, dataDir } = command.optsWithGlobals<{ config?: string; dataDir?: string }>();
  return [
    ...(config === undefined ? [] : ['--config', resolve(config)]),
    ...(dataDir === undefined ? [] : ['--data-dir', resolve(dataDir)]),
  ];
}
