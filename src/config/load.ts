import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIPv4 } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { limitProblems } from './alerts.ts';
import { MASTER_KEY_CREDENTIAL, type Machine, type Setting } from './kinds.ts';
import { nearest } from './nearest.ts';
import { providerProblems } from './providers.ts';
import {
  type Config,
  type DeepPartial,
  isSetting,
  type Section,
  schema,
  settings,
  TLS_1_3_SUITES,
  variableOf,
} from './schema.ts';

export type { Config, DeepPartial } from './schema.ts';

/** The configuration is wrong: every problem at once, each with the path of its key. Nothing was opened. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the configuration is wrong: ${problems.join('; ')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Where the process finds its settings; in this order, the last wins: file, environment, `overrides`. */
export interface Sources {
  /** As named on the command line; it must exist. */
  file?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  overrides?: DeepPartial<Config>;
}

export interface Loaded {
  config: Config;
  warnings: string[];
  /** The file that was read, undefined when the defaults alone apply. */
  file?: string;
}

const SYSTEM_FILE = '/etc/waystation/waystation.yaml';
/** Switches that must not be missed by a typing error. */
const SECURITY_SWITCHES = 'PLATFORM_AUTH_';

/**
 * Reads file and environment and checks everything.
 * @throws ConfigError with all problems
 */
export function loadConfig({ file, env, cwd, overrides = {} }: Sources): Loaded {
  const reading = new Reading(machineOf(env), cwd);
  const found = findFile(file, env, cwd);
  if (found) reading.file(found);
  reading.environment(env);
  reading.tree(overrides);
  const config = reading.finish();
  return { config, warnings: reading.warnings, ...(found && { file: found }) };
}

/**
 * The configuration of an embedded service center: these settings and the defaults, no file, no environment.
 * @throws ConfigError with all problems
 */
export function configFrom(given: DeepPartial<Config>): Config {
  const reading = new Reading(machineOf({}), process.cwd());
  reading.tree(given);
  return reading.finish();
}

function findFile(file: string | undefined, env: Sources['env'], cwd: string): string | undefined {
  const named = file ?? env.PLATFORM_CONFIG;
  if (named !== undefined) return resolve(cwd, named);
  return [join(cwd, 'waystation.yaml'), SYSTEM_FILE].find(existsSync);
}

function machineOf(env: Sources['env']): Machine {
  const interfaces = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return {
    hostName: hostname(),
    // Link-local IPv6 addresses mean nothing without their zone, which no certificate can carry.
    addresses: interfaces.map(each => each.address).filter(address => !address.startsWith('fe80:')),
    platform: `${process.platform}/${process.arch}`,
    credential(name) {
      const path = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, name);
      return path && existsSync(path) ? path : undefined;
    },
  };
}

const secretFileKeys = new Map(
  [...settings].filter(([, setting]) => setting.secret).map(([key]) => [`${key}_file` as string, key] as const),
);
const knownKeys = [...settings.keys(), ...secretFileKeys.keys()];
const sections = new Set(knownKeys.flatMap(key => key.split('.').slice(0, -1)));
const keyOfVariable = new Map(knownKeys.map(key => [variableOf(key), key] as const));

/** One reading of all sources: collects what was given and what is wrong with it. */
class Reading {
  readonly warnings: string[] = [];
  readonly #problems: string[] = [];
  readonly #given = new Map<string, { value: unknown; name: string }>();
  readonly #machine: Machine;
  readonly #cwd: string;

  constructor(machine: Machine, cwd: string) {
    this.#machine = machine;
    this.#cwd = cwd;
  }

  file(path: string): void {
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      this.#problems.push(`${path}: cannot be read (${reason(error)})${adviceFor(error)}`);
      return;
    }
    // Loaded for a file only: most boxes run on defaults, and the parser takes ten megabytes.
    const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
    const document = parseDocument(text, { prettyErrors: true });
    if (document.errors.length > 0) {
      for (const error of document.errors) this.#problems.push(`${path}: ${error.message.split('\n')[0]}`);
      return;
    }
    const content: unknown = document.toJS();
    if (content === null || content === undefined) return;
    if (!isTree(content)) {
      this.#problems.push(`${path}: must contain keys with values`);
      return;
    }
    this.tree(content);
    if (this.#given.has('alerts.email.password')) {
      this.warnings.push(
        'alerts.email.password: stands in the configuration file; alerts.email.password_file keeps it apart',
      );
    }
    const hasSecret = [...this.#given.keys()].some(key => settings.get(key)?.secret);
    if (hasSecret && (statSync(path).mode & 0o004) !== 0) {
      this.warnings.push(`${path} contains a secret and can be read by everybody; chmod 640 it`);
    }
  }

