import { KeyGate } from '../domain/apikey/gate.ts';
import type { Store } from '../domain/domain.ts';
import type { Clock } from '../kit/clock.ts';
import type { Log } from '../kit/log.ts';
import type { Notifier } from '../kit/notifier.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Row } from '../rpc/define.ts';
import type { AccessControl } from '../rpc/invoke.ts';
import { enterpriseAccess } from './access/access.ts';
import { recentReads } from './access/reads.ts';
import { accountRows } from './accounts/rows.ts';
import type { SecondFactor } from './signin/second-factor.ts';
import { openSignIn, type SignInSettings } from './signin/signin.ts';

export interface IdentitySettings {
  readonly signIn: SignInSettings;
  /** Callers see only what belongs to their organization; else all of them have the default one. */
  readonly enforced: boolean;
  /** What callers of the internal port must show; undefined: nobody may call there. */
  readonly peerSecret: string | undefined;
  /** Every user may create organizations. */
  readonly selfService: boolean;
}

export interface IdentityOptions {
  readonly settings: IdentitySettings;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly defaultOrganization: { readonly id: number; readonly uuid: string };
  readonly secondFactor: SecondFactor;
  /** Notified after each commit by which somebody's rights may be others. */
  readonly changed: Notifier;
  /** By which ends are judged, milliseconds. */
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
  stop(): Promise<void>;
}

export async function openIdentity(options: IdentityOptions): Promise<Identity> {
  const { settings, store, clock, log, sealer, defaultOrganization, secondFactor, changed, now } = options;
  const { enforced, peerSecret, selfService } = settings;
  const { raise } = store.write.events;
  const reads = recentReads({ accounts: store.read.accounts, signIns: store.read.signIns, clock, changed });
  const keys = new KeyGate({
    ...{ read: store.read.apiKeys, write: store.write.apiKeys, raise },
    isActive: userId => reads.user(userId)?.is_active === true,
    ...{ changed, clock, now, log },
  });
  const signIn = await openSignIn({
    ...{ store, clock, log, sealer, secondFactor, now },
    settings: settings.signIn,
    defaultOrganizationId: defaultOrganization.uuid,
    rateLimited: options.rateLimited,
  });
  const { tokens, passwords } = signIn;
  const isRequired = settings.signIn.secondFactorRequired;
  return {
    access: enterpriseAccess({
      ...{ clock, log, changed, raise },
      gate: {
        ...{ reads, keys, tokens, defaultOrganization, enforced, peerSecret },
        // Who has no password signs in elsewhere, and has a second factor there or none.
        secondFactorMissing: ({ id, password }) => isRequired && password !== null && !secondFactor.isOn(id),
      },
    }),
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
