import { renameSync, writeFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import type { Command } from 'commander';
import type { Waystation } from '../app.ts';
import { type Config, ConfigError, hasGatewayTls } from '../config/load.ts';
import { readRelease } from '../config/release.ts';
import { type ServiceManager, serviceManager } from '../health/service-manager.ts';
import { startWatchdog } from '../health/watchdog.ts';
import { background, impossible } from '../kit/background.ts';
import { createLog, type Log } from '../kit/log.ts';
import { packaged } from '../kit/program.ts';
import { RecentLines } from '../kit/recent-lines.ts';
import { systemClock } from '../kit/time/clock.ts';
import { HOUR_MS } from '../kit/units.ts';
import { dialledHost } from '../pki/names.ts';
import { CARRYING, TRIAL } from '../update/machine/layout.ts';
import { installLastHandler } from './last-handler.ts';
import { configOf } from './settings.ts';

interface Options {
  demo?: boolean;
  portsFile?: string;
  supervised?: boolean;
}

/** As it is typed where this was started. */
const ISSUE = `${packaged ? 'waystation' : 'npm start --'} certs base-station <its EUI> --out <folder>`;
const STDIN = 0;
/** What a browser shows of the API. */
const API_PAGE = '/api/docs';
/** And of everything. */
const CONSOLE_PAGE = '/';
const EVERYWHERE: ReadonlySet<string> = new Set(['::', '0.0.0.0', '']);
/** The service manager kills after 10 s; what is not closed by then needs no repair at the next start. */
const STOP_MS = 9500;
/** A start that takes longer asks for more time so often. */
const EXTEND_MS = 20_000;
/** A start that takes longer than the largest database on the slowest card hangs. */
const LONGEST_START_MS = HOUR_MS;

export function register(program: Command): void {
  program
    .command('serve', { isDefault: true })
    .description('run the service center in the foreground (default)')
    .option('--demo', 'attach simulated base stations and endpoints')
    .option('--ports-file <file>', 'write the ports as one JSON object when everything is ready')
    .option(
      '--supervised',
      'start the service as a child, and have it updated by waystation update apply: without systemd',
    )
    .addHelpText('after', '\nExample:\n  $ waystation serve --data-dir /var/lib/waystation')
    .action(serve);
}

async function serve(options: Options, command: Command): Promise<void> {
  if (options.supervised) {
    const { serveSupervised } = await import('./update/supervise.ts');
    process.exitCode = await serveSupervised(command);
    return;
  }
  const { config, warnings, file } = configOf(command);
  // From here on a signal during the start is not lost: it stops what has just been started.
  const stop = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.resolve(signal));
  // The output cannot be read any more: a pipe that was closed, or a terminal.
  const closed = () => stop.resolve('output closed');
  for (const output of [process.stdout, process.stderr]) output.on('error', closed);
  const onTerminal = isatty(STDIN);
  const recent = new RecentLines();
  const log = await createLog({
    closed,
    recent,
    level: levelOf(config, options),
    format: config.log.format ?? (process.stderr.isTTY ? 'pretty' : 'json'),
  });
  log.info({ file }, 'configuration read');
  for (const warning of warnings) log.warn(warning);

  const last = installLastHandler(log);
  // Loaded only now: help and a wrong configuration are answered without it.
  const { startWaystation } = await import('../app.ts');
  const manager = serviceManager(process.env, process.pid, log);
  const carrying = process.env[TRIAL] === CARRYING;
  const start = started(startWaystation(config, { log, recent, carrying, configFile: file }), manager);
  const broken = last.lost.then(error => Promise.reject(error));
  const app = await Promise.race([start, broken, brokenOff(stop.promise, start)]);
  process.on('SIGHUP', () => {
    if (onTerminal && !isatty(STDIN)) stop.resolve('SIGHUP of a terminal that was closed');
    else reload(app, log, options, command);
  });

  const beside: Beside = {};
  const ready = begin(app, { options, config, manager, log, beside });
  const lost = Promise.race([
    app.lost.then(err => ({ err, text: 'the database failed; the next start replaces what is damaged' })),
    last.lost.then(err => ({
      err,
      text: 'an exception left the service in an unknown state: it stops, start it again',
    })),
  ]);
  // What follows the start may fail, or may never come to an end: a signal is obeyed all the same.
  const failed = ready.then(
    () => new Promise<never>(() => {}),
    (cause: unknown) => ({ cause }),
  );
  const end = await Promise.race([stop.promise, lost, failed]);
  if (typeof end === 'string') log.info({ signal: end }, 'stopping');
  else if ('text' in end) {
    log.fatal({ err: end.err }, end.text);
    process.exitCode = 1;
  }
  beside.watchdog?.stop();
  const notified = manager?.notify('STOPPING=1');
  const late = Promise.withResolvers<'late'>();
  const deadline = systemClock.after(STOP_MS, () => late.resolve('late'));
  const ended = (async () => {
    await beside.demo?.stop();
    await app.stop();
  })();
  const first = await Promise.race([ended, late.promise]);
  if (typeof end !== 'string' && 'cause' in end) throw end.cause;
  if (first === 'late') throw new Error('not everything could be closed in time');
  // The end of this process also ends the program that is notifying the service manager.
  await Promise.race([notified, late.promise]);
  deadline.cancel();
  log.info('stopped');
}

