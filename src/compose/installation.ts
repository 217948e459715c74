import { createHmac, createSecretKey } from 'node:crypto';
import { type Config, at as valueAt } from '../config/load.ts';
import type { Release } from '../config/release.ts';
import { settings } from '../config/schema.ts';
import { recoveryText } from '../database/recovery/recovered.ts';
import type { Store } from '../domain/domain.ts';
import type { StoredTimes } from '../domain/installation/stored-times.ts';
import { migrations } from '../domain/migrations/all.ts';
import { type Eui, parseEui } from '../kit/eui.ts';
import type { Log } from '../kit/log.ts';
import { randomBytes } from '../kit/random.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { ListenedMs } from '../kit/time/listened.ts';
import type { RunTime } from '../kit/time/run-time.ts';
import { SECOND_MS } from '../kit/units.ts';
import { uuid7 } from '../kit/uuid.ts';
import type { ReleaseInfoOut } from '../rpc/schema.gen.ts';

/** What the sealed key of page tokens is about. */
const PAGE_TOKEN_KEY = 'installation:page_token_key';
/** Key of `meta` under which the settings of the last run are noted, as JSON `{key: digest of its value}`. */
const CONFIGURATION = 'configuration';
const DIGEST_BYTES = 9;

/** The identity of this service center: made at its first start, stored in the database. */
export interface Installation {
  readonly scEui: Eui;
  /** Row id and uuid of the default organization. */
  readonly organization: { readonly id: number; readonly uuid: string };
  /** Uuid of the community edition's operator. */
  readonly operator: string;
  readonly pageTokenKey: Uint8Array;
  /** As the last run left them. */
  readonly times: StoredTimes;
}

type FirstValues = ReturnType<typeof firstValues>;

function firstValues(sealer: Sealer, now: number) {
  return {
    sc_eui: randomEui(),
    operator: uuid7(now),
    page_token_key: Buffer.from(sealer.seal(randomBytes(32), PAGE_TOKEN_KEY)).toString('base64'),
  };
}

/** Makes the identity of the installation where there is none yet. */
export async function makeInstallation(store: Store, sealer: Sealer, now: number): Promise<void> {
  await store.write.installation.establish(firstValues(sealer, now), uuid7(now), now);
}

/** Makes the identity of the installation at its first start, and notes that the service runs. */
export async function establish(
  store: Store,
  config: Config,
  sealer: Sealer,
  now: number,
  { version }: Release,
): Promise<Installation> {
  const { installation } = store.read;
  await makeInstallation(store, sealer, now);
  const stored = (key: keyof FirstValues) => {
    const value = installation.value(key);
    if (value === undefined) throw new Error(`the database has no ${key}`);
    return value;
  };
  const scEui = config.service_center.eui ?? parseEui(stored('sc_eui'));
  if (!scEui) throw new Error('the database has a wrong sc_eui');
  const times = installation.times();
  const crashed = installation.value('running') === 'yes';
  await store.write.installation.setValue('running', 'yes');
  const life = { org: null, sourceId: scEui, at: now, storedAt: now } as const;
  if (crashed) {
    const data = { lastRunEndedAt: new Date(times.committed).toISOString() };
    await store.write.events.raise({ ...life, type: 'system.crash_recovered', data });
  }
  const data = { version, edition: editionOf(config), uptimeSeconds: 0 };
  await store.write.events.raise({ ...life, type: 'system.started', data });
  const pageTokenKey = sealer.open(Buffer.from(stored('page_token_key'), 'base64'), PAGE_TOKEN_KEY);
  const keys = await noteConfiguration(store, digestsOf(config, pageTokenKey));
  if (keys.length > 0)
    await store.write.events.raise({ ...life, type: 'system.configuration_changed', data: { keys } });
  return {
    scEui,
    organization: installation.defaultOrganization(),
    operator: stored('operator'),
    pageTokenKey,
    times,
  };
}

