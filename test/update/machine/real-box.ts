import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { openApi } from '../../../src/cli/api.ts';
import { latestOf } from '../../../src/database/migrate.ts';
import { migrations } from '../../../src/domain/migrations/all.ts';
import { type Entry, openUpdate, readJournal } from '../../../src/update/machine/journal.ts';
import { layoutOf } from '../../../src/update/machine/layout.ts';
import { readAnswer, requestUpdate, type UpdateAnswer } from '../../../src/update/machine/request.ts';
import type { TrialTimes } from '../../../src/update/machine/trial.ts';
import { METADATA } from '../../../src/update/source.ts';
import { Repository } from '../repository.ts';
import { tar } from '../tar.ts';
import type { SupervisorRequest } from './supervisor-process.ts';

const root = new URL('../../../', import.meta.url).pathname;
const node = process.execPath;
const FLAGS = ['--preserve-symlinks', '--preserve-symlinks-main'];
const LINKED = ['node_modules', 'proto', 'catalog', 'scripts', 'config', 'web', 'test'];
const POLL_MS = 100;
const YEAR_MS = 365 * 24 * 3_600_000;

/** What a release does that a box must not keep. */
export interface Variant {
  readonly name: string;
  /** Lines of shell in front of the program. */
  readonly script?: string;
  /** In place of the whole script. */
  readonly content?: string;
  /** For `broken.mjs`. */
  readonly broken?: (ports: Ports) => string;
  /** SQL of a migration more, or of several. */
  readonly migration?: string | readonly string[];
  /** No program before it can run on what its migrations make. */
  readonly breaks?: boolean;
  /** What is said of it in the list of releases. */
  readonly about?: object;
  /** The rehearsal finds nothing, as on a snapshot of before the trouble. */
  readonly blind?: boolean;
  readonly ends: 'installed' | 'refused' | 'rolled_back';
  readonly why?: RegExp;
}

export interface Ports {
  readonly bssci: number;
  readonly scaci: number;
  readonly gateway: number;
  readonly core: number;
  readonly health_core: number;
  readonly health_gateway: number;
}

const latest = latestOf(migrations);

/** The ten releases that must be gone again, and those beside them that show that it is not because of something else. */
export const variants = ({ laterMs }: { laterMs: number }): readonly Variant[] => [
  {
    name: 'will not exec',
    content: '\x7fELF and no more',
    ends: 'refused',
    why: /the new program (cannot be run|ends with exit code 12[67])/,
  },
  { name: 'exits at once', script: '[ "$1" != serve ] || exit 1', ends: 'rolled_back', why: /ended with exit code 1/ },
  { name: 'exits later', broken: () => `ends ${laterMs}`, ends: 'rolled_back', why: /ended with exit code 1/ },
  { name: 'never ready', script: '[ "$1" != serve ] || exec sleep 3600', ends: 'rolled_back', why: /not ready after/ },
  {
    name: 'migration fails',
    migration: 'INSERT INTO nowhere VALUES (1)',
    ends: 'refused',
    why: /exit code 65.*nowhere/,
  },
  {
    name: 'migration fails in the trial',
    migration: 'INSERT INTO nowhere VALUES (1)',
    blind: true,
    ends: 'rolled_back',
    why: /exit code 65/,
  },
  {
    name: 'migration loses rows',
    migration: 'DELETE FROM message',
    ends: 'refused',
    why: /exit code 65.*table message had/,
  },
  {
    name: 'migration loses rows in the trial',
    migration: 'DELETE FROM message',
    blind: true,
    ends: 'rolled_back',
    why: /exit code 65/,
  },
  { name: 'eats memory', broken: () => 'eats', ends: 'rolled_back', why: /MB in memory/ },
  { name: 'deaf listener', broken: ({ bssci }) => `deaf ${bssci}`, ends: 'rolled_back', why: /bssci/ },
  { name: 'exit 78', script: '[ "$1" != serve ] || exit 78', ends: 'rolled_back', why: /ended with exit code 78/ },
  { name: 'hangs', broken: () => `hangs ${laterMs}`, ends: 'rolled_back', why: /no sign of life/ },
  { name: 'has a table more', migration: `CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT`, ends: 'installed' },
];

