import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/load.ts';
import { fail, ok, type Verdict, warn } from '../../kit/finding.ts';
import { reasonOf } from '../../kit/reason.ts';
import { servedCertificate } from '../../kit/served-certificate.ts';
import { parseServerNames, serverNamesOf } from '../../pki/names.ts';
import { expiry } from '../../pki/status.ts';
import { givenCertificates, tlsListeners } from '../../upkeep/certificates/tls-listeners.ts';
import { timeBeside } from '../../upkeep/time-beside.ts';
import type { Check, Scene } from './examine.ts';

export const certificateChecks: readonly Check[] = [
  {
    name: 'certificates',
    run({ config, clock, builtAt }) {
      const now = Math.max(clock.now(), timeBeside(config, clock.now(), builtAt).floor);
      const own = ['ca', 'server'].map(name => ({ name, path: join(config.data_dir, 'pki', `${name}.crt`) }));
      const there = own.filter(({ path }) => existsSync(path));
      if (there.length === 0 && !existsSync(config.store.path)) return ok('made at the first start');
      return [
        ...own.map(({ name, path }) => stored(name, path, now)),
        ...names(config),
        ...givenCertificates(config, now).map(({ listener, file, status, problem }) =>
          status
            ? dated(`${listener}: ${file}`, status.notBefore, status.notAfter, now, 'put a new one in its place')
            : fail(problem, `correct ${listener}_tls`),
        ),
      ];
    },
  },
  {
    name: 'served certificates',
    run(scene) {
      if (scene.server === undefined) return ok('looked at while the server runs');
      const names = Object.keys(tlsListeners(scene.config));
      const dialled = scene.listeners.filter(({ name, port }) => names.includes(name) && port !== 0);
      return Promise.all(dialled.map(listener => served(listener, scene)));
    },
  },
];

const RENEW = 'run waystation certs renew';

function stored(name: string, path: string, now: number): Verdict {
  if (!existsSync(path)) return fail(`${path} is missing`, name === 'ca' ? 'put it back from a backup' : RENEW);
  try {
    const { validFromDate, validToDate } = new X509Certificate(readFileSync(path));
    const todo = name === 'ca' ? 'plan its exchange: every base station needs a new certificate' : RENEW;
    return dated(name === 'ca' ? 'own authority' : 'server certificate', validFromDate, validToDate, now, todo);
  } catch (error) {
    return fail(`${path} cannot be read (${reasonOf(error)})`, name === 'ca' ? 'put it back from a backup' : RENEW);
  }
}

function dated(what: string, from: Date, until: Date, now: number, todo: string): Verdict {
  const { days, state } = expiry(from, until, now);
  const text = `${what} until ${until.toISOString().slice(0, 10)}, ${days} days left`;
  if (state === 'expired') return fail(`${what} has expired on ${until.toISOString().slice(0, 10)}`, todo);
  if (state === 'not_yet_valid')
    return fail(`${what} is valid from ${from.toISOString().slice(0, 10)} on`, 'set the clock');
  return state === 'expiring' ? warn(text, todo) : ok(text);
}

/** Names that stations are told to dial, and what stands in the certificate. */
function names(config: Config): Verdict[] {
  const path = join(config.data_dir, 'pki', 'server.crt');
  if (!existsSync(path) || config.bssci_tls.cert !== undefined) return [];
  const { dns, ip } = serverNamesOf(new X509Certificate(readFileSync(path)));
  const missing = parseServerNames(config.pki.server_names).filter(name => ![...dns, ...ip].includes(name));
  if (missing.length === 0) return [ok(`names: ${[...dns, ...ip].join(', ')}`)];
  return [warn(`base stations cannot dial ${missing.join(', ')}: the server certificate lacks it`, RENEW)];
}

async function served(
  { name, host, port }: Scene['listeners'][number],
  { config, clock, builtAt }: Scene,
): Promise<Verdict> {
  try {
    const shown = await servedCertificate(host, port);
    const now = Math.max(clock.now(), timeBeside(config, clock.now(), builtAt).floor);
    const finding = dated(`${name} shows a certificate`, shown.validFromDate, shown.validToDate, now, RENEW);
    const file = config[name === 'scaci' ? 'scaci_tls' : name === 'gateway' ? 'gateway_tls' : 'bssci_tls'].cert;
    const stored = new X509Certificate(readFileSync(file ?? join(config.data_dir, 'pki', 'server.crt')));
    if (finding.level !== 'ok' || stored.fingerprint256 === shown.fingerprint256) return finding;
    return warn(
      `${name} shows another certificate than its file holds`,
      'send SIGHUP to the service, and look into its log',
    );
  } catch (error) {
    return fail(
      `${name} shows no certificate on port ${port} (${reasonOf(error)})`,
      'look into the log of the service',
    );
  }
}
