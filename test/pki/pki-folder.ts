import { Writable } from 'node:stream';
import { createLog } from '../../src/kit/log.ts';
import { sealer } from '../../src/kit/seal.ts';
import type { PkiSettings } from '../../src/pki/options.ts';
import { openPki } from '../../src/pki/pki.ts';

export const NOW_MS = Date.now();

export const MASTER_KEY = new Uint8Array(32).fill(7);

const settings: PkiSettings = {
  key_type: 'ec-p256',
  ca_days: 7300,
  server_days: 397,
  client_days: 3650,
  renew_at: 0.67,
  server_names: ['center.example', '127.0.0.1', '::1'],
};

/** A hand-set clock. */
export function clockAt(ms = NOW_MS) {
  return {
    ms,
    now() {
      return this.ms;
    },
  };
}
type HandClock = ReturnType<typeof clockAt>;

/** Opens a PKI folder with quick keys and a silent log. */
export async function pkiIn(
  dir: string,
  {
    masterKey = MASTER_KEY,
    clock = clockAt(),
    plausible = () => true,
    ...changed
  }: Partial<PkiSettings> & { masterKey?: Uint8Array; clock?: HandClock; plausible?: () => boolean } = {},
) {
  const log = await createLog({
    level: 'info',
    format: 'json',
    destination: new Writable({ write: (_, __, done) => done() }),
  });
  return openPki({ dir, sealer: sealer(masterKey), clock, plausible, settings: { ...settings, ...changed }, log });
}
