import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/units.ts';

/** What is known of an alert when its sentence is made. */
export interface AlertFacts {
  /** Name of its source, or the EUI. */
  readonly name: string;
  /** How high it is; of a count, how often it happened. */
  readonly level: number;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

type StepSeverity = 'info' | 'warning' | 'error' | 'critical';

/** Limits of a rule as the configuration gives them: numbers only, they are handed from thread to thread. */
export interface RuleSetting {
  readonly enabled: boolean;
  /** One for each severity, the mildest first; none where the machine gives them (`Seen.limits`). */
  readonly limits: readonly number[];
  /** At or beyond it, on the safe side, it clears; null: only by what is seen to be over. Of a count: fewer than so many within `clearMs`. */
  readonly clear: number | null;
  readonly holdMs: number;
  readonly clearMs: number;
  /** Of a count: the time in which so many are too many. */
  readonly windowMs: number;
}

export interface Rule {
  readonly category:
    | 'endpoint'
    | 'basestation'
    | 'message'
    | 'downlink'
    | 'scaci'
    | 'certificate'
    | 'integration'
    | 'security'
    | 'system';
  readonly title: string;
  /** Whether it is on by itself. */
  readonly on: boolean;
  /** `count`: so many within a window. Else a level: at or above its limit, above it, or below it. */
  readonly opens: 'count' | 'from' | 'above' | 'below';
  /** The mildest first: severity and limit. */
  readonly steps: readonly (readonly [severity: StepSeverity, limit: number])[];
  /** `state`: on or off, nothing to be set. `machine`: what is observed says the limits. */
  readonly limits: 'settable' | 'state' | 'machine';
  /** From which value on it opens where that is not the limit itself. */
  readonly openAt?: (limit: number) => number;
  /** Where it clears when the configuration does not say so, by its first limit; none: only by what is seen to be over. */
  readonly clearAt?: (limit: number) => number;
  readonly holdMs?: number;
  /** How long it has to be clear; of a count: the time in which fewer than `clearAt` are few enough. */
  readonly clearMs?: number;
  readonly windowMs?: number;
  /** About what connects from outside: after a start it gets its hold time anew. */
  readonly peer?: true;
  /** Its level is counted from event to event and known below the limit, too. */
  readonly remembers?: true;
  /** A limit more, by its name in the configuration. */
  readonly more?: Readonly<Record<string, { readonly about: string; readonly value: number }>>;
  /** What is wrong, as a sentence. */
  says(told: AlertFacts): string;
  /** What to do, as a sentence. */
  readonly todo: string;
}

const zero = () => 0;
const half = (limit: number) => limit / 2;
/** On or off: level 1 or 0. */
const state = { opens: 'from', limits: 'state', clearAt: zero } as const;
const count = { opens: 'count', limits: 'settable' } as const;
const on = true;
const percent = (part: number): string => `${Math.round(part * 100)} %`;
const some = (value: string | number | boolean | undefined, before: string): string =>
  value === undefined || value === '' ? '' : `${before}${value}`;
const daysLeft = (what: string, level: number): string =>
  level < 0 ? `${what} has ended.` : `${what} ends in ${Math.floor(level)} days.`;
const certificate = {
  category: 'certificate',
  on,
  opens: 'below',
  limits: 'settable',
  clearAt: (limit: number) => limit,
} as const;
const DAYS = [
  ['warning', 30],
  ['error', 7],
  ['critical', 0],
] as const;

/** Every rule there is (events 4): when it opens and clears, what it says, and what to do. */
export const rules = {
  basestation_offline: {
    ...{ ...state, category: 'basestation', title: 'Base station is offline', on, peer: true },
    ...{ steps: [['error', 1]], holdMs: 5 * MINUTE_MS },
    says: ({ name, data }) => `Base station ${name} is not connected${some(data.reason, ': ')}.`,
    todo: 'Check its power and its network, and whether it still has the right address of this service center.',
  },
  basestation_flapping: {
    ...{ ...count, category: 'basestation', title: 'Base station loses its connection again and again', on },
    ...{ steps: [['warning', 5]], windowMs: HOUR_MS, clearMs: HOUR_MS, clearAt: () => 2 },
    says: ({ name, level }) => `Base station ${name} has lost its connection ${level} times within a short time.`,
    todo: 'Check its network, above all the signal of a mobile modem.',
  },
  basestation_refused: {
    ...{ ...count, category: 'basestation', title: 'Base station is refused', on },
    ...{ steps: [['warning', 3]], windowMs: 10 * MINUTE_MS, clearMs: HOUR_MS, clearAt: () => 1 },
    says: ({ name, data }) => `Base station ${name} tries to connect and is refused${some(data.reason, ': ')}.`,
    todo: 'Register it, or give it a certificate of this service center; if it is not yours, find out who owns it.',
  },
  basestation_status: {
    ...{ category: 'basestation', title: 'Base station reports an error', on, peer: true },
    ...{ ...state, steps: [['warning', 1]] },
    says: ({ name, data }) =>
      `Base station ${name} reports an error${some(data.code, ' ')}${some(data.message, ': ')}.`,
    todo: 'Look up the code in the manual of the base station.',
  },
  basestation_load: {
    ...{ category: 'basestation', title: 'Base station has too much to do', on, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 0.95]], clearAt: limit => Math.max(limit - 0.1, 0) },
    ...{ holdMs: 10 * MINUTE_MS, clearMs: 5 * MINUTE_MS },
    says: ({ name, level }) => `Base station ${name} uses ${percent(level)} of its processor or memory.`,
    todo: 'Restart the base station, and stop what else runs on it.',
  },
  basestation_temperature: {
    ...{ category: 'basestation', title: 'Base station is too hot', on, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 75]], clearAt: limit => limit - 5 },
    clearMs: 5 * MINUTE_MS,
    says: ({ name, level }) => `Base station ${name} is ${Math.round(level)} °C hot.`,
    todo: 'Give it shade and air, and check its fan.',
  },
  basestation_duty_cycle: {
    ...{ category: 'basestation', title: 'Base station has nearly used up its air time', on, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 0.1]] },
    ...{ openAt: limit => 0.9 * limit, clearAt: limit => 0.8 * limit, clearMs: 10 * MINUTE_MS },
    says: ({ name, level }) => `Base station ${name} transmits ${(level * 100).toFixed(1)} % of the time.`,
    todo: 'Send fewer downlinks, or spread their endpoints over more base stations.',
  },
  basestation_clock: {
    ...{ category: 'basestation', title: 'Clock of the base station is wrong', on, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 1]], clearAt: half, clearMs: 5 * MINUTE_MS },
    says: ({ name, level }) => `The clock of base station ${name} is off by ${level.toFixed(1)} s.`,
    todo: 'Give the base station a time server that it reaches.',
  },
  endpoint_silent: {
    ...{ category: 'endpoint', title: 'Endpoint is silent', on, peer: true },
    ...{ opens: 'from', limits: 'settable' },
    steps: [
      ['warning', 3],
      ['error', 10],
    ],
    says: ({ name, level }) => `Endpoint ${name} has sent nothing for ${level} of its intervals.`,
    todo: 'Check its battery, and whether it was moved or covered.',
  },
  endpoint_inactive: {
    ...{ category: 'endpoint', title: 'Endpoint is inactive', on: false, peer: true },
    ...{ opens: 'from', limits: 'state', steps: [['info', 1]] },
    says: ({ name }) => `Endpoint ${name} has sent nothing for longer than the activity window.`,
    todo: 'Check the endpoint, or set its uplink interval if it may be silent for so long.',
  },
  endpoint_attach_failing: {
    ...{ ...count, category: 'endpoint', title: 'Endpoint cannot attach', on },
    ...{ steps: [['warning', 3]], windowMs: HOUR_MS },
    says: ({ name, data }) => `Endpoint ${name} tries to attach and is refused${some(data.reason, ': ')}.`,
    todo: 'Compare its network key with the one on its label, and register it anew if it was exchanged.',
  },
  endpoint_loss: {
    ...{ category: 'endpoint', title: 'Endpoint loses messages', on: false, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 0.2]], clearAt: half },
    says: ({ name, level }) => `${percent(level)} of the last messages of endpoint ${name} were not received.`,
    todo: 'Move the endpoint or its antenna, or put up a base station nearer to it.',
  },
  endpoint_unknown: {
    ...{ ...count, category: 'endpoint', title: 'An endpoint that is not registered is heard', on },
    ...{ steps: [['info', 3]], windowMs: DAY_MS, clearMs: DAY_MS, clearAt: () => 1 },
    says: ({ name }) => `Endpoint ${name} is heard and not registered.`,
    todo: 'Register it if it is yours; else nothing needs to be done.',
  },
  decode_failing: {
    ...{ category: 'message', title: 'Payloads cannot be decoded', on, peer: true },
    ...{ opens: 'from', limits: 'settable', steps: [['warning', 5]], clearAt: zero },
    says: ({ name, level, data }) =>
      `The last ${level} payloads of endpoint ${name} could not be decoded${some(data.code, ': ')}.`,
    todo: 'Give the endpoint the blueprint of its model and firmware.',
  },
  downlink_failing: {
    ...{ category: 'downlink', title: 'Downlinks do not arrive', on, remembers: true },
    ...{ opens: 'from', limits: 'settable', steps: [['warning', 3]], clearAt: zero },
    says: ({ name, level }) => `The last ${level} downlinks for endpoint ${name} were not sent.`,
    todo: 'Check whether the endpoint still listens after its uplinks and whether a base station that hears it can transmit.',
  },
  scaci_disconnected: {
    ...{ ...state, category: 'scaci', title: 'Application center is away', on, peer: true },
    ...{ steps: [['warning', 1]], holdMs: 10 * MINUTE_MS },
    says: ({ name }) => `Application center ${name} is not connected; its messages are held.`,
    todo: 'Check whether the application center runs and reaches this service center.',
  },
  integration_failing: {
    ...{ ...state, category: 'integration', title: 'Integration does not deliver', on },
    ...{ steps: [['error', 1]], holdMs: 5 * MINUTE_MS, clearMs: MINUTE_MS },
    says: ({ name, data }) => `Integration ${name} does not deliver${some(data.error, ': ')}.`,
    todo: 'Check its target, its address and its credentials.',
  },
  certificate_server: {
    ...{ ...certificate, title: 'Server certificate ends soon', steps: DAYS },
    says: ({ level, data }) => daysLeft(`The server certificate${some(data.listener, ' of ')}`, level),
    todo: 'Renew it with `waystation certs renew`, or put a new file in its place.',
  },
  certificate_ca: {
    ...{ ...certificate, title: 'Certificate authority ends soon' },
    steps: [
      ['warning', 180],
      ['error', 30],
      ['critical', 0],
    ],
    says: ({ level }) => daysLeft('The certificate authority', level),
    todo: 'Make a new one and give every base station a new certificate.',
  },
  certificate_target: {
    ...{ ...certificate, title: 'Certificate of an integration ends soon', steps: DAYS },
    says: ({ name, level }) => daysLeft(`A certificate of integration ${name}`, level),
    todo: 'Have the owner of the target renew it, or give the integration a new client certificate.',
  },
  certificate_basestation: {
    ...{ ...certificate, title: 'Certificate of the base station ends soon', steps: DAYS },
    says: ({ name, level }) => daysLeft(`The certificate of base station ${name}`, level),
    todo: 'Issue a new certificate and install it on the base station.',
  },
  storage: {
    ...{ category: 'system', title: 'The disk is getting full', on, opens: 'below', limits: 'machine' },
    steps: [
      ['warning', 0],
      ['error', 0],
      ['critical', 0],
    ],
    ...{ clearAt: limit => 1.1 * limit, clearMs: MINUTE_MS },
    says: ({ level }) => `${Math.max(Math.floor(level), 0)} MB are free on the disk of the data folder.`,
    todo: 'Make room on the disk, or shorten `retention.messages_days`.',
  },
  database: {
    ...{ ...count, category: 'system', title: 'Database damaged', on },
    ...{ steps: [['critical', 1]], windowMs: 5 * MINUTE_MS, clearMs: 5 * MINUTE_MS, clearAt: () => 1 },
    says: ({ data }) => `The database had an error${some(data.message, ': ')}.`,
    todo: 'Take a backup away from this machine and exchange its card or disk.',
  },
  backup: {
    ...{ ...state, category: 'system', title: 'There is no recent backup', on, steps: [['error', 1]] },
    says: ({ data }) => `The last backup failed or is too old${some(data.message, ': ')}.`,
    todo: 'Check that the folder of the backups can be written and has room.',
  },
  listener: {
    ...{ ...state, category: 'system', title: 'A listener is down', on, steps: [['critical', 1]] },
    says: ({ data }) => `A listener takes no connections${some(data.name, ': ')}${some(data.message, ', ')}.`,
    todo: 'Check whether another program uses its port, then restart the service.',
  },
  update_rolled_back: {
    ...{ ...state, category: 'system', title: 'An update did not work', on, steps: [['error', 1]] },
    says: ({ data }) =>
      `Release ${data.to} did not work here, and ${data.from} serves again${some(data.why, ': ')}.${data.package ? ` For dpkg ${data.to} is installed: \`waystation doctor\` says what to do.` : ''}`,
    todo: 'Report what `waystation update status` says with a bug report; the next release that works ends this.',
  },
  overload: {
    ...{ category: 'system', title: 'The service center has too much to do', on, opens: 'above', limits: 'settable' },
    ...{ steps: [['warning', 1]], clearAt: limit => limit, holdMs: MINUTE_MS, clearMs: 5 * MINUTE_MS },
    says: ({ level }) =>
      `The service center is behind with its work, ${level.toFixed(1)} times what is normal at most.`,
    todo: 'Check what else runs on this machine, and whether its card or disk has become slow.',
  },
  login_attack: {
    ...{ ...count, category: 'security', title: 'Somebody tries passwords', on },
    ...{ steps: [['warning', 20]], windowMs: 10 * MINUTE_MS, clearMs: 30 * MINUTE_MS, clearAt: () => 1 },
    says: ({ level }) => `${level} logins failed within a short time.`,
    todo: 'Block the address they come from, and let nobody reach the API who need not.',
  },
  clock: {
    ...{ ...state, category: 'system', title: 'The system clock is wrong', on, steps: [['error', 1]] },
    says: ({ data }) => `The system clock jumped or is not synchronized${some(data.message, ': ')}.`,
    todo: 'Give this machine a time server that it reaches.',
  },
  update_available: {
    ...{ ...state, category: 'system', title: 'A newer release is there', on },
    steps: [
      ['info', 1],
      ['warning', 2],
    ],
    says: ({ level, data }) =>
      `Release ${data.version} is there${level > 1 ? ' and closes a hole' : ''}; ${data.running} runs here.`,
    todo: 'Read what is new, `waystation update check` shows it, and install it.',
  },
  update_stale: {
    ...{ ...state, category: 'system', title: 'What is newer cannot be known', on },
    ...{ steps: [['warning', 1]], holdMs: 6 * HOUR_MS },
    says: ({ data }) => `The list of releases is not trusted${some(data.message, ': ')}.`,
    todo: 'Check the clock and `update.url`; if both are right, ask the makers of the releases.',
  },
  endpoint_battery: {
    ...{ category: 'endpoint', title: 'Battery is low', on, peer: true },
    ...{ opens: 'below', limits: 'settable', steps: [['warning', 20]], clearAt: limit => limit + 5 },
    more: { volts: { about: 'Limit of a battery that tells its voltage, V.', value: 2.8 } },
    says: ({ name, level, data }) =>
      `The battery of endpoint ${name} is low: ${data.volts === undefined ? `${Math.round(level)} %` : `${data.volts} V`}.`,
    todo: 'Change the battery.',
  },
  basestation_deaf: {
    ...{ category: 'basestation', title: 'Base station hears nothing', on, peer: true },
    ...{ opens: 'above', limits: 'settable', steps: [['warning', 6]] },
    says: ({ name }) => `Base station ${name} is connected and hears nothing, while others do.`,
    todo: 'Check its antenna and the antenna cable.',
  },
  endpoint_margin: {
    ...{ category: 'endpoint', title: 'Endpoint is hardly heard', on: false, peer: true },
    ...{ opens: 'below', limits: 'settable', steps: [['info', 3]], clearAt: limit => limit + 2 },
    says: ({ name, level }) => `Endpoint ${name} is received ${level.toFixed(1)} dB above the weakest it ever was.`,
    todo: 'Move the endpoint or its antenna, or put up a base station nearer to it.',
  },
  endpoint_single_path: {
    ...{ ...state, category: 'endpoint', title: 'Only one base station hears the endpoint', on: false, peer: true },
    steps: [['info', 1]],
    says: ({ name, data }) => `Endpoint ${name} is heard by one base station only${some(data.bsEui, ': ')}.`,
    todo: 'Put up a second base station in reach of it if its messages matter.',
  },
  traffic_drop: {
    ...{ category: 'message', title: 'Far fewer messages than usual', on: false, opens: 'below', limits: 'settable' },
    ...{ steps: [['warning', 0.5]], clearAt: limit => 1.5 * limit },
    says: ({ level }) => `${percent(level)} of the messages that are usual at this hour arrived.`,
    todo: 'Look which base stations and endpoints are silent.',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
export const ruleNames = Object.keys(rules) as readonly RuleName[];

/** The name under which a rule of an organization opens alerts: `rule:` and its uuid. */
export type OwnRuleName = `rule:${string}`;
export type AlertRuleName = RuleName | OwnRuleName;

export function isOwnRule(name: string): name is OwnRuleName {
  return name.startsWith('rule:');
}

/** A rule by its name, where this release knows it. */
export function knownRule(name: string): AlertRuleName | undefined {
  return isOwnRule(name) ? name : ruleNames.find(known => known === name);
}

const ownSeverities = ['info', 'warning', 'error', 'critical'] as const;

/** How high an alert of an organization's own rule is seen: at the step of the severity that the rule says. */
export function ownLevel(severity: StepSeverity): number {
  return ownSeverities.indexOf(severity) + 1;
}

/** What all rules of organizations have in common; title and sentence come with what was seen. */
const ownRule: Rule = {
  ...{ ...state, category: 'endpoint', title: 'A rule holds', on },
  steps: ownSeverities.map((severity, at) => [severity, at + 1] as const),
  says: ({ name, data }) => String(data.description || `${name}: rule ${data.name} holds.`),
  todo: 'Look at the rule and at what the device has sent.',
};

export function ruleOf(name: AlertRuleName): Rule {
  return isOwnRule(name) ? ownRule : rules[name];
}

/** What the configuration says of a rule; a key is left out where the default holds. */
export interface RuleKeys {
  readonly enabled?: boolean;
  readonly limit?: number | readonly number[];
  readonly clear_limit?: number;
  readonly hold_s?: number;
  readonly clear_s?: number;
  readonly window_s?: number;
}
export type RuleSettings = Readonly<Record<RuleName, RuleSetting>>;

/** The limits that hold for each rule. */
export function ruleSettings(given: Readonly<Partial<Record<RuleName, RuleKeys>>> = {}): RuleSettings {
  const entries = ruleNames.map(name => [name, settingOf(ruleOf(name), given[name] ?? {})] as const);
  return Object.fromEntries(entries) as Record<RuleName, RuleSetting>;
}

/** Rules of organizations have no limits that can be set. */
const ownSetting = settingOf(ownRule, {});

/** The limits that hold for one rule. */
export function settingFor(settings: RuleSettings, name: AlertRuleName): RuleSetting {
  return isOwnRule(name) ? ownSetting : settings[name];
}

function settingOf(rule: Rule, keys: RuleKeys): RuleSetting {
  const { steps, openAt = limit => limit, clearAt } = rule;
  const limits = keys.limit === undefined ? steps.map(([, limit]) => limit) : [keys.limit].flat();
  const first = limits[0] ?? 0;
  const windowMs = ms(keys.window_s, rule.windowMs);
  // Few enough within another window are few enough.
  const clearMs = rule.opens === 'count' && rule.clearMs && windowMs !== rule.windowMs ? windowMs : rule.clearMs;
  return {
    enabled: keys.enabled ?? rule.on,
    limits: rule.limits === 'machine' ? [] : limits.map(openAt),
    clear: rule.limits === 'machine' ? null : (keys.clear_limit ?? clearAt?.(first) ?? null),
    holdMs: ms(keys.hold_s, rule.holdMs),
    clearMs: ms(keys.clear_s, clearMs),
    windowMs,
  };
}

function ms(seconds: number | undefined, otherwise = 0): number {
  return seconds === undefined ? otherwise : seconds * SECOND_MS;
}

/** What is wrong with the limits of a rule: the key, and what it must be. */
export function limitProblem(
  name: RuleName,
  keys: RuleKeys,
): { readonly key: string; readonly must: string } | undefined {
  const rule = ruleOf(name);
  if (rule.limits !== 'settable') return undefined;
  const { limits, clear } = settingOf(rule, keys);
  if (limits.length !== rule.steps.length) return { key: 'limit', must: `must have ${rule.steps.length} numbers` };
  const down = rule.opens === 'below';
  const rising = limits.every(
    (limit, at) => at === 0 || (down ? limit < (limits[at - 1] ?? 0) : limit > (limits[at - 1] ?? 0)),
  );
  if (!rising) return { key: 'limit', must: `must ${down ? 'fall' : 'rise'} from the first number to the last` };
  const [first = 0] = limits;
  if (clear === null) return undefined;
  if (rule.opens === 'from' && clear >= first)
    return { key: 'clear_limit', must: `must be below ${first}, where it opens` };
  if (rule.opens === 'count' && clear > first)
    return { key: 'clear_limit', must: `must be at most ${first}, where it opens` };
  if (rule.opens === 'above' && clear > first)
    return { key: 'clear_limit', must: `must not be above ${first}, where it opens` };
  if (down && clear < first) return { key: 'clear_limit', must: `must not be below ${first}, where it opens` };
  return undefined;
}
