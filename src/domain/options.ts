import { DAY_MS } from '../kit/units.ts';
import { type RuleSettings, ruleSettings } from './alert/rules.ts';
import type { DownlinkPolicy } from './downlink/hand-over.ts';
import type { RadioWatch } from './radio/radio-store.ts';
import type { WindowLengths } from './uplink/window.ts';

export interface DomainOptions {
  readonly windowLengths?: WindowLengths;
  /** For tests: small blocks show with few messages what large ones do with many. */
  readonly blockMessages?: number;
  /** Likewise, of what is written at a time when a block is sealed. */
  readonly sliceRows?: number;
  readonly downlink?: DownlinkPolicy;
  /** For how long an endpoint counts as active after it was heard, milliseconds. */
  readonly activityWindowMs?: number;
  readonly radio?: RadioWatch;
  /** Whether application centers get only what is of endpoints that they have registered. */
  readonly onlyRegistered?: boolean;
  /** Limits of the rules of alerts; the defaults when left out. */
  readonly alerts?: RuleSettings;
  /** For how long integrations keep what they wait for although room is needed. */
  readonly integrationAgeMs?: number;
  /** Whether people sign in: who reads an organization need not be an operator of the installation then. */
  readonly signIn?: boolean;
}

const DEFAULT_WINDOWS: WindowLengths = { receptionMs: 500, duplicateMs: 300_000 };
const DEFAULT_RADIO: RadioWatch = { activityMs: 86_400_000, batteryVolts: 2.8 };
const DEFAULT_DOWNLINK: DownlinkPolicy = { requeueOfflineMs: 300_000, handOver: 'window' };

/** What holds, with the defaults of what was left out. */
export function domainSettings({
  windowLengths = DEFAULT_WINDOWS,
  downlink = DEFAULT_DOWNLINK,
  radio = DEFAULT_RADIO,
  onlyRegistered = false,
  activityWindowMs = DAY_MS,
  blockMessages,
  sliceRows,
  alerts = ruleSettings(),
  integrationAgeMs = 7 * DAY_MS,
  signIn = false,
}: DomainOptions) {
  return {
    ...{ windowLengths, downlink, radio, onlyRegistered, activityWindowMs },
    ...{ blockMessages, sliceRows, alerts, integrationAgeMs, signIn },
  };
}
export type DomainSettings = ReturnType<typeof domainSettings>;
