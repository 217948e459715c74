import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Test } from 'tap';
import type { NewEvent } from '../../../src/domain/event/catalog.ts';
import { ListenerChecks } from '../../../src/health/listener-checks.ts';
import { ListenerHandshakes } from '../../../src/health/listener-handshakes.ts';
import { ListenerCertificates } from '../../../src/pki/served.ts';
import { CertificateRenewal } from '../../../src/upkeep/certificates/renewal.ts';
import { ManualClock } from '../../peers/manual-clock.ts';
import { pkiIn } from '../../pki/pki-folder.ts';

/** A renewal over a real folder, and one listener that shows what a test wants. */
export async function renewalScene(
  t: Test,
  { watched = false, ...given }: { watched?: boolean; server_days?: number; ca_days?: number } = {},
) {
  const dir = join(t.testdir(), 'pki');
  // Certificates end at whole seconds: a clock that is on one would see a day more.
  const clock = new ManualClock(Math.floor(Date.now() / 1000) * 1000 + 500);
  const time = { ms: clock.now(), now: () => clock.now() };
  const pki = await pkiIn(dir, { clock: time, ...given });
  const log = pino({ level: 'silent' });
  const settings = { bssci: { mutual: true, min_version: '1.2' } } as const;
  const certificates = new ListenerCertificates({ listeners: settings, pki, dir, clock, log });
  const watch = watched ? certificates.watch() : undefined;
  t.teardown(() => watch?.stop());
  const events: NewEvent[] = [];
  const announced: string[][] = [];
  const ends = new Map<string, number>();
  const listener: { shownCertificate(): Promise<X509Certificate>; port: number | null } = {
    shownCertificate: async () => new X509Certificate(certificates.served('bssci')?.certPem ?? ''),
    port: 5000,
  };
  const open = { port: () => listener.port, shownCertificate: () => listener.shownCertificate() };
  const handshakes = new ListenerHandshakes({ clock, certificates, listeners: new Map([['bssci', open]]) });
  const raise = async (event: NewEvent) => events.push(event);
  const shared = { clock, pki, certificates, log, raise, scEui: 'fe00000000000b51', now: () => clock.now() };
  const renewal = new CertificateRenewal({
    ...shared,
    listeners: handshakes,
    raiseEnding: async ending => announced.push(ending.map(({ subject }) => subject)),
  });
  t.teardown(() => renewal.stop());
  const checks = new ListenerChecks({
    ...shared,
    handshakes,
    isOverdue: served => renewal.isOverdue(served),
    metrics: { endsAt: (name, at) => ends.set(name, at) },
  });
  /** What is found of the listener, as one value. */
  const check = async () => {
    const findings = await checks.findings('bssci');
    const level = (['fail', 'warn'] as const).find(each => findings.some(found => found.level === each)) ?? 'ok';
    return { level, text: findings.map(({ text }) => text).join('; ') };
  };
  return { renewal, check, pki, clock, events, announced, ends, listener, certificates };
}