/** The lines of the demo are its own: what the service tells at ordinary times would bury them. */
function levelOf({ log }: Config, { demo = false }: Options): Config['log']['level'] {
  return demo && log.level === 'info' ? 'warn' : log.level;
}

/** What runs beside the service as soon as it is there. */
interface Beside {
  demo?: { stop(): Promise<void> };
  watchdog?: { stop(): void } | undefined;
}

/** What follows the start: the demo, and telling that everything is ready. */
async function begin(
  app: Waystation,
  {
    options,
    config,
    manager,
    log,
    beside,
  }: {
    readonly options: Options;
    readonly config: Config;
    readonly manager: ServiceManager | undefined;
    readonly log: Log;
    readonly beside: Beside;
  },
): Promise<void> {
  if (options.demo) beside.demo = await startDemo(app, log);
  if (options.portsFile !== undefined) writeWhole(options.portsFile, `${JSON.stringify(app.ports)}\n`);
  if (options.demo) console.log(demoWelcome(app, config));
  else if (process.stdout.isTTY) console.log(welcome(app, config));
  // The output of the executable is its log and nothing else.
  else if (!manager && !packaged) console.log(briefly(app, config));
  if (manager) beside.watchdog = await watched(app, manager, log);
}

/** Rejects when the start goes on for longer than a stop may take after it was told to end. */
async function brokenOff(stop: Promise<string>, start: Promise<unknown>): Promise<never> {
  const signal = await stop;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = systemClock.after(STOP_MS, () =>
    reject(new Error(`${signal} came during the start, which is not over yet: it is broken off`)),
  );
  background(
    start.finally(() => timer.cancel()),
    () => {},
  );
  return promise;
}

/** A database that is brought up to date takes as long as it is large: the service manager is notified that the start goes on. */
async function started<T>(start: Promise<T>, manager: ServiceManager | undefined): Promise<T> {
  if (!manager) return start;
  const begun = systemClock.monotonic();
  const longer = systemClock.every(EXTEND_MS, () => {
    if (systemClock.monotonic() - begun < LONGEST_START_MS) {
      background(manager.notify(`EXTEND_TIMEOUT_USEC=${3 * EXTEND_MS * 1000}`), impossible);
    }
  });
  try {
    return await start;
  } finally {
    longer.cancel();
  }
}

