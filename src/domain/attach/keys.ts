/** The keys of an endpoint, by their names in the API and in the store. */
export const SECRETS = ['nwk_key', 'nwk_sn_key', 'app_key'] as const;
export type Secret = (typeof SECRETS)[number];
/** Sealed keys; null where there is none. */
export type SealedKeys = Record<Secret, Uint8Array | null>;
