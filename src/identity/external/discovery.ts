import * as client from 'openid-client';
import type { Store } from '../../domain/domain.ts';
import type { ProviderRow } from '../../domain/external-identity/external-identity-store.ts';
import { background } from '../../kit/background.ts';
import { isJsonObject } from '../../kit/json-object.ts';
import type { Log } from '../../kit/log.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../kit/units.ts';
import { STOPPING } from './ask.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** What was read so long ago is read again; until then it is used. */
const FRESH_MS = HOUR_MS;
/** A provider that could not be reached is not tried again for so long: those who wait are told at once. */
const RESTING_MS = 30 * SECOND_MS;
/** What has not changed is stored again as seldom as that, for the sake of the card. */
const STORED_MS = DAY_MS;

export interface DiscoveryOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly ask: client.CustomFetch;
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds. */
  now(): number;
}

type Keys = client.ExportedJWKSCache['jwks'];

/** What a provider says of itself: where it is asked what, and what it signs with. A box that starts without a network knows it still. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  #row: ProviderRow | undefined;
  #metadata: client.ServerMetadata | undefined;
  #keys: Keys | undefined;
  #reading: Promise<client.ServerMetadata> | undefined;
  #storedAt: number | undefined;
  #trouble: { readonly since: number; readonly refusal: Refusal } | undefined;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
    const { store, issuer } = options;
    this.#row = store.read.externalIdentities.provider(issuer);
    this.#storedAt = this.#row?.metadata_at;
    const metadata = parsed(this.#row?.metadata);
    if (isOf(metadata, issuer)) this.#metadata = metadata;
    const keys = parsed(this.#row?.keys);
    if (keys && Array.isArray(keys.keys)) this.#keys = { keys: keys.keys };
  }

  /** As far as it is known without asking. */
  get known(): client.ServerMetadata | undefined {
    return this.#metadata;
  }

  /** Reads it, at the start of the service already, so that what is wrong shows in the journal. Never rejects. */
  begin(): void {
    background(this.metadata(), () => undefined);
  }

  /** @throws Refusal when nothing is known of the provider, and it does not answer */
  async metadata(): Promise<client.ServerMetadata> {
    const { clock, now } = this.#options;
    const known = this.#metadata;
    if (known && isRecent(this.#row?.metadata_at, now(), FRESH_MS)) return known;
    const resting = this.#trouble && clock.monotonic() - this.#trouble.since < RESTING_MS ? this.#trouble : undefined;
    if (known) {
      if (!resting) background(this.#readOnce(), () => undefined);
      return known;
    }
    if (resting) throw resting.refusal;
    return await this.#readOnce();
  }

  /** What the provider signs with, unless it was read too long ago. */
  keys(): Keys | undefined {
    return isRecent(this.#row?.keys_at, this.#options.now(), FRESH_MS) ? this.#keys : undefined;
  }

  /** They were read anew. */
  keysRead(keys: Keys): void {
    this.#keys = keys;
    this.#keep({ keys: JSON.stringify(keys), keys_at: this.#options.now() });
  }

  /** Calls meanwhile wait for the same answer. */
  #readOnce(): Promise<client.ServerMetadata> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<client.ServerMetadata> {
    const { issuer, clientId, ask, clock, log, now } = this.#options;
    // Of the address, which may have a tenant in it.
    const { host } = new URL(issuer);
    try {
      const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
        [client.customFetch]: ask,
        // `ask` looks at that, of each address.
        execute: [client.allowInsecureRequests],
      });
      const metadata = { ...found.serverMetadata() };
      // One that speaks for many would let in the users of all of them.
      if (!isOf(metadata, issuer)) throw new Refusal('IdentityProviderUnavailable', 'it calls itself otherwise');
      this.#metadata = metadata;
      this.#keep({ metadata: JSON.stringify(metadata), metadata_at: now() });
      if (this.#trouble) log.info({ host }, 'identity provider answers again');
      this.#trouble = undefined;
      return metadata;
    } catch (cause) {
      const refusal = cause instanceof Refusal ? cause : refusalOf(cause, 'IdentityProviderUnavailable');
      if (!this.#trouble && refusal.reason !== STOPPING)
        log.warn({ host, reason: refusal.reason }, 'identity provider cannot be asked');
      this.#trouble = { since: clock.monotonic(), refusal };
      throw refusal;
    }
  }

  #keep(read: Partial<ProviderRow>): void {
    const { issuer, store, log, now } = this.#options;
    const before = this.#row;
    const row = { metadata: '{}', metadata_at: 0, keys: null, keys_at: null, ...before, ...read };
    this.#row = row;
    const isKept =
      before?.metadata === row.metadata && before.keys === row.keys && isRecent(this.#storedAt, now(), STORED_MS);
    if (isKept) return;
    this.#storedAt = now();
    background(store.write.externalIdentities.keepProvider(issuer, row), cause =>
      log.error({ err: cause }, 'what is known of the identity provider not stored'),
    );
  }
}

function isRecent(at: number | null | undefined, now: number, ms: number): boolean {
  return at !== null && at !== undefined && Math.abs(now - at) < ms;
}

function isOf(metadata: object | undefined, issuer: string): metadata is client.ServerMetadata {
  const said = metadata && 'issuer' in metadata ? metadata.issuer : undefined;
  return typeof said === 'string' && URL.parse(said)?.href === new URL(issuer).href;
}

function parsed(text: string | null | undefined) {
  if (!text) return undefined;
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : undefined;
}
