import { secretAbout } from '../../domain/signin/contents.ts';
import type { TokenSecretRow } from '../../domain/signin/sign-in-store.ts';
import { Fault } from '../../kit/faults/faults.ts';
import type { Log } from '../../kit/log.ts';
import { randomBytes } from '../../kit/random.ts';
import type { Sealer } from '../../kit/seal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { DAY_MS } from '../../kit/units.ts';

const SECRET_BYTES = 32;
const KID_BYTES = 9;
/** A secret signs for so long; the one before is accepted until the next change, and no token lives that long. */
const GENERATION_MS = 90 * DAY_MS;

export interface TokenSecret {
  readonly kid: string;
  readonly secret: Uint8Array;
}

export interface TokenSecretOptions {
  readonly store: {
    readonly read: { readonly signIns: { tokenSecrets(): readonly TokenSecretRow[] } };
    readonly write: {
      readonly signIns: {
        addTokenSecret(fresh: TokenSecretRow, replaced: string | undefined): Promise<void>;
      };
    };
  };
  readonly sealer: Sealer;
  readonly log: Log;
  readonly clock: Pick<Clock, 'credible'>;
}

/** What signs access tokens: two generations, sealed in the database. */
export class TokenSecrets {
  readonly #options: TokenSecretOptions;
  #known: readonly TokenSecret[] = [];

  private constructor(options: TokenSecretOptions) {
    this.#options = options;
  }

  /** Makes the first secret at the first start, and the next one when it is time. */
  static async open(options: TokenSecretOptions): Promise<TokenSecrets> {
    const secrets = new TokenSecrets(options);
    await secrets.renewIfDue();
    return secrets;
  }

  /** Signs. */
  current(): TokenSecret {
    const [newest] = this.#known;
    if (!newest) throw new Error('there is no secret to sign with');
    return newest;
  }

  find(kid: string): Uint8Array | undefined {
    return this.#known.find(each => each.kid === kid)?.secret;
  }

  /** Asked once a day. */
  async renewIfDue(): Promise<void> {
    const { store, sealer, clock } = this.#options;
    const at = clock.credible();
    const replaced = store.read.signIns.tokenSecrets()[0]?.kid;
    const [newest] = this.#opened();
    // A clock that was ahead is not waited for.
    if (!newest || Math.abs(at - newest.created_at) >= GENERATION_MS) {
      const kid = randomBytes(KID_BYTES).toString('base64url');
      const secret = sealer.seal(randomBytes(SECRET_BYTES), secretAbout(kid));
      await store.write.signIns.addTokenSecret({ kid, secret, created_at: at }, replaced);
    }
    this.#known = this.#opened();
  }

  /** The newest first. One that the master key does not open is as if there was none: who has a token signs in anew. */
  #opened(): (TokenSecret & { readonly created_at: number })[] {
    const { store, sealer, log } = this.#options;
    return store.read.signIns.tokenSecrets().flatMap(({ kid, secret, created_at }) => {
      try {
        return [{ kid, secret: sealer.open(secret, secretAbout(kid)), created_at }];
      } catch (cause) {
        if (!(cause instanceof Fault)) throw cause;
        log.warn({ kid }, 'a secret of access tokens cannot be opened with the master key');
        return [];
      }
    });
  }
}
