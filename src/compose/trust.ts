import type { Config } from '../config/load.ts';
import type { Log } from '../kit/log.ts';
import type { CredibleClock } from '../kit/time/credible-clock.ts';
import { openPki, type Pki } from '../pki/pki.ts';
import { ListenerCertificates } from '../pki/served.ts';
import { RevocationSync } from '../upkeep/certificates/revocation-sync.ts';
import { tlsListeners } from '../upkeep/certificates/tls-listeners.ts';
import type { TimeFloor } from '../upkeep/time-floor.ts';
import type { Data } from './data.ts';

export interface TrustOptions {
  readonly config: Config;
  readonly clock: CredibleClock;
  readonly log: Log;
  readonly data: Data;
}

/** By what this service center knows who its peers are. */
export interface Trust {
  readonly time: TimeFloor;
  /** Time by which certificates are judged, milliseconds: the clock's, but not below the time floor (operations 5). */
  certificateTime(): number;
  readonly pki: Pki;
  readonly certificates: ListenerCertificates;
  readonly revocation: RevocationSync;
}

/** Finds out what time it is at least, and opens the keys and certificates; `opened` stops what looks after them. */
export async function openTrust(
  { config, clock, log, data }: TrustOptions,
  opened: AsyncDisposableStack,
): Promise<Trust> {
  const { store, time, pkiDir, seal } = data;
  await time.begin();
  opened.defer(() => time.stop());
  const pki = await openPki({
    dir: pkiDir,
    sealer: seal,
    // A clock that is behind what was stored, or behind this program, is not set: certificates are judged at that time.
    clock: time,
    confirmed: time.confirmed,
    // renewals wait for a clock that can be right
    plausible: () => time.set,
    settings: config.pki,
    log,
  });
  const certificates = new ListenerCertificates({ listeners: tlsListeners(config), pki, dir: pkiDir, clock, log });
  const changes = certificates.watch();
  opened.defer(() => changes.stop());

  const revocation = new RevocationSync({
    revocations: pki.revocations,
    store,
    dir: pkiDir,
    clock,
    log,
    now: time.now,
    voided: () => pki.voided(),
  });
  await revocation.settle();
  const leaveAuthority = pki.onServerChange(() => {
    revocation.void().catch((cause: unknown) => log.error({ err: cause }, 'void certificates not stored'));
  });
  opened.defer(leaveAuthority);
  const revoking = revocation.watch();
  opened.defer(() => revoking.stop());
  return { time, certificateTime: time.now, pki, certificates, revocation };
}