  tree(content: object): void {
    const layer = new Set<string>();
    this.#branch(content, schema, '', layer);
    this.#noTwice(layer);
  }

  environment(env: Sources['env']): void {
    const layer = new Set<string>();
    for (const [name, text] of Object.entries(env)) {
      if (!name.startsWith('PLATFORM_') || name === 'PLATFORM_CONFIG' || text === undefined) continue;
      const key = keyOfVariable.get(name);
      if (key === undefined) {
        this.#unknownVariable(name);
        continue;
      }
      const setting = settings.get(key);
      this.#give(key, setting ? setting.fromText(text) : text, `${key} (${name})`, layer);
    }
    this.#noTwice(layer);
  }

  /** @throws ConfigError */
  finish(): Config {
    const dataDir = resolve(this.#cwd, String(this.#value('data_dir', schema.data_dir) ?? ''));
    const values = new Map<string, unknown>();
    for (const [key, setting] of settings) {
      const value = key === 'data_dir' ? dataDir : this.#value(key, setting, dataDir);
      values.set(key, setting.path && typeof value === 'string' ? resolve(dataDir, value) : value);
    }
    for (const [key, { follows }] of settings) {
      if (follows !== undefined && !this.#given.has(key)) values.set(key, values.get(follows));
    }
    // Sound when there is no problem: every value came from the setting that gives the type.
    const config = nest(schema, '', values) as Config;
    if (this.#problems.length === 0) {
      this.#problems.push(...unsafe(config));
      this.warnings.push(...risky(config));
    }
    if (this.#problems.length > 0) throw new ConfigError([...new Set(this.#problems)]);
    return config;
  }

  #branch(content: object, section: Section, prefix: string, layer: Set<string>): void {
    for (const [name, value] of Object.entries(content)) {
      const key = prefix + name;
      const node = Object.hasOwn(section, name) ? section[name] : undefined;
      if (!node && !secretFileKeys.has(key)) this.#unknownKey(key);
      else if (value === null || value === undefined) continue;
      else if (!node || isSetting(node)) this.#give(key, value, key, layer);
      else if (isTree(value)) this.#branch(value, node, `${key}.`, layer);
      else this.#problems.push(`${key}: must be a section with keys of its own`);
    }
  }

  #give(key: string, value: unknown, name: string, layer: Set<string>): void {
    layer.add(key);
    this.#given.set(key, { value, name });
  }

  /** A secret stands there either itself or as a file; the source of higher rank replaces both forms. */
  #noTwice(layer: ReadonlySet<string>): void {
    for (const [fileKey, key] of secretFileKeys) {
      if (layer.has(fileKey) && layer.has(key)) this.#problems.push(`${key}: given twice, also as ${fileKey}`);
      else if (layer.has(fileKey)) this.#given.delete(key);
      else if (layer.has(key)) this.#given.delete(fileKey);
    }
  }

  #value(key: string, setting: Setting<unknown>, dataDir = ''): unknown {
    const file = this.#given.get(`${key}_file`);
    if (setting.secret && file) return this.#secretFromFile(file, dataDir);
    const given = this.#given.get(key);
    if (!given) return setting.fallback(this.#machine);
    const value = setting.accept(given.value);
    if (value === undefined) {
      const shown = setting.secret ? '' : `, not ${JSON.stringify(given.value)}`;
      this.#problems.push(`${given.name}: must be ${setting.kind}${shown}`);
    }
    return value;
  }

  #secretFromFile(file: { value: unknown; name: string }, dataDir: string): string | undefined {
    try {
      const content = readFileSync(resolve(dataDir, String(file.value)), 'utf8').replace(/\r?\n$/, '');
      if (content !== '') return content;
      this.#problems.push(`${file.name}: the file is empty`);
    } catch (error) {
      this.#problems.push(`${file.name}: cannot be read (${reason(error)})${adviceFor(error)}`);
    }
    return undefined;
  }

  #unknownKey(key: string): void {
    const hint = nearest(key, [...knownKeys, ...sections]);
    this.#problems.push(`${key}: unknown key${hint ? `, did you mean ${hint.name}?` : ''}`);
  }

  #unknownVariable(name: string): void {
    const hint = nearest(name, keyOfVariable.keys());
    const message = `${name}: unknown variable${hint ? `, did you mean ${hint.name}?` : ''}`;
    const meantSwitch = hint?.name.startsWith(SECURITY_SWITCHES) && hint.distance === 1;
    (meantSwitch ? this.#problems : this.warnings).push(message);
  }
}

