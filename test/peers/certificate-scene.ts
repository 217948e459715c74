import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sealer } from '../../src/kit/seal.ts';
import { openPki } from '../../src/pki/pki.ts';
import type { Center } from './center.ts';

/** How often it is checked whether files changed. */
export const LOOK_MS = 5000;

/** As an operator sees the certificates. */
export const status = (center: Center) => center.api.call('GetServerCertificateStatus', {});
/** The health page with its status code. */
export const health = async ({ ports }: Center) => {
  const answer = await fetch(`http://127.0.0.1:${ports.health_core}/health`);
  const page = (await answer.json()) as { status: string; components: { name: string; detail: string }[] };
  return { code: answer.status, ...page };
};
/** Events of one type: their data, and whom they name. */
export const dataOf = (center: Center, type: string) =>
  center
    .rows(`SELECT data, user_id, source_id FROM event WHERE event_type = '${type}' ORDER BY seq`)
    .map(({ data, ...row }) => ({ ...row, ...(JSON.parse(String(data)) as object) }));
/** How many lines of the log have this text. */
export const logged = (center: Center, text: string) => center.log.filter(line => line.includes(text)).length;

/** The PKI folder of a running center, as a command beside it opens it. */
export const commandOn = (center: Center) =>
  openPki({
    dir: join(center.dir, 'pki'),
    sealer: sealer(readFileSync(join(center.dir, 'master.key'))),
    clock: center.clock,
    settings: {
      key_type: 'ec-p256',
      ca_days: 7300,
      server_days: 397,
      client_days: 3650,
      renew_at: 0.67,
      server_names: ['localhost', '127.0.0.1'],
    },
    log: { info() {}, warn() {}, error() {} },
  });