/** Every setting's value as a digest, from which it cannot be guessed: some are secrets. */
function digestsOf(config: Config, key: Uint8Array): Record<string, string> {
  // Made ready once: that takes longer than a digest.
  const secret = createSecretKey(key);
  const digest = (value: unknown) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(value) ?? '')
      .digest()
      .toString('base64', 0, DIGEST_BYTES);
  return Object.fromEntries([...settings.keys()].map(name => [name, digest(valueAt(config, name))]));
}

/** @returns settings with another value than in the last run; those that only one of two releases knows are not among them */
async function noteConfiguration(store: Store, digests: Readonly<Record<string, string>>): Promise<string[]> {
  const noted = store.read.installation.value(CONFIGURATION);
  const text = JSON.stringify(digests);
  if (noted !== text) await store.write.installation.setValue(CONFIGURATION, text);
  if (noted === undefined) return [];
  const before = JSON.parse(noted) as Readonly<Record<string, string>>;
  return Object.keys(digests).filter(name => name in before && before[name] !== digests[name]);
}

/** Notes that the service was stopped in order. */
export async function farewell(
  store: Store,
  clock: Clock,
  run: RunTime,
  { version, edition, listened }: { readonly version: string; readonly edition: string; readonly listened: ListenedMs },
): Promise<void> {
  const now = clock.now();
  const data = { version, edition, uptimeSeconds: Math.round(run.ms / SECOND_MS) };
  const sourceId = store.read.installation.value('sc_eui') ?? '';
  await store.write.events.raise({ type: 'system.stopped', org: null, sourceId, at: now, storedAt: now, data });
  await store.write.events.closeFolds();
  await store.write.alerts.keepRepetitions();
  await store.write.uplinks.keepListened(listened);
  await store.write.installation.setValue('running', 'no');
}

/** Reports what had to be done to the database at a start. A recovery has its event from when it was made. */
export async function reportPrepared(store: Store, scEui: Eui, clock: Clock, log: Log): Promise<void> {
  const { recovered, upgraded, failedUpgrade } = store.prepared;
  if (recovered) log.error({ ...recovered }, recoveryText(recovered));
  if (failedUpgrade) {
    const { at, ...data } = failedUpgrade;
    const about = { org: null, sourceId: scEui, at, storedAt: clock.now() };
    await store.write.events.raise({ ...about, type: 'system.migration_failed', data });
  }
  if (!upgraded) return;
  const { from, to, snapshot } = upgraded;
  log.info({ from, to, snapshot }, 'database schema brought up to date');
  const at = clock.now();
  const life = { org: null, sourceId: scEui, at, storedAt: at };
  await store.write.events.raise({ ...life, type: 'system.migration_applied', data: { from, to } });
}

/** A random EUI-64 with the bit for locally administered identifiers. */
function randomEui(): string {
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] ?? 0) & 0xfc) | 0x02;
  return bytes.toString('hex');
}

const EDITION_NAMES = {
  community: 'Waystation Community Edition',
  enterprise: 'Waystation Enterprise Edition',
} as const;

export function editionOf({ auth }: Pick<Config, 'auth'>): keyof typeof EDITION_NAMES {
  return auth.enabled ? 'enterprise' : 'community';
}

/** What GetReleaseInfo answers. */
export function releaseInfo(
  { version, commit, supportUntil }: Release,
  config: Config,
  { scEui }: Installation,
): ReleaseInfoOut {
  const { name, vendor, model } = config.service_center;
  return {
    version,
    git_commit: commit,
    edition: editionOf(config),
    edition_name: EDITION_NAMES[editionOf(config)],
    api_version: 'platform.api.v1',
    rest_version: '1.0.0',
    schema_version: migrations.at(-1)?.id ?? 0,
    runtime_version: `Node.js ${process.versions.node}`,
    platform: `${process.platform}/${process.arch === 'x64' ? 'amd64' : process.arch}`,
    sc_eui: scEui,
    sc_name: name,
    sc_vendor: vendor,
    sc_model: model,
    sc_sw_version: version,
    bssci_version: '1.0.0',
    scaci_version: '1.0.0',
    // Empty where it is not decided.
    support_until: supportUntil ?? '',
    license_id: 'Apache-2.0',
    license_url: 'https://www.apache.org/licenses/LICENSE-2.0',
  };
}
