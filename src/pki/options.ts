import type { Log } from '../kit/log.ts';
import type { Sealer } from '../kit/seal.ts';
import type { Clock } from '../kit/time/clock.ts';

/** The keys of `pki` in the configuration. */
export interface PkiSettings {
  key_type: 'rsa-2048' | 'ec-p256';
  ca_days: number;
  server_days: number;
  client_days: number;
  renew_at: number;
  /** Empty: host name, `localhost` and all own addresses. */
  server_names: readonly string[];
}

export interface PkiOptions {
  /** The `pki` folder. */
  dir: string;
  sealer: Sealer;
  /** Judges validity; the caller gives one that does not go below its time floor. */
  clock: Pick<Clock, 'now'>;
  /** Certificates are signed as of no later than this (milliseconds), whatever the clock says; absent: the clock is believed. */
  confirmed?: () => number;
  /** Whether the clock may be right; nothing is renewed by itself while it cannot be. */
  plausible?: () => boolean;
  settings: PkiSettings;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
}
