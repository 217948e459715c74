import type { BssciService } from '../bssci/listener.ts';
import type { Store } from '../domain/domain.ts';
import type { Probe } from '../health/probes.ts';
import type { ListenerName } from '../pki/served.ts';
import type { ScaciService } from '../scaci/listener.ts';
import type { CertificateKeeper } from '../upkeep/certificates/renewal.ts';
import type { DiskGuard } from '../upkeep/disk/disk-guard.ts';
import type { OpenListener } from '../upkeep/listener-looks.ts';

/** What the state of the service is read from. */
export interface Probed {
  readonly store: Store;
  readonly disk: DiskGuard;
  /** What someone should look at in the database. */
  troubles(): readonly string[];
  readonly bssci: BssciService;
  readonly scaci: ScaciService | undefined;
  readonly certificates: Pick<CertificateKeeper, 'check'>;
  readonly tls: ReadonlyMap<ListenerName, OpenListener>;
  /** What is wrong with the time of day, if anything (operations 5). */
  readonly time: { readonly problem: string };
  serving(): boolean;
}

/** The parts of GetSystemStatus and of the health pages (operations 4). */
export function probesOf({ store, disk, troubles, bssci, scaci, certificates, tls, time, serving }: Probed): Probe[] {
  /** A listener is as well as the certificate it serves. */
  const listener = async (name: ListenerName, about: string) => {
    const { healthy, degraded, detail } = await certificates.check(name);
    return { healthy: serving() && healthy, degraded, detail: about === '' ? detail : `${about}, ${detail}` };
  };
  return [
    {
      name: 'core',
      essential: true,
      check: () => ({ healthy: serving(), degraded: time.problem !== '', detail: time.problem }),
    },
    {
      name: 'gateway',
      essential: false,
      check: () => (tls.has('gateway') ? listener('gateway', '') : { healthy: serving() }),
    },
    {
      name: 'bssci',
      essential: true,
      check: () => listener('bssci', `${bssci.stations.count} connected`),
    },
    ...(scaci
      ? [
          {
            name: 'scaci',
            essential: false,
            check: () => listener('scaci', `${scaci.centers.count} connected`),
          },
        ]
      : []),
    {
      name: 'database',
      essential: true,
      async check() {
        // Only a write tells whether the disk takes something again, or at all; in health none is spent on asking.
        if (store.failure || store.waiting > 0) await store.write.installation.setValue('running', 'yes');
        const { waiting } = store;
        const taking = store.read.installation.value('running') === 'yes' && disk.level !== 'full';
        const found = troubles();
        const detail = [...found, disk.level === 'enough' ? '' : disk.finding.text, `${waiting} writes wait`]
          .filter(part => part !== '')
          .join('; ');
        return { healthy: taking, degraded: disk.level === 'low' || found.length > 0, detail };
      },
    },
  ];
}
