import type { Driver, Kind, TargetContext } from './driver.ts';
import type { TlsSettings } from './kinds/pem.ts';

/** What a driver is given for one connection, but for its settings. */
export type Surroundings = Omit<TargetContext<unknown>, 'settings'>;

/** A kind together with the settings of one integration, as far as the engine knows them. */
export interface Target {
  readonly kind: string;
  /** Sends under way at a time. */
  readonly window: number;
  /** Items that may be sent beyond the stored cursors. */
  readonly ahead: number;
  /**
   * Opens the settings for one connection.
   * @throws what `settings` throws
   */
  connect(): Attempt;
}

/** Settings with their secrets, for as long as a connection is made of them. */
export interface Attempt {
  readonly batch: { readonly items: number; readonly waitMs: number };
  /** PEM; undefined: none. */
  readonly clientCertPem: string | undefined;
  /** Texts that are not to be shown. */
  readonly secrets: readonly string[];
  /** Loads the driver when it is the first of its kind. */
  driver(surroundings: Surroundings): Promise<Driver>;
}

/** @param settings with its secrets in clear; called for each connection anew */
export function targetOf<S extends Partial<TlsSettings>>(
  kind: Kind<S>,
  settings: () => S,
  secretsOf: (settings: S) => readonly string[],
): Target {
  const { name, window, ahead } = kind;
  return {
    ...{ kind: name, window, ahead },
    connect() {
      const given = settings();
      return {
        batch: kind.batch(given),
        clientCertPem: given.clientCertPem,
        secrets: secretsOf(given),
        async driver(surroundings) {
          const make = await kind.load();
          return make({ ...surroundings, settings: given });
        },
      };
    },
  };
}
