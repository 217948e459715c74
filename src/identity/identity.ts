import { KeyGate } from '../domain/apikey/gate.ts';
import type { Store } from '../domain/domain.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';
import type { AccessControl } from '../rpc/call/access-control.ts';
import type { Row } from '../rpc/call/define.ts';
import type { Page } from '../rpc/serve/pages.ts';
import { enterpriseAccess } from './access/access.ts';
import { recentReads } from './access/reads.ts';
import type { Gate } from './access/sources.ts';
import { accountRows } from './accounts/account-rows.ts';
import { FirstAdministrator } from './admin/first.ts';
import { setupPages } from './admin/setup-page.ts';
import { TotpFactor } from './second-factor/factor.ts';
import { factorPages } from './second-factor/pages.ts';
import { openSignIn, type SignInSettings } from './signin/signin.ts';

export interface IdentitySettings {
  readonly signIn: SignInSettings;
  /** Callers see only what belongs to their organization; else all of them have the default one. */
  readonly enforced: boolean;
  /** What callers of the internal port must show; undefined: no caller is let in there. */
  readonly peerSecret: string | undefined;
  /** Every user may create organizations. */
  readonly selfService: boolean;
  /** How this service center is called in an authenticator. */
  readonly boxName: string;
  /** Who is made the first administrator, when there is no user. */
  readonly administrator: { readonly email: string | undefined; readonly password: string | undefined };
}

export interface IdentityOptions {
  readonly settings: IdentitySettings;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly defaultOrganization: { readonly id: number; readonly uuid: string };
  /** Notified after each commit by which rights of callers may be others. */
  readonly changed: Notifier;
  /** What ends the start when the configuration cannot be followed. @param problem begins with the key */
  misconfigured(problem: string): Error;
  /** By which others' signatures are judged, milliseconds. */
  now(): number;
  /** An address asks more often than it may. */
  rateLimited(address: string): void;
  /** Removes what is left of organizations that were deleted. */
  removeRemains(): Promise<void>;
}

/** The enterprise edition. */
export interface Identity {
  readonly access: AccessControl;
  /** In place of those by which the community edition answers. */
  readonly rows: readonly Row[];
  /** Beside RPCs. */
  readonly pages: readonly Page[];
  /** The public port is open: people are led to and fro; says in the log how the first administrator gets in, if there is none yet. @param url without a path */
  announce(url: string): void;
  stop(): Promise<void>;
}

/** @throws what `misconfigured` gives, for a configured first administrator whose password breaks a rule */
export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { settings, store, clock, log, sealer, defaultOrganization, changed, misconfigured, now } = options;
  const { enforced, peerSecret, selfService, boxName, administrator } = settings;
  const secondFactor = new TotpFactor(store, sealer, boxName);
  const { raise } = store.write.events;
  const reads = recentReads({ accounts: store.read.accounts, signIns: store.read.signIns, clock, changed });
  const keys = new KeyGate({
    ...{ read: store.read.apiKeys, write: store.write.apiKeys, raise },
    isActive: userId => reads.user(userId)?.is_active === true,
    ...{ changed, clock, log },
  });
  const signIn = await openSignIn({
    ...{ store, clock, log, sealer, secondFactor, misconfigured, now },
    settings: settings.signIn,
    defaultOrganizationId: defaultOrganization.uuid,
    rateLimited: options.rateLimited,
  });
  const { tokens, passwords, guard } = signIn;
  const first = await FirstAdministrator.begin({ store, log, passwords, given: administrator, misconfigured, clock });
  const isRequired = settings.signIn.secondFactorRequired;
  const gate: Gate = {
    ...{ reads, keys, tokens, defaultOrganization, enforced, peerSecret },
    // Who has no password signs in elsewhere, and has a second factor there or none.
    secondFactorMissing: ({ id, password }) => isRequired && password !== null && !secondFactor.isOn(id),
  };
  return {
    access: enterpriseAccess({ clock, log, changed, raise, gate }),
    pages: [
      ...signIn.pages,
      ...setupPages(first, settings.signIn.password),
      ...factorPages({ store, gate, guard, passwords, factor: secondFactor, clock }),
    ],
    announce(url) {
      first.announce(url);
      signIn.announce(url);
    },
    rows: [
      ...signIn.rows,
      ...accountRows({ store, clock, passwords, selfService, removeRemains: options.removeRemains }),
    ],
    async stop() {
      signIn.stop();
      await keys.stop();
    },
  };
}
