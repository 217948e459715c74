import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/load.ts';
import { fail, ok, type Verdict, warn } from '../../kit/faults/finding.ts';
import { reasonOf } from '../../kit/faults/reason.ts';
import { servedCertificate } from '../../kit/net/served-certificate.ts';
import { parseServerNames, serverNamesOf } from '../../pki/names.ts';
import type { ListenerName } from '../../pki/served.ts';
import { authorityDates, RENEW, REPLACE, servedDates, validityVerdict } from '../../pki/status.ts';
import { runningBox } from '../../upkeep/box/client.ts';
import { givenCertificates, tlsListeners } from '../../upkeep/certificates/tls-listeners.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import { noCertificate, otherCertificate, unusableFiles } from '../listener-findings.ts';
import type { Check, Scene } from './examine.ts';

export const certificateChecks: readonly Check[] = [
  {
    name: 'certificates',
    run({ config, clock, builtAt }) {
      const now = Math.max(clock.now(), timeBeside(config, clock.now(), builtAt).floor);
      const generated = ['ca', 'server'].map(name => ({ name, path: join(config.data_dir, 'pki', `${name}.crt`) }));
      const there = generated.filter(({ path }) => existsSync(path));
      if (there.length === 0 && !existsSync(config.store.path)) return ok('made at the first start');
      return [
        ...generated.map(({ name, path }) => stored(name, path, now)),
        ...names(config),
        ...givenCertificates(config, now).map(({ listener, file, status, problem }) =>
          status
            ? validityVerdict(`${listener}: ${file}`, status.notBefore, status.notAfter, now, REPLACE)
            : unusableFiles(listener, problem, true),
        ),
      ];
    },
  },
  {
    name: 'served certificates',
    run(scene) {
      if (scene.server === undefined) return ok('looked at while the server runs');
      const names = Object.keys(tlsListeners(scene.config)) as ListenerName[];
      const verdicts = scene.listeners.flatMap(listener => {
        const name = names.find(each => each === listener.name);
        return name === undefined || listener.port === 0 ? [] : [served(name, listener, scene)];
      });
      return Promise.all(verdicts);
    },
  },
];

function stored(name: string, path: string, now: number): Verdict {
  if (!existsSync(path)) return fail(`${path} is missing`, name === 'ca' ? 'put it back from a backup' : RENEW);
  try {
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(path));
    if (name !== 'ca') return validityVerdict('server certificate', validFromDate, validToDate, now, RENEW);
    const { level, text, todo } = authorityDates(validFromDate, validToDate, now);
    return level === 'ok' ? ok(text) : { level, text, todo: todo ?? '' };
  } catch (error) {
    return fail(`${path} cannot be read (${reasonOf(error)})`, name === 'ca' ? 'put it back from a backup' : RENEW);
  }
}

/** Names that stations are given to dial, and what stands in the certificate. */
function names(config: Config): Verdict[] {
  const path = join(config.data_dir, 'pki', 'server.crt');
  if (!existsSync(path) || config.bssci_tls.cert !== undefined) return [];
  const { dns, ip } = serverNamesOf(new X509Certificate(readFileSync(path)));
  const missing = parseServerNames(config.pki.server_names).filter(name => ![...dns, ...ip].includes(name));
  if (missing.length === 0) return [ok(`names: ${[...dns, ...ip].join(', ')}`)];
  return [warn(`base stations cannot dial ${missing.join(', ')}: the server certificate lacks it`, RENEW)];
}

/** What the server itself is shown by a listener that would take us for a stranger; undefined where it is not asked. */
async function shownTo({ data_dir }: Config, name: ListenerName): Promise<X509Certificate | undefined> {
  if (name !== 'bssci' && name !== 'scaci') return undefined;
  const box = await runningBox(data_dir);
  try {
    const pem = await box?.act('listeners.certificate', { listener: name });
    return pem === undefined ? undefined : new X509Certificate(pem);
  } catch {
    // A server of another release, or a listener in trouble: what a client sees says which.
    return undefined;
  } finally {
    box?.close();
  }
}

async function served(
  name: ListenerName,
  { host, port }: Scene['listeners'][number],
  { config, clock, builtAt }: Scene,
): Promise<Verdict> {
  try {
    const shown = (await shownTo(config, name)) ?? (await servedCertificate(host, port));
    const now = Math.max(clock.now(), timeBeside(config, clock.now(), builtAt).floor);
    const cert = tlsListeners(config)[name]?.cert;
    const dates = { from: shown.validFromDate, until: shown.validToDate };
    const verdict = servedDates(name, cert !== undefined, dates, now);
    const stored = new X509Certificate(readFileSync(cert ?? join(config.data_dir, 'pki', 'server.crt')));
    return verdict.level !== 'ok' || stored.fingerprint256 === shown.fingerprint256 ? verdict : otherCertificate(name);
  } catch (error) {
    return noCertificate(name, port, reasonOf(error));
  }
}