/** Notifies the service manager that everything is ready, and from then on that it stays so. */
async function watched(app: Waystation, manager: ServiceManager, log: Log): Promise<{ stop(): void } | undefined> {
  await manager.notify('READY=1', `STATUS=${app.statusLine()}`);
  const { watchdogMs } = manager;
  if (watchdogMs === undefined) return undefined;
  return startWatchdog({
    clock: systemClock,
    log,
    watchdogMs,
    checks: app.liveness,
    alive: () => manager.notify('WATCHDOG=1', `STATUS=${app.statusLine()}`),
  });
}

function reload(app: Waystation, log: Log, options: Options, command: Command): void {
  let config: Config | undefined;
  try {
    config = configOf(command).config;
    log.level = levelOf(config, options);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log.error({ problems: error.problems }, 'the configuration is wrong now, the settings from before stay');
  }
  app.reload(config);
}

async function startDemo(app: Waystation, log: Log): Promise<{ stop(): Promise<void> }> {
  const { startDemo } = await import('./simulate/demo.ts');
  return startDemo({ app, log });
}

/** A reader sees the whole file or none. */
function writeWhole(path: string, content: string): void {
  const beside = `${path}.${process.pid}.tmp`;
  writeFileSync(beside, content);
  renameSync(beside, path);
}

/** For who has no terminal, and finds it in a file. */
function briefly(app: Waystation, config: Config): string {
  const { ports } = app;
  const dialled = dialledHost(config.pki.server_names) ?? 'localhost';
  return [
    `Waystation ${readRelease().version} is ready; data and keys are in ${config.data_dir}`,
    `Open ${pageAddress(app, config)}`,
    `To connect a base station, issue its certificate: ${ISSUE}`,
    `Copy the files of that folder to it, and let it dial ${dialled}:${ports.bssci}`,
  ].join('\n');
}

/** After the first lines of the demo: where to go on. */
function demoWelcome(app: Waystation, config: Config): string {
  return [
    '',
    'Two simulated base stations, two sensors and an application center are at work, over real TLS; Ctrl-C ends it.',
    `Data and keys are in ${config.data_dir}. Open ${pageAddress(app, config)}`,
    '',
  ].join('\n');
}

function apiAddress({ ports }: Waystation, config: Config): string {
  return `${hasGatewayTls(config) ? 'https' : 'http'}://${reachable(config.gateway_host, config)}:${ports.gateway}`;
}

/** Where a person begins. */
function pageAddress(app: Waystation, config: Config): string {
  return `${apiAddress(app, config)}${config.console.enabled ? CONSOLE_PAGE : API_PAGE}`;
}

/** An address to dial: one that means every address of this machine is none. */
function reachable(host: string, { pki }: Config): string {
  const named = EVERYWHERE.has(host) ? (dialledHost(pki.server_names) ?? 'localhost') : host;
  return named.includes(':') ? `[${named}]` : named;
}

function welcome(app: Waystation, config: Config): string {
  const { ports } = app;
  const dialled = dialledHost(config.pki.server_names) ?? 'localhost';
  const rows: [string, string | undefined][] = [
    ['base stations', ports.bssci === null ? undefined : `${dialled}:${ports.bssci} (TLS)`],
    ['application centers', ports.scaci === null ? undefined : `${dialled}:${ports.scaci} (TLS)`],
    ['console', config.console.enabled ? pageAddress(app, config) : undefined],
    ['API', `${apiAddress(app, config)}, its page ${apiAddress(app, config)}${API_PAGE}`],
    ['health', `http://${reachable(config.health.host, config)}:${ports.health_core}/health`],
    ['data', config.data_dir],
  ];
  return [
    '',
    `Waystation ${readRelease().version} is ready.`,
    '',
    ...rows.flatMap(([name, value]) => (value === undefined ? [] : `  ${name.padEnd(20)} ${value}`)),
    '',
    'To connect a base station, issue its certificate and copy the files to it:',
    `  ${ISSUE}`,
    `Then let it dial ${dialled}:${ports.bssci ?? config.bssci_port}. Ctrl-C stops the service.`,
    '',
  ].join('\n');
}