function nest(section: Section, prefix: string, values: ReadonlyMap<string, unknown>): object {
  return Object.fromEntries(
    Object.entries(section).map(([name, node]) => [
      name,
      isSetting(node) ? values.get(prefix + name) : nest(node, `${prefix}${name}.`, values),
    ]),
  );
}

/** Combinations that are refused. */
function unsafe(config: Config): string[] {
  const problems: string[] = [];
  if (!isLoopback(config.core_host) && !config.core.allow_remote) {
    problems.push(
      `core_host: ${config.core_host} lets other machines reach the internal service; set core.allow_remote if that is wanted`,
    );
  }
  for (const name of ['bssci_tls', 'scaci_tls', 'gateway_tls'] as const) {
    if ((config[name].cert === undefined) !== (config[name].key === undefined)) {
      problems.push(`${name}.cert: cert and key go together`);
    }
  }
  const { ciphers, min_version } = config.scaci_tls;
  if (min_version === '1.3' && !ciphers.some(suite => suite.startsWith('TLS_'))) {
    problems.push(`scaci_tls.ciphers: with min_version 1.3 one of ${TLS_1_3_SUITES.join(', ')} is needed`);
  }
  if (config.bssci.dead_s <= config.bssci.ping_s) {
    problems.push('bssci.dead_s: must be longer than bssci.ping_s, or every silent base station is cut off');
  }
  if (config.update.auto !== 'off' && config.update.url === undefined) {
    problems.push(`update.auto: ${config.update.auto} needs update.url, where the releases are`);
  }
  problems.push(...limitProblems(config.alerts));
  problems.push(...providerProblems(config.auth));
  problems.push(...unsafeEmail(config.alerts.email));
  const ports = new Map<number, string>();
  for (const [key, setting] of settings) {
    if (!key.endsWith('_port')) continue;
    const chosen = at(config, key);
    if (typeof chosen !== 'number' || chosen === 0) continue;
    const other = ports.get(chosen);
    if (other) problems.push(`${key}: port ${chosen} is taken by ${other}`);
    else if (setting) ports.set(chosen, key);
  }
  return problems;
}

function unsafeEmail({ host, to, username, password, starttls }: Config['alerts']['email']): string[] {
  const problems: string[] = [];
  if (host !== undefined && to.length === 0)
    problems.push('alerts.email.to: an address is needed with alerts.email.host');
  if (host === undefined && to.length > 0)
    problems.push('alerts.email.host: a mail server is needed with alerts.email.to');
  if ((username === undefined) !== (password === undefined)) {
    problems.push('alerts.email.username: username and password go together');
  }
  if (host !== undefined && password !== undefined && starttls === 'none' && !isLoopback(host)) {
    problems.push(`alerts.email.starttls: without TLS the password would be sent to ${host} for everybody to read`);
  }
  return problems;
}

/** Combinations that work and are worth a word. */
function risky(config: Config): string[] {
  const { gateway_host: host } = config;
  if (isLoopback(host)) return [];
  if (!config.auth.enabled) {
    return [`gateway_host: ${host} lets everybody in the network use the API, which asks for no credentials`];
  }
  if (hasGatewayTls(config) || config.gateway.trusted_proxies.length > 0) return [];
  return [`gateway_tls.enabled: without TLS nobody can sign in at ${host} from elsewhere`];
}

/** Whether the public API speaks TLS. */
export function hasGatewayTls({ gateway_tls: { enabled }, gateway_host: host, auth }: Config): boolean {
  return enabled === 'auto' ? auth.enabled && !isLoopback(host) : enabled;
}

/** The value of a key such as `health.core_port`. */
export function at(config: Config, key: string): unknown {
  return key.split('.').reduce<unknown>((node, name) => (isTree(node) ? node[name] : undefined), config);
}

/** Where the master key lies: a credential's folder is guarded by the service manager, so its file mode says nothing. */
export function masterKeyPlace({ master_key_file: file }: Config): { file: string; credentialsDirectory?: string } {
  return basename(file) === MASTER_KEY_CREDENTIAL ? { file, credentialsDirectory: dirname(file) } : { file };
}

/** Reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** For who may not read a file; the service itself is no person that could. */
function adviceFor(error: unknown): string {
  const forbidden = reason(error) === 'EACCES' || reason(error) === 'EPERM';
  return forbidden ? ': run it with sudo, or give the file to the user that runs this' : '';
}

function reason(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
