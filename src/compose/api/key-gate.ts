import type { Config } from '../../config/load.ts';
import { KeyGate } from '../../domain/apikey/gate.ts';
import type { Store } from '../../domain/domain.ts';
import type { Log } from '../../kit/log.ts';
import type { Notifier } from '../../kit/notifier.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Installation } from '../installation.ts';
import { keyHolders } from './key-holders.ts';

/** Lets in who presents an API key; `opened` ends it. */
export function openKeyGate(
  {
    config,
    clock,
    log,
    store,
    installation,
    rightsChanged,
  }: {
    readonly config: Config;
    readonly clock: Clock;
    readonly log: Log;
    readonly store: Store;
    readonly installation: Installation;
    /** Notified after each commit by which rights of callers may be others. */
    readonly rightsChanged: Notifier;
  },
  opened: AsyncDisposableStack,
): KeyGate {
  const keys = new KeyGate({
    ...{ read: store.read.apiKeys, write: store.write.apiKeys, raise: store.write.events.raise },
    isActive: keyHolders({ config, store, installation }).isActive,
    ...{ changed: rightsChanged, clock, log },
  });
  opened.defer(() => keys.stop());
  return keys;
}