/** Releases whose database no program before them can use: one that does not work, and one that does, which has to be the last. */
export const breaking = ({ laterMs }: { laterMs: number }): readonly Variant[] => [
  {
    name: 'breaks the database, exits later',
    ...{ migration: BREAKS, breaks: true, broken: () => `ends ${laterMs}` },
    ...{ ends: 'rolled_back', why: /ended with exit code 1/ },
  },
  { name: 'breaks the database', migration: BREAKS, breaks: true, ends: 'installed' },
];
const BREAKS = 'CREATE TABLE other (id INTEGER PRIMARY KEY) STRICT';

/** A box without systemd: a program that is a file, what supervises it, and a repository of releases. */
export class RealBox {
  readonly dir: string;
  readonly repository = new Repository();
  readonly ports: Ports;
  readonly settings: string;
  readonly state: string;
  /** What an integration was given, how often. */
  readonly delivered = new Map<string, number>();
  readonly #times: TrialTimes;
  readonly #target: Server;
  #version = 1;
  #installed = '0.1.0';
  #supervisor: ChildProcess | undefined;
  log = '';

  static async make(dir: string, times: TrialTimes): Promise<RealBox> {
    const ports = await freePorts(6);
    const box = new RealBox(dir, times, ports, createHttp());
    box.#target.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
        const { epEui, packetCnt } = JSON.parse(body) as { epEui: string; packetCnt: number };
        const key = `${epEui} ${packetCnt}`;
        box.delivered.set(key, (box.delivered.get(key) ?? 0) + 1);
        response.statusCode = 204;
        response.end();
      });
    });
    box.#target.listen(0, '127.0.0.1');
    await once(box.#target, 'listening');
    return box;
  }

  private constructor(dir: string, times: TrialTimes, ports: readonly number[], target: Server) {
    const [bssci = 0, scaci = 0, gateway = 0, core = 0, health_core = 0, health_gateway = 0] = ports;
    this.dir = dir;
    this.#times = times;
    this.#target = target;
    this.ports = { bssci, scaci, gateway, core, health_core, health_gateway };
    this.settings = join(dir, 'waystation.yaml');
    this.state = layoutOf(this.dataDir, this.program, false).state;
    mkdirSync(join(dir, 'bin'));
    mkdirSync(this.dataDir, { mode: 0o700 });
    for (const role of ['root', 'timestamp', 'snapshot', 'targets'] as const) {
      this.repository[role].expires = new Date(Date.now() + YEAR_MS).toISOString();
    }
    this.repository.publishRoot();
    writeFileSync(
      this.settings,
      JSON.stringify({
        data_dir: this.dataDir,
        ...{ bssci_host: '127.0.0.1', scaci_host: '127.0.0.1', bssci_port: bssci, scaci_port: scaci },
        ...{ gateway_port: gateway, core_port: core, health: { core_port: health_core, gateway_port: health_gateway } },
        ...{ pki: { key_type: 'ec-p256' }, limits: { requests_per_s: 0 }, log: { level: 'info', format: 'json' } },
        integrations: { allow_targets: ['127.0.0.0/8'] },
      }),
    );
    writeFileSync(this.program, this.#release({ name: 'old', ends: 'installed' }, '0.1.0'), { mode: 0o755 });
  }

  get dataDir(): string {
    return join(this.dir, 'data');
  }

  get program(): string {
    return join(this.dir, 'bin', 'waystation');
  }

  get entries(): Entry[] {
    return readJournal(this.state);
  }

  get targetUrl(): string {
    return `http://127.0.0.1:${(this.#target.address() as AddressInfo).port}/`;
  }

  /** Starts what supervises, and waits until the service is ready. @param killAt the step before which it ends itself */
  start(killAt?: string): void {
    const request: SupervisorRequest = {
      ...{ file: this.settings, installed: this.program, version: this.#installed, times: this.#times, killAt },
    };
    const entry = join(this.dir, '0.1.0', 'test/update/machine/supervisor-process.ts');
    const child = spawn(node, [...FLAGS, entry, JSON.stringify(request)], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.setEncoding('utf8');
    child.stderr.on('data', (text: string) => {
      this.log = (this.log + text).slice(-200_000);
    });
    this.#supervisor = child;
  }

  async ready(withinMs = 120_000): Promise<string> {
    const until = performance.now() + withinMs;
    while (performance.now() < until) {
      const version = await this.version();
      if (version !== undefined) return version;
      await sleep(POLL_MS);
    }
    throw new Error(`the box is not ready:\n${this.log.slice(-3000)}`);
  }

  /** What serves; undefined: nothing does. */
  async version(): Promise<string | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.ports.health_core}/health`, {
        signal: AbortSignal.timeout(2000),
      });
      const { version, status } = (await answer.json()) as { version?: string; status?: string };
      return status === 'starting' ? undefined : version;
    } catch {
      return undefined;
    }
  }

  async addIntegration(): Promise<void> {
    const api = openApi(this.ports.gateway);
    try {
      const http = { url: this.targetUrl, timeout_seconds: 20 };
      await api.call('CreateIntegration', { integration: { kind: 'http', name: 'target', http } });
    } finally {
      api.close();
    }
  }

  /** Publishes a release that does what the variant says. @returns its version */
  publish(variant: Variant): string {
    const version = `0.${++this.#version}.0`;
    const about = { version, architecture: process.arch, form: 'executable', ...variant.about };
    this.repository.addTarget(`waystation-${version}`, this.#release(variant, version), about);
    this.repository.publish({ next: true });
    return version;
  }

  /** Asks for a release that does what the variant says, as the command does. @returns its version */
  ask(variant: Variant): { version: string; id: string } {
    const version = this.publish(variant);
    return { version, id: this.askForNewest() };
  }

  /** Asks for the newest release that was published, by a bundle. */
  askForNewest(): string {
    const bundle = join(this.dir, `${this.#version}.wsu`);
    writeFileSync(bundle, tar([...this.repository.files].map(([path, content]) => ({ path, content }))));
    const request = { by: 'a test', file: bundle, stale: false, downgrade: false, again: true };
    return requestUpdate(this.state, request);
  }

  /** Waits for the end of what was asked. @returns undefined when the one who supervises has ended before */
  async ended(id: string, withinMs: number): Promise<Entry | UpdateAnswer | undefined> {
    const until = performance.now() + withinMs;
    while (performance.now() < until) {
      const answer = readAnswer('operator', this.state);
      if (answer?.id === id) {
        if (!('update' in answer)) return answer;
        const { entries } = this;
        const last = entries.filter(({ update }) => update === answer.update).at(-1);
        if (last && openUpdate(entries).length === 0) {
          if (last.step === 'installed') this.#installed = entries.findLast(each => each.step === 'begun')?.to ?? '';
          return last;
        }
      }
      if (this.#supervisor?.exitCode !== null || this.#supervisor.signalCode !== null) return undefined;
      await sleep(POLL_MS);
    }
    throw new Error(`no end in ${withinMs} ms: ${JSON.stringify(this.entries.at(-1))}\n${this.log.slice(-3000)}`);
  }

  /** Ends what supervises, and with it the service. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.#supervisor;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.#target.closeAllConnections();
    this.#target.close();
  }

  /** With the signatures that it was published with. */
  #root(): Uint8Array {
    const { files, root } = this.repository;
    return files.get(`${METADATA}/${root.version}.root.json`) ?? new Uint8Array();
  }

  /** Makes the sources of a release. @returns its program */
  #release(variant: Variant, version: string): string {
    const { script = '', content, broken, migration, blind = false } = variant;
    const folder = join(this.dir, version);
    mkdirSync(join(folder, 'packaging/update'), { recursive: true });
    for (const name of LINKED) symlinkSync(join(root, name), join(folder, name));
    if (migration === undefined) symlinkSync(join(root, 'src'), join(folder, 'src'));
    else {
      cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
      const all = join(folder, 'src/domain/migrations/all.ts');
      const more = [migration]
        .flat()
        .map((up, at) => ({ id: latest + 1 + at, ...(!variant.breaks && { readableFrom: latest }), up }))
        .map(each => `${JSON.stringify(each)},\n`);
      writeFileSync(all, readFileSync(all, 'utf8').replace(/\];\s*$/, `${more.join('')}];`));
    }
    const described = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, version }));
    writeFileSync(join(folder, 'packaging/update/root.json'), this.#root());
    const flags = broken ? [...FLAGS, '--import', join(root, 'test/update/machine/broken.mjs')] : FLAGS;
    const lines = [
      '#!/bin/sh',
      script,
      ...(blind
        ? [`[ "$1 $2" != "update rehearse" ] || exec echo '{"upgrade_ms":100,"readable_from":${latest}}'`]
        : []),
      ...(broken ? [`export BROKEN='${broken(this.ports)}'`] : []),
      `exec ${node} ${flags.join(' ')} ${join(folder, 'src/main.ts')} "$@"`,
    ];
    return content ?? `${lines.filter(line => line !== '').join('\n')}\n`;
  }
}

/** Ports that nothing listens on now. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map(server => once(server, 'listening')));
  const ports = servers.map(server => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(server => new Promise(done => server.close(done))));
  return ports;
}
